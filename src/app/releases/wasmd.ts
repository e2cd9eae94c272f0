import type { ModuleOrder, Release } from '../../chain/index.js'
import type { Types } from '../../codec/proto-json/index.js'
import type { Permission } from '../../modules/auth/index.js'
import type { ModuleVersions, UpgradeHandlers } from '../../modules/upgrade/index.js'

/** Modules that some releases of wasmd's app have, and others do not. */
type WasmdModule = 'circuit'

const FIRST = [
  'auth',
  'bank',
  'distribution',
  'staking',
  'slashing',
  'gov',
  'mint',
  'evidence',
  'authz',
  'feegrant',
] as const
const LAST = ['transfer', 'ibc', 'interchainaccounts', 'wasm'] as const

/** The order of all releases, with what a release has of its own: modules after feegrant in the genesis, and the last of the end blockers. */
export const wasmdOrder = (own: { readonly genesis: readonly string[]; readonly endBlock: string }): ModuleOrder => ({
  genesis: [...FIRST, ...own.genesis, ...LAST],
  beginBlock: ['mint', 'distribution', 'protocolpool', 'slashing', 'evidence', 'staking', 'authz', 'transfer', 'ibc'],
  endBlock: ['gov', 'staking', 'feegrant', own.endBlock],
})

/** A release of wasmd's app. */
export interface WasmdRelease {
  /** How its modules behave where releases of the SDK and of ibc-go differ. */
  readonly rules: Release
  /** The types of its messages and queries (default: those of the first release). */
  readonly types?: Types
  /** Versions of all its modules, which it writes into its state. */
  readonly versions: ModuleVersions
  readonly modules: readonly WasmdModule[]
  /** Plans that it has a handler for, and what that does with the state of the release before. */
  readonly handlers: UpgradeHandlers
  /** Names of the releases that chains of this one can be upgraded to. */
  readonly leadsTo: readonly string[]
  /** Module accounts, of modules that chains here lack. */
  readonly accounts: Readonly<Record<string, readonly Permission[]>>
  /** Modules that its app lacks come last. */
  readonly order: ModuleOrder
  /** `recording`: transactions, queries and roots of all stores were compared with the real program; `source`: read in its sources. */
  readonly checkedBy: 'recording' | 'source'
}
