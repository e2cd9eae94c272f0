import type { ChainOptions } from './chain-options.js'
import type { IbcApp } from './ibc.js'

/** Options that only some kinds of chains have. */
export type KindOption = 'layers' | 'bank'

/** A kind of chain, as options name it. `kinds.ts` lists all. */
export interface Kind {
  /** What it is, in some words. */
  readonly about: string
  /** What its chains have where their options say nothing. */
  readonly defaults: Pick<ChainOptions, 'name' | 'prefix' | 'denom' | 'vm' | 'wasmd' | 'txContracts'>
  /** Which of the options that only some kinds have it takes. */
  readonly takes: readonly KindOption[]
  /** Whether an EVM runs beside it. */
  readonly hasEvm: boolean
  /** Names of the programs that run live chains with whose state it can go on. */
  readonly programs: readonly string[]
  readonly build: (options: ChainOptions) => IbcApp
}

/** The release of the contract VM that the golden recordings were made with. */
export const RECORDED_VM = '3.0.9'
