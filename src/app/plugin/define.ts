import { UsageError } from '../../base/errors.js'
import type { Json } from '../../chain/module.js'
import type { Permission } from '../../modules/auth/index.js'
import { checked, type Check } from './check.js'
import type { ContractContext, PluginContext } from './context.js'
import type { AnyParams } from './params.js'
import type { AnyGrpcQuery, AnyProtoMessage } from './protobuf.js'

/** A custom message of contracts (`CosmosMsg::Custom`), read and handled. Build it with {@link customMessage}. */
export interface CustomMessage<T = unknown> {
  /** Reads the JSON and handles it. @returns what the contract's reply gets as data: JSON, bytes or nothing */
  readonly run: (ctx: ContractContext, json: unknown, what: string) => unknown
  /** Only for types. */
  readonly message?: T
}

/** A custom query of contracts (`QueryRequest::Custom`). Build it with {@link customQuery}. */
export interface CustomQuery<T = unknown, A = unknown> {
  readonly run: (ctx: ContractContext, json: unknown, what: string) => unknown
  /** Only for types. */
  readonly query?: T
  readonly answer?: A
}

/**
 * A custom message: what a contract sends as `CosmosMsg::Custom({ "<name>": … })`. The name is given in the plug-in.
 * `check` makes a typed value of the JSON; what it refuses fails the message with sdk/17. What `handle` gives becomes the data of the
 * submessage: bytes as they are, everything else as JSON, undefined for none. What it throws fails the message.
 */
export const customMessage = <T>(spec: {
  readonly check: Check<T>
  readonly handle: (ctx: ContractContext, message: T) => unknown
}): CustomMessage<T> => ({ run: (ctx, json, what) => spec.handle(ctx, checked(what, spec.check, json)) })

/** A custom query: what a contract asks by `QueryRequest::Custom({ "<name>": … })`. It answers with JSON, or bytes; what it writes is dropped. */
export const customQuery = <T, A>(spec: {
  readonly check: Check<T>
  readonly answer: (ctx: ContractContext, query: T) => A
}): CustomQuery<T, A> => ({ run: (ctx, json, what) => spec.answer(ctx, checked(what, spec.check, json)) })

type CustomMessages = Readonly<Record<string, CustomMessage>>
type CustomQueries = Readonly<Record<string, CustomQuery>>

/** The state of a plug-in at the start of a chain, in JSON of its own. Its params are beside it, under `params`. */
export interface PluginGenesis {
  /** What its state starts with when a genesis says nothing of it. */
  readonly default: () => { readonly [member: string]: Json }
  readonly init: (ctx: PluginContext, state: { readonly [member: string]: Json }) => void
  readonly export: (ctx: PluginContext) => { readonly [member: string]: Json }
}

/** What a plug-in is made of; all but the name may be left out. */
export interface PluginSpec<M extends CustomMessages = CustomMessages, Q extends CustomQueries = CustomQueries> {
  /** Names its module, its store, its account and its place in a genesis: lower-case letters, digits and `_`. */
  readonly name: string
  /** Custom messages of contracts by their name in the JSON. */
  readonly messages?: M
  /** Custom queries of contracts by their name in the JSON. */
  readonly queries?: Q
  /** Messages of transactions, contracts (`CosmosMsg::Any`) and proposals; see `protoMessage`. */
  readonly protobuf?: readonly AnyProtoMessage[]
  /** Queries for clients and contracts (`QueryRequest::Grpc`, `Stargate`); see `grpcQuery`. */
  readonly grpc?: readonly AnyGrpcQuery[]
  /** What its module account may do with coins. */
  readonly permissions?: readonly Permission[]
  /** See `pluginParams`. */
  readonly params?: AnyParams
  /** When left out, the rows of the store are exported and imported as they are. */
  readonly genesis?: PluginGenesis
  /** Runs at the begin of each block, after the chain's own modules. */
  readonly beginBlock?: (ctx: PluginContext) => void
  /** Runs at the end of each block, after the chain's own modules. */
  readonly endBlock?: (ctx: PluginContext) => void
}

/** A plug-in that was defined; give it to `createSandbox()`. */
export interface Plugin<M extends CustomMessages = CustomMessages, Q extends CustomQueries = CustomQueries> {
  readonly spec: PluginSpec<M, Q>
}

/** The JSON that contracts may send to a plug-in: `{ set_price: … } | { … }`. */
export type CustomMessageOf<P extends Plugin> =
  P extends Plugin<infer M>
    ? { [Name in keyof M]: { readonly [One in Name]: M[Name] extends CustomMessage<infer T> ? T : never } }[keyof M]
    : never

/** The JSON that contracts may ask a plug-in. */
export type CustomQueryOf<P extends Plugin> =
  P extends Plugin<CustomMessages, infer Q>
    ? { [Name in keyof Q]: { readonly [One in Name]: Q[Name] extends CustomQuery<infer T> ? T : never } }[keyof Q]
    : never

/** What a plug-in answers to a custom query, by its name. */
export type CustomAnswerOf<P extends Plugin, Name extends string> =
  P extends Plugin<CustomMessages, infer Q> ? (Q[Name] extends CustomQuery<unknown, infer A> ? A : never) : never

const defined = new WeakSet<object>()

/** Whether a value came from {@link definePlugin}. */
export const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'object' && value !== null && defined.has(value)

/**
 * Defines what a user adds to a chain: handlers for custom messages and queries of contracts, protobuf messages, gRPC queries, and a
 * module with a store, an account, params, genesis and blocks. One definition serves any number of sandboxes, so it keeps no state
 * outside its store. @throws UsageError for names that cannot be
 */
export function definePlugin<const M extends CustomMessages, const Q extends CustomQueries>(
  spec: PluginSpec<M, Q>,
): Plugin<M, Q> {
  const { name, messages = {}, queries = {}, protobuf = [], grpc = [] } = spec
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]{0,63}$/.test(name))
    throw refused(name, 'a name of lower-case letters, digits and "_"')
  for (const custom of [...Object.keys(messages), ...Object.keys(queries)])
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(custom)) throw refused(custom, 'a name of letters, digits and "_"')
  for (const { typeUrl } of protobuf)
    if (!/^\/[A-Za-z0-9_.]+$/.test(typeUrl)) throw refused(typeUrl, 'a type URL such as "/my.oracle.v1.MsgSetPrice"')
  for (const { path } of grpc)
    if (!/^\/[A-Za-z0-9_.]+\/[A-Za-z0-9_]+$/.test(path))
      throw refused(path, 'a gRPC path such as "/my.oracle.v1.Query/Price"')
  const plugin: Plugin<M, Q> = Object.freeze({ spec: Object.freeze({ ...spec }) })
  defined.add(plugin)
  return plugin
}

const refused = (given: unknown, expected: string): UsageError =>
  new UsageError(`definePlugin() does not take ${JSON.stringify(given) ?? typeof given}`, {
    details: [`expected: ${expected}`],
  })
