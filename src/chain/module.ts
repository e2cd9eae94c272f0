import type { Json } from '../base/json-value.js'
import type { Any } from '../codec/index.js'
import { addressText, parseOperator } from './address.js'
import type { ConsensusParams } from './block/consensus.js'
import type { ValidatorUpdate } from './block/validator-set.js'
import type { Context } from './context.js'
import type { Release } from './release.js'
import type { QueryHandler } from './router.js'

/** A message of a transaction, decoded. */
export interface Message {
  readonly typeUrl: string
  /** Bech32, in order; the first is the sender of the message's event. */
  readonly signers: readonly string[]
  /** The stateless checks of the message. @throws ChainError */
  validateBasic(): void
  /** @returns the response message. @throws ChainError, Panic */
  run(ctx: Context): Any
}

/** Reads a message of one type. @throws ProtoError or ChainError when the bytes are invalid. */
export type MessageDecoder = (value: Uint8Array, prefix: string, release: Release) => Message

/** How a module handles one message type; `T` is its decoded form. */
export interface MessageSpec<T> {
  readonly typeUrl: string
  decode(value: Uint8Array): T
  signers(message: T): readonly string[]
  /** Whether signers are named as operators of validators, `cosmosvaloper1…`. Source: proto `cosmos.ValidatorAddressString`. */
  readonly operatorSigns?: boolean
  validateBasic?(message: T, prefix: string, release: Release): void
  /** @returns the bytes of the response message. */
  handle(ctx: Context, message: T): Uint8Array
  /** Type URL of the response; by default the message's plus `Response`. */
  readonly responseTypeUrl?: string
}

/** A module's messages by type URL; build each with {@link message}. */
export type Messages = Readonly<Record<string, MessageDecoder>>

/** One entry of a module's {@link Messages}. */
export function message<T>(spec: MessageSpec<T>): readonly [typeUrl: string, decoder: MessageDecoder] {
  const decoder: MessageDecoder = (value, prefix, release) => {
    const decoded = spec.decode(value)
    const accountOf = (operator: string) => addressText(prefix, parseOperator({ prefix, release }, operator))
    return {
      typeUrl: spec.typeUrl,
      get signers() {
        return spec.operatorSigns ? spec.signers(decoded).map(accountOf) : spec.signers(decoded)
      },
      validateBasic: () => spec.validateBasic?.(decoded, prefix, release),
      run: (ctx) => ({
        typeUrl: spec.responseTypeUrl ?? `${spec.typeUrl}Response`,
        value: spec.handle(ctx, decoded),
      }),
    }
  }
  return [spec.typeUrl, decoder]
}

/** A module of the chain: its stores, handlers, and its part in genesis and blocks. Source: cosmos-sdk types/module. */
export interface Module {
  readonly name: string
  /** Names of its stores, usually one. */
  readonly stores?: readonly string[]
  readonly messages?: Messages
  /** By gRPC path: `/cosmos.bank.v1beta1.Query/Balance`. */
  readonly queries?: Readonly<Record<string, QueryHandler>>
  /** Its initial state when genesis does not contain one. */
  defaultGenesis?(): Json
  /** @returns the first validators, if the module decides that. @throws UsageError or ChainError when the state is invalid */
  initGenesis?(ctx: Context, state: Json): readonly ValidatorUpdate[] | void
  exportGenesis?(ctx: Context): Json
  /** The module's params in the chain's JSON form; `set` checks them. @throws UsageError that names the place */
  readonly params?: { get(ctx: Context): Json; set(ctx: Context, params: Json): void }
  /** Writes one record straight into the state, by its kind: for tests. Each record has its genesis form. @throws UsageError that names the place */
  readonly put?: Readonly<Record<string, (ctx: Context, record: Json) => void>>
  /** The params of the consensus, and the store that has them; of one module. */
  readonly consensus?: { readonly store: string; params(ctx: Context): ConsensusParams }
  preBlock?(ctx: Context): void
  beginBlock?(ctx: Context): void
  /** @returns changes of validators */
  endBlock?(ctx: Context): readonly ValidatorUpdate[] | void
}
