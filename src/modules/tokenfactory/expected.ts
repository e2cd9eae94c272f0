import type { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from accounts. Source: neutron x/tokenfactory/types/expected_keepers.go. */
export interface AccountKeeper {
  readonly prefix: string
  get(ctx: Context, address: Uint8Array): { readonly module?: unknown } | undefined
  moduleAccount(ctx: Context, name: string): { readonly address: Uint8Array } | undefined
}

/** What the module needs from bank. */
export interface BankKeeper {
  mint(ctx: Context, module: string, amount: readonly Coin[]): void
  burn(ctx: Context, module: string, amount: readonly Coin[]): void
  send(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
  hasSupply(ctx: Context, denom: string): boolean
}

/** What the module needs from bank's settings. */
export interface BankSettings {
  getMetadata(ctx: Context, denom: string): Metadata | undefined
  setMetadata(ctx: Context, metadata: Metadata): void
  /** @throws ChainError undefined/1 */
  validateMetadata(metadata: Metadata): void
}

/** What the module needs from wasm. */
export interface WasmKeeper {
  contractInfo(ctx: Context, contract: Uint8Array): { readonly codeId: bigint } | undefined
  readonly contracts: {
    /** @throws ChainError, Panic */
    sudo(ctx: Context, contract: Uint8Array, msg: Uint8Array): unknown
  }
}
