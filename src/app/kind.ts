import type { ChainOptions } from './chain-options.js'
import type { IbcApp } from './ibc.js'

/** Options that only some kinds of chains have. */
export type KindOption = 'layers' | 'bank' | 'release'

/** A kind of chain, as options name it. `kinds.ts` lists all. */
export interface Kind {
  /** A short description. */
  readonly about: string
  /** The defaults of its chains; `vm` is in the wasmvm that its app requires. */
  readonly defaults: Pick<ChainOptions, 'name' | 'prefix' | 'denom' | 'vm' | 'wasmd' | 'txContracts'>
  /** Names of the releases of its app, the default first; left out by kinds with one. */
  readonly releases?: readonly string[]
  /** Which of the options that only some kinds have it accepts. */
  readonly takes: readonly KindOption[]
  /** The language of its contracts (default: CosmWasm). */
  readonly contracts?: 'solidity'
  /** Whether an EVM runs alongside. */
  readonly hasEvm: boolean
  /** Names of the node programs whose chains' state it can continue. */
  readonly programs: readonly string[]
  readonly build: (options: ChainOptions) => IbcApp
}
