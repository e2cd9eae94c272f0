import type { ModuleOrder, Release } from '../../chain/index.js'
import type { Permission } from '../../modules/auth/index.js'
import type { ModuleVersions } from '../../modules/upgrade/index.js'

/** Modules that some releases of wasmd's app have, and others do not. */
type WasmdModule = 'circuit'

/** A release of wasmd's app. */
export interface WasmdRelease {
  /** How its modules behave where releases of the SDK and of ibc-go differ. */
  readonly rules: Release
  /** Versions of all its modules, which it writes into its state. */
  readonly versions: ModuleVersions
  readonly modules: readonly WasmdModule[]
  /** Module accounts, of modules that chains here lack. */
  readonly accounts: Readonly<Record<string, readonly Permission[]>>
  /** Modules that its app lacks come last. */
  readonly order: ModuleOrder
  /** `recording`: transactions, queries and roots of all stores were compared with the real program; `source`: read in its sources. */
  readonly checkedBy: 'recording' | 'source'
}
