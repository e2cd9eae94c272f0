import type { Context } from '../../chain/index.js'
import type { Coin, DecCoin } from '../../codec/index.js'

/** What the module needs from accounts. Source: x/feemarket/ante/expected_keepers.go. */
export interface AccountKeeper {
  get(ctx: Context, address: Uint8Array): unknown
  moduleAddress(name: string): Uint8Array | undefined
}

/** What the module needs from bank. */
export interface BankKeeper {
  /** @throws ChainError */
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  /** @throws ChainError */
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
  /** @throws ChainError */
  sendBetweenModules(ctx: Context, from: string, to: string, amount: readonly Coin[]): void
}

/** Converts prices between the fee denomination and others. Source: x/feemarket/types/resolver.go. */
export interface DenomResolver {
  /** @throws ChainError for a denomination without a price */
  convert(ctx: Context, coin: DecCoin, denom: string): DecCoin
  /** Denominations besides that of the params. */
  extraDenoms(ctx: Context): readonly string[]
}
