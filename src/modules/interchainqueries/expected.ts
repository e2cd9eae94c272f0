import type { Context, TxOutcome } from '../../chain/index.js'
import type { Any, Coin } from '../../codec/index.js'
import type { Height } from '../../codec/neutron/interchainqueries.js'
import type { Key, ProvenValue } from '../../store/index.js'

/** What the module needs from other modules. Source: neutron x/interchainqueries/types/expected_keepers.go, keeper/keeper.go. */

export interface BankKeeper {
  /** @throws ChainError sdk/5 */
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  /** @throws ChainError sdk/4, sdk/5 */
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
}

/** The light clients of remote chains. */
export interface IbcKeeper {
  readonly clients: {
    /** Whether headers and proofs are accepted without verification. No real chain does this. */
    readonly trusts: boolean
    /** Updates the client with a header, or freezes it for misbehaviour. @throws ChainError, Panic */
    update(ctx: Context, clientId: string, message: Any): void
    clientState(ctx: Context, clientId: string): Any | undefined
    consensusState(ctx: Context, clientId: string, at: Height): Any | undefined
  }
  connection(ctx: Context, id: string): { readonly clientId: string } | undefined
  /** @throws ChainError host/2 */
  checkConnectionId(id: string): void
}

/** Calls a contract back with a result. */
export type QueryCallback =
  | { readonly kv_query_result: { readonly query_id: bigint } }
  | {
      readonly tx_query_result: {
        readonly query_id: bigint
        readonly height: { readonly revision_number: bigint; readonly revision_height: bigint }
        readonly data: Uint8Array | undefined
      }
    }

export interface Contracts {
  hasContract(ctx: Context, address: Uint8Array): boolean
  /** Under the sudo limit: a failure is recorded and not thrown. @throws Panic */
  callback(ctx: Context, contract: Uint8Array, callback: QueryCallback): void
  /** Without limit or record. @throws ChainError undefined/1 `failed to sudo: …`, Panic */
  directCallback(ctx: Context, contract: Uint8Array, callback: QueryCallback): void
}

/** What a relayer reads from a remote chain; an `App` satisfies it. */
export interface RemoteChain {
  chainIdAt(height: number): string
  readonly stores: { version(height: number): { readonly commitment: { query(store: string, key: Key): ProvenValue } } }
  block(height: number): { readonly txs: readonly (TxOutcome & { readonly bytes: Uint8Array })[] } | undefined
}
