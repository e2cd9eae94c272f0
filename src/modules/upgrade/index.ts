import type { Context } from '../../chain/context.js'
import type { Module } from '../../chain/module.js'
import { joinKeys, textKey, type Key } from '../../store/key.js'

/** Source: cosmos-sdk x/upgrade/types/keys.go. */
export const UPGRADE_STORE = 'upgrade'

const FOLDER = 'upgradedIBCState'

/** What the clients of a chain take over that goes on under another id after a height. */
export type UpgradedPart = 'upgradedClient' | 'upgradedConsState'

export const upgradedKey = (lastHeight: number, part: UpgradedPart): Key =>
  joinKeys(textKey(`${FOLDER}/${lastHeight}/${part}`))

/** @param lastHeight of the chain under its old id @param packed a client or consensus state, as an `Any` */
export const setUpgraded = (ctx: Context, lastHeight: number, part: UpgradedPart, packed: Uint8Array): void =>
  ctx.store(UPGRADE_STORE).set(upgradedKey(lastHeight, part), packed)

/**
 * What a chain commits to for its clients before it stops. Plans, and what runs at their heights, are not here: the harness upgrades.
 * Source: cosmos-sdk x/upgrade.
 */
export const upgradeModule: Module = { name: 'upgrade', stores: [UPGRADE_STORE] }
