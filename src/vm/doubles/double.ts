import type { DoubleApi, DoubleQuerier, ReadOnlyDoubleStorage, DoubleStorage } from './deps.js'
import type { IbcOpenResponse, IbcReceiveResponse, DoubleResponse } from './response.js'

/** Messages of a double: the types that `sudobox types` writes, or types with only some of the members. */
export interface DoubleTypes {
  readonly instantiate?: unknown
  readonly execute?: unknown
  readonly query?: unknown
  readonly migrate?: unknown
  readonly sudo?: unknown
  /** By the name of the query. */
  readonly answers?: object
}

/** The type that `T` has for the messages of an entry point; `unknown` where it has none. */
export type Of<T extends DoubleTypes, Name extends keyof DoubleTypes> = T extends { readonly [N in Name]: infer Value }
  ? Value
  : unknown

/** The union of the answers of `T`; `unknown` if `T` has none. */
export type AnswersOf<T extends DoubleTypes> = T extends { readonly answers: infer All } ? All[keyof All] : unknown

/** The `deps` argument of a double's entry points. Source: cosmwasm-std `DepsMut`. */
export interface DoubleDeps {
  readonly storage: DoubleStorage
  readonly api: DoubleApi
  readonly querier: DoubleQuerier
  readonly gas: DoubleGas
}

/** What `query` of a double is given: it cannot write. Source: cosmwasm-std `Deps`. */
export interface DoubleQueryDeps extends Omit<DoubleDeps, 'storage'> {
  readonly storage: ReadOnlyDoubleStorage
}

/** The gas of a call, in SDK gas. */
export interface DoubleGas {
  /** The gas that is left for the call. */
  readonly left: bigint
  /** Uses gas, as a contract's work does. If not enough is left, the call ends out of gas. @throws UsageError for an invalid amount */
  consume(amount: bigint | number): void
}

/** Source: cosmwasm-std `Env`, in its JSON. */
export interface Env {
  /** `time` is in nanoseconds since 1970. */
  readonly block: { readonly height: number; readonly time: string; readonly chain_id: string }
  /** Null outside of transactions. */
  readonly transaction: { readonly index: number; readonly hash?: string } | null
  readonly contract: { readonly address: string }
}

/** Source: cosmwasm-std `MessageInfo`, in its JSON. */
export interface MessageInfo {
  readonly sender: string
  readonly funds: readonly { readonly denom: string; readonly amount: string }[]
}

/** Source: cosmwasm-std `MigrateInfo`, in its JSON. */
export interface MigrateInfo {
  readonly sender: string
  readonly old_migrate_version: number | null
}

/** How a submessage ended. Source: cosmwasm-std `Reply`, in its JSON. */
export interface Reply {
  readonly id: number
  /** Base64. */
  readonly payload: string
  readonly gas_used: number
  readonly result:
    | {
        readonly ok: {
          readonly events: readonly ReplyEvent[]
          /** Base64. */
          readonly data: string | null
          readonly msg_responses: readonly { readonly type_url: string; readonly value: string }[]
        }
      }
    | { readonly error: string }
}

/** An event of the submessage that a reply answers. Source: cosmwasm-std `Event`. */
export interface ReplyEvent {
  readonly type: string
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
}

/**
 * A contract that is written in TypeScript, to take the place of a real one in a test: its entry points, with the arguments that cosmwasm-std passes
 * them. A missing one fails as a missing export does, except `instantiate`, which then accepts every message. An error that is thrown is the
 * contract's error, with its text. The functions are called while a transaction runs, so none may be async; time is `env.block.time`, and state that a call
 * keeps belongs in `deps.storage`: variables of the test are not rolled back with a failed transaction, nor restored with a snapshot.
 *
 * @typeParam T the messages, such as `sudobox types` writes them; unknown when left out
 */
export interface Double<T extends DoubleTypes = DoubleTypes> {
  instantiate?(deps: DoubleDeps, env: Env, info: MessageInfo, msg: Of<T, 'instantiate'>): DoubleResponse
  execute?(deps: DoubleDeps, env: Env, info: MessageInfo, msg: Of<T, 'execute'>): DoubleResponse
  query?(deps: DoubleQueryDeps, env: Env, msg: Of<T, 'query'>): AnswersOf<T> | Uint8Array
  sudo?(deps: DoubleDeps, env: Env, msg: Of<T, 'sudo'>): DoubleResponse
  reply?(deps: DoubleDeps, env: Env, reply: Reply): DoubleResponse
  migrate?(deps: DoubleDeps, env: Env, msg: Of<T, 'migrate'>, info: MigrateInfo): DoubleResponse
  /** With all six of `ibc_channel_*` and `ibc_packet_*` it has a port. The messages are those of cosmwasm-std, in their JSON. */
  ibc_channel_open?(deps: DoubleDeps, env: Env, msg: unknown): IbcOpenResponse
  ibc_channel_connect?(deps: DoubleDeps, env: Env, msg: unknown): DoubleResponse
  ibc_channel_close?(deps: DoubleDeps, env: Env, msg: unknown): DoubleResponse
  ibc_packet_receive?(deps: DoubleDeps, env: Env, msg: unknown): IbcReceiveResponse
  ibc_packet_ack?(deps: DoubleDeps, env: Env, msg: unknown): DoubleResponse
  ibc_packet_timeout?(deps: DoubleDeps, env: Env, msg: unknown): DoubleResponse
  ibc_source_callback?(deps: DoubleDeps, env: Env, msg: unknown): DoubleResponse
  ibc_destination_callback?(deps: DoubleDeps, env: Env, msg: unknown): DoubleResponse
  ibc2_packet_receive?(deps: DoubleDeps, env: Env, msg: unknown): IbcReceiveResponse
  ibc2_packet_ack?(deps: DoubleDeps, env: Env, msg: unknown): DoubleResponse
  ibc2_packet_timeout?(deps: DoubleDeps, env: Env, msg: unknown): DoubleResponse
  ibc2_packet_send?(deps: DoubleDeps, env: Env, msg: unknown): DoubleResponse
}
