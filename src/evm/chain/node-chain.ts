import type { EvmChain } from './evm-chain.js'
import type { FeeMarket } from './fees.js'

/**
 * What a node needs of its chain, besides running code: an {@link EvmChain} has it, and so does a chain that has the EVM inside, of whose blocks and
 * accounts it tells.
 */
export type NodeChain = Pick<
  EvmChain,
  | 'blocks'
  | 'budgets'
  | 'events'
  | 'forks'
  | 'keystore'
  | 'now'
  | 'options'
  | 'pool'
  | 'poolContext'
  | 'send'
  | 'settings'
  | 'traits'
  | 'view'
> & {
  /** Left out by a chain whose fees follow the rules of its fork. */
  readonly feeMarket?: FeeMarket
}
