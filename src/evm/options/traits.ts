import { NEWEST_FORK } from './fork-names.js'
import type { Profile } from './options.js'

/** How the chain behind a profile runs transactions, where that is not Ethereum's way. */
export interface Traits {
  /**
   * The least that a transaction uses of its gas limit, in per cent, whatever it did; the floor of its data does not count then. Source: cosmos/evm x/vm/keeper/state_transition.go
   * `ApplyMessageWithConfig`, `min_gas_multiplier`.
   */
  readonly leastGas: bigint | undefined
  /**
   * Whether fees are taken before a message runs, outside of the EVM: then calls and traces pay none and need no funds for them, and the proposer gets none. Source:
   * cosmos/evm ante/evm.
   */
  readonly feesOutside: boolean
  /** Whether base fees keep fractions of a unit from block to block. Source: cosmos/evm x/feemarket. */
  readonly exactBaseFee: boolean
  /** Whether traces write words of memory and storage without 0x. Source: go-ethereum up to 1.17.2 eth/tracers/logger/logger.go. */
  readonly bareWords: boolean
  /** Whether ids of filters have 16 bytes, as random ones have. */
  readonly longFilterIds: boolean
  /** The fork whose rules apply from the genesis on, unless options name one. */
  readonly fork: string
  /** What PREVRANDAO returns: a value of each block, or always 2^256 - 1. Source: cosmos/evm x/vm/keeper/state_transition.go `NewEVM`. */
  readonly randomness: 'block' | 'constant'
}

const ETHEREUM: Traits = {
  leastGas: undefined,
  feesOutside: false,
  exactBaseFee: false,
  bareWords: false,
  longFilterIds: false,
  randomness: 'block',
  fork: NEWEST_FORK,
}

export const TRAITS: Readonly<Record<Profile, Traits>> = {
  functional: ETHEREUM,
  documented: ETHEREUM,
  'cosmos-evm': {
    leastGas: 50n,
    feesOutside: true,
    exactBaseFee: true,
    bareWords: true,
    longFilterIds: true,
    randomness: 'constant',
    fork: 'prague',
  },
}
