import type { EvmChain } from './evm-chain.js'

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
>
