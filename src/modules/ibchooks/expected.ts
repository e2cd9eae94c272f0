import type { Context } from '../../chain/context.js'
import type { Coin } from '../../codec/coins.js'

/** Calls contracts for transfers. */
export interface ContractExecutor {
  /** @returns the data of its response @throws ChainError from the contract or the chain */
  execute(
    ctx: Context,
    contract: Uint8Array,
    sender: Uint8Array,
    message: Uint8Array,
    funds: readonly Coin[],
  ): Uint8Array | undefined
}
