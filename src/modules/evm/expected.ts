import type { Context } from '../../chain/index.js'

/** What the module needs from accounts. Source: cosmos/evm v0.7.3 x/vm/types/interfaces.go. */
export interface AccountKeeper {
  has(ctx: Context, address: Uint8Array): boolean
  /** Makes an account with the next number. */
  open(ctx: Context, address: Uint8Array): void
}

/** What the bank knows of a denomination, as far as the module reads it. */
export interface Metadata {
  readonly display: string
  readonly denomUnits: readonly { readonly denom: string; readonly exponent: number }[]
}

/** What the module needs from the fee market. */
export interface FeeMarket {
  /** Prices are decimals. */
  params(ctx: Context): {
    readonly noBaseFee: boolean
    readonly enableHeight: bigint
    readonly baseFee: bigint
    readonly minGasPrice: bigint
    readonly minGasMultiplier: bigint
  }
}
