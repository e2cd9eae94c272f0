import type { Context, Module } from '../../chain/index.js'
import { UPGRADE_STORE, upgradedKey, type UpgradedPart } from './keys.js'
import { upgradeQueries } from './queries.js'

export { UPGRADE_STORE, upgradedKey, type UpgradedPart } from './keys.js'

/** @param lastHeight of the chain under its old id @param packed a client or consensus state, as an `Any` */
export const setUpgraded = (ctx: Context, lastHeight: number, part: UpgradedPart, packed: Uint8Array): void =>
  ctx.store(UPGRADE_STORE).set(upgradedKey(lastHeight, part), packed)

/**
 * Upgraded client states that a chain commits to before it stops. Upgrade plans are not implemented; the harness performs upgrades.
 * Source: cosmossdk.io/x/upgrade v0.2.0. @param authority bech32
 */
export const upgradeModule = (authority: string): Module => ({
  name: 'upgrade',
  stores: [UPGRADE_STORE],
  queries: upgradeQueries(authority),
})
