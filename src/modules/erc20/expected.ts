import type { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from accounts. Source: cosmos/evm v0.7.3 x/erc20/types/interfaces.go. */
export interface AccountKeeper {
  has(ctx: Context, address: Uint8Array): boolean
  get(ctx: Context, address: Uint8Array): unknown
  /** Makes an account with the next number. */
  open(ctx: Context, address: Uint8Array): void
  /** Creates the account of a module that has none yet. */
  moduleAccount(ctx: Context, name: string): unknown
}

/** What the module needs from the EVM. */
export interface EvmKeeper {
  code(ctx: Context, hash: Uint8Array): Uint8Array
  setCode(ctx: Context, hash: Uint8Array, code: Uint8Array): void
  /** Undefined for an account without code. */
  codeHashOf(ctx: Context, address: Uint8Array): Uint8Array | undefined
}

interface Log {
  readonly address: Uint8Array
  readonly topics: readonly Uint8Array[]
}

/** What conversions need. */
export interface ConversionParts {
  /** Bech32, who may change params and pairs. */
  readonly authority: string
  /** Address of the module's account. */
  readonly address: Uint8Array
  /** Calls a contract. @throws ChainError for a call that fails */
  readonly call: (
    ctx: Context,
    call: {
      readonly from: Uint8Array
      readonly to: Uint8Array
      readonly data: Uint8Array
      readonly commits: boolean
      readonly isNested?: boolean
    },
  ) => { readonly returned: Uint8Array; readonly logs: readonly Log[] }
  readonly bank: ConversionBank
  /** Hash of the code of an account, read as the EVM reads an account. Undefined for none. */
  readonly codeHash: (ctx: Context, address: Uint8Array) => Uint8Array | undefined
}

/** What conversions need from the bank. */
interface ConversionBank {
  balance(ctx: Context, address: Uint8Array, denom: string): Coin
  isBlocked(address: Uint8Array): boolean
  isSendEnabled(ctx: Context, denom: string): boolean
  mint(ctx: Context, module: string, coins: readonly Coin[]): void
  burn(ctx: Context, module: string, coins: readonly Coin[]): void
  sendFromModule(ctx: Context, module: string, to: Uint8Array, coins: readonly Coin[]): void
  sendToModule(ctx: Context, from: Uint8Array, module: string, coins: readonly Coin[]): void
  metadata(ctx: Context, denom: string): Metadata | undefined
  setMetadata(ctx: Context, metadata: Metadata): void
  /** @throws ChainError */
  validateMetadata(metadata: Metadata): void
}
