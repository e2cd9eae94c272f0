import type { Context, Module } from '../../chain/index.js'
import { joinKeys, textKey } from '../../store/index.js'
import { UPGRADE_STORE, upgradedKey, VERSIONS_PREFIX, type UpgradedPart } from './keys.js'
import { upgradeQueries } from './queries.js'

/** @param lastHeight of the chain under its old id @param packed a client or consensus state, as an `Any` */
export const setUpgraded = (ctx: Context, lastHeight: number, part: UpgradedPart, packed: Uint8Array): void =>
  ctx.store(UPGRADE_STORE).set(upgradedKey(lastHeight, part), packed)

/** Versions of modules by their names: which form their state has. */
export type ModuleVersions = Readonly<Record<string, number>>

function setVersions(ctx: Context, versions: ModuleVersions): void {
  for (const [name, version] of Object.entries(versions)) {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64BE(BigInt(version))
    ctx.store(UPGRADE_STORE).set(joinKeys(VERSIONS_PREFIX, textKey(name)), new Uint8Array(bytes))
  }
}

/**
 * Upgraded client states that a chain commits to before it stops, and the versions of its modules. Upgrade plans are not implemented; the harness
 * performs upgrades. Source: cosmossdk.io/x/upgrade v0.2.0. @param authority bech32 @param versions those of all modules of the real app
 */
export const upgradeModule = (authority: string, versions: ModuleVersions): Module => ({
  name: 'upgrade',
  stores: [UPGRADE_STORE],
  queries: upgradeQueries(authority),
  defaultGenesis: () => ({}),
  // The app itself does so, from what its modules say. Source: wasmd v0.61.14 app/app.go `InitChainer`.
  initGenesis: (ctx) => setVersions(ctx, versions),
  exportGenesis: () => ({}),
})
