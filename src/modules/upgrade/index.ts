import type { Context } from '../../chain/context.js'
import type { Module } from '../../chain/module.js'
import { joinKeys, textKey, type Key } from '../../store/key.js'

/** Source: cosmos-sdk x/upgrade/types/keys.go. */
export const UPGRADE_STORE = 'upgrade'

const FOLDER = 'upgradedIBCState'

/** The two states that clients upgrade to when a chain continues under a new id after a height. */
export type UpgradedPart = 'upgradedClient' | 'upgradedConsState'

export const upgradedKey = (lastHeight: number, part: UpgradedPart): Key =>
  joinKeys(textKey(`${FOLDER}/${lastHeight}/${part}`))

/** @param lastHeight of the chain under its old id @param packed a client or consensus state, as an `Any` */
export const setUpgraded = (ctx: Context, lastHeight: number, part: UpgradedPart, packed: Uint8Array): void =>
  ctx.store(UPGRADE_STORE).set(upgradedKey(lastHeight, part), packed)

/**
 * Upgraded client states that a chain commits to before it stops. Upgrade plans are not implemented; the harness performs upgrades.
 * Source: cosmos-sdk x/upgrade.
 */
export const upgradeModule: Module = { name: 'upgrade', stores: [UPGRADE_STORE] }
