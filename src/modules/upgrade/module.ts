import type { Context, Module } from '../../chain/index.js'
import { UPGRADE_STORE, upgradedKey, type UpgradedPart } from './keys.js'
import { upgradeMessages } from './messages.js'
import { runPlan, setVersions, type ModuleVersions, type UpgradeHandlers } from './plans.js'
import { upgradeQueries } from './queries.js'

/** @param lastHeight of the chain under its old id @param packed a client or consensus state, as an `Any` */
export const setUpgraded = (ctx: Context, lastHeight: number, part: UpgradedPart, packed: Uint8Array): void =>
  ctx.store(UPGRADE_STORE).set(upgradedKey(lastHeight, part), packed)

/** What a release has that nothing leads to. */
const NO_HANDLERS: UpgradeHandlers = { names: [], migrate: () => undefined }

/**
 * Plans of upgrades, upgraded client states that a chain commits to before it stops, and the versions of its modules.
 * Source: cosmossdk.io/x/upgrade v0.2.0. @param authority bech32 @param versions those of all modules of the real app
 */
export const upgradeModule = (authority: string, versions: ModuleVersions, handlers = NO_HANDLERS): Module => ({
  name: 'upgrade',
  stores: [UPGRADE_STORE],
  messages: upgradeMessages(authority),
  queries: upgradeQueries(authority),
  preBlock: (ctx) => runPlan(ctx, versions, handlers),
  defaultGenesis: () => ({}),
  // The app itself does so, from what its modules say. Source: wasmd v0.61.14 app/app.go `InitChainer`.
  initGenesis: (ctx) => setVersions(ctx, versions),
  exportGenesis: () => ({}),
})
