import type { Context } from '../../chain/index.js'

/** What the module needs from accounts. Source: cosmos/evm v0.7.3 x/erc20/types/interfaces.go. */
export interface AccountKeeper {
  has(ctx: Context, address: Uint8Array): boolean
  /** Makes an account with the next number. */
  open(ctx: Context, address: Uint8Array): void
  /** Creates the account of a module that has none yet. */
  moduleAccount(ctx: Context, name: string): unknown
}

/** What the module needs from the EVM. */
export interface EvmKeeper {
  code(ctx: Context, hash: Uint8Array): Uint8Array
  setCode(ctx: Context, hash: Uint8Array, code: Uint8Array): void
  setCodeHash(ctx: Context, address: Uint8Array, hash: Uint8Array): void
}
