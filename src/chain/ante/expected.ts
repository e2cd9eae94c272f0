import type { Any, Coin } from '../../codec/index.js'
import type { Context } from '../context.js'

/** An account as the ante steps see it. */
export interface AccountView {
  readonly address: Uint8Array
  readonly publicKey: Any | undefined
  readonly accountNumber: bigint
  readonly sequence: bigint
}

/** Prices and limits of transactions. Source: cosmos-sdk x/auth `Params`. */
export interface AuthParams {
  readonly maxMemoCharacters: bigint
  readonly txSigLimit: bigint
  readonly txSizeCostPerByte: bigint
  readonly sigVerifyCostEd25519: bigint
  readonly sigVerifyCostSecp256k1: bigint
}

/** What the steps need from accounts. Source: cosmos-sdk x/auth/ante/expected_keepers.go. */
export interface AnteAccounts {
  params(ctx: Context): AuthParams
  get(ctx: Context, address: Uint8Array): AccountView | undefined
  setPublicKey(ctx: Context, account: AccountView, publicKey: Any): void
  incrementSequence(ctx: Context, account: AccountView): void
  /** Increments the sequence of an account, and keeps a key if it has none yet, without charging gas. */
  noteSigner(ctx: Context, address: Uint8Array, publicKey: Any | undefined): void
  /** Notes the timeout of an unordered transaction. @param timeout nanoseconds since 1970 @throws ChainError undefined/1 if the account has used it already */
  useTimeout(ctx: Context, address: Uint8Array, timeout: bigint): void
}

/** What the steps need from fee grants. Source: x/auth/ante/expected_keepers.go `FeegrantKeeper`. */
export interface AnteAllowances {
  /** Takes a fee off what one account grants another. @param typeUrls of the transaction's messages @throws ChainError for a fee that is not granted */
  use(ctx: Context, granter: Uint8Array, grantee: Uint8Array, fee: readonly Coin[], typeUrls: readonly string[]): void
}

/** What the steps need from balances. */
export interface AnteBank {
  /** @throws ChainError when the account lacks them */
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
}
