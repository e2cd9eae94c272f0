import type { Context } from '../../chain/index.js'

/** Calls the contract that limits transfers. */
export interface ContractSudo {
  /** Without a limit of its own. @throws ChainError from the contract or the chain, Panic */
  sudo(ctx: Context, contract: Uint8Array, message: Uint8Array): void
}
