import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** Calls contracts for transfers. */
export interface ContractHooks {
  /** @returns the data of its response @throws ChainError from the contract or the chain */
  execute(
    ctx: Context,
    contract: Uint8Array,
    sender: Uint8Array,
    message: Uint8Array,
    funds: readonly Coin[],
  ): Uint8Array | undefined
  /** Without a limit of its own. @throws ChainError from the contract or the chain */
  sudo(ctx: Context, contract: Uint8Array, message: Uint8Array): void
}

/** For hooks that only execute contracts. */
export type ContractExecutor = Pick<ContractHooks, 'execute'>
