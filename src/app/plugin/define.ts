import type { Json } from '../../base/json-value.js'
import { refuseUnknown, UsageError } from '../../base/index.js'
import { learnProtoFiles, type HttpRoute } from '../../codec/proto-file/index.js'
import { hasType, methodTypes } from '../../codec/proto-json/index.js'
import type { Permission } from '../../modules/auth/index.js'
import { checked, type Check } from './check.js'
import type { ContractContext, PluginContext } from './context.js'
import type { AnyParams } from './params.js'
import type { AnyGrpcQuery, AnyProtoMessage } from './protobuf.js'

/** A custom message of contracts (`CosmosMsg::Custom`), read and handled. Build it with {@link customMessage}. */
export interface CustomMessage<T = unknown> {
  /** Reads the JSON and handles the message. @returns the data that the contract's reply receives: JSON, bytes or nothing */
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
 * A custom message: what a contract sends as `CosmosMsg::Custom({ "<name>": … })`. The plug-in gives the name.
 * `check` makes a typed value of the JSON; what it refuses fails the message with sdk/17. What `handle` returns becomes the data of the
 * submessage: bytes as they are, everything else as JSON, undefined for none. What it throws fails the message.
 */
export const customMessage = <T>(spec: {
  readonly check: Check<T>
  readonly handle: (ctx: ContractContext, message: T) => unknown
}): CustomMessage<T> => {
  refuseUnknown('customMessage', [spec])
  return { run: (ctx, json, what) => spec.handle(ctx, checked(what, spec.check, json)) }
}

/** A custom query: what a contract sends as `QueryRequest::Custom({ "<name>": … })`. The answer is JSON or bytes; writes are discarded. */
export const customQuery = <T, A>(spec: {
  readonly check: Check<T>
  readonly answer: (ctx: ContractContext, query: T) => A
}): CustomQuery<T, A> => {
  refuseUnknown('customQuery', [spec])
  return { run: (ctx, json, what) => spec.answer(ctx, checked(what, spec.check, json)) }
}

type CustomMessages = Readonly<Record<string, CustomMessage>>
type CustomQueries = Readonly<Record<string, CustomQuery>>

/** The genesis state of a plug-in, in JSON of its own form. Its params are next to it, under `params`. */
export interface PluginGenesis {
  /** The state if the genesis has none for the plug-in. */
  readonly default: () => { readonly [member: string]: Json }
  readonly init: (ctx: PluginContext, state: { readonly [member: string]: Json }) => void
  readonly export: (ctx: PluginContext) => { readonly [member: string]: Json }
}

/** The parts of a plug-in; only the name is required. */
export interface PluginSpec<M extends CustomMessages = CustomMessages, Q extends CustomQueries = CustomQueries> {
  /** The name of its module, store and account, and its key in a genesis: lower-case letters, digits and `_`. */
  readonly name: string
  /** Custom messages of contracts, by their name in the JSON. */
  readonly messages?: M
  /** Custom queries of contracts, by their name in the JSON. */
  readonly queries?: Q
  /**
   * The protobuf files of its messages and queries, as text (version 3). They give messages and queries their JSON: REST paths (`google.api.http`),
   * amino JSON (`amino.name` and its like), answers to `Stargate`, transactions and proposals as JSON, and reflection. Types of the SDK and of
   * the chains are known without their files.
   */
  readonly proto?: string | readonly string[]
  /** Messages of transactions, contracts (`CosmosMsg::Any`) and proposals; see `protoMessage`. */
  readonly protobuf?: readonly AnyProtoMessage[]
  /** Queries for clients and contracts (`QueryRequest::Grpc`, `Stargate`); see `grpcQuery`. */
  readonly grpc?: readonly AnyGrpcQuery[]
  /** Permissions of its module account. */
  readonly permissions?: readonly Permission[]
  /** See `pluginParams`. */
  readonly params?: AnyParams
  /** By default the entries of the store are exported and imported as they are. */
  readonly genesis?: PluginGenesis
  /** Runs at the beginning of each block, after the chain's own modules. */
  readonly beginBlock?: (ctx: PluginContext) => void
  /** Runs at the end of each block, after the chain's own modules. */
  readonly endBlock?: (ctx: PluginContext) => void
}

/** A defined plug-in; pass it to `createSandbox()`. */
export interface Plugin<M extends CustomMessages = CustomMessages, Q extends CustomQueries = CustomQueries> {
  readonly spec: PluginSpec<M, Q>
}

/** The custom messages that contracts may send to a plug-in: `{ set_price: … } | { … }`. */
export type CustomMessageOf<P extends Plugin> =
  P extends Plugin<infer M>
    ? { [Name in keyof M]: { readonly [One in Name]: M[Name] extends CustomMessage<infer T> ? T : never } }[keyof M]
    : never

/** The custom queries that contracts may send to a plug-in. */
export type CustomQueryOf<P extends Plugin> =
  P extends Plugin<CustomMessages, infer Q>
    ? { [Name in keyof Q]: { readonly [One in Name]: Q[Name] extends CustomQuery<infer T> ? T : never } }[keyof Q]
    : never

/** The answer of a plug-in to a custom query, by the query's name. */
export type CustomAnswerOf<P extends Plugin, Name extends string> =
  P extends Plugin<CustomMessages, infer Q> ? (Q[Name] extends CustomQuery<unknown, infer A> ? A : never) : never

/** With their REST paths. */
const defined = new WeakMap<object, readonly HttpRoute[]>()

/** Whether a value came from {@link definePlugin}. */
export const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'object' && value !== null && defined.has(value)

/** The REST paths of a plug-in. */
export const routesOfPlugin = (plugin: Plugin): readonly HttpRoute[] => defined.get(plugin) ?? []

/**
 * Defines what a user adds to a chain: handlers for custom messages and queries of contracts, protobuf messages, gRPC queries, and a
 * module with a store, an account, params, genesis and block hooks. One definition serves any number of sandboxes, so it must keep no state
 * outside its store. @throws UsageError for invalid names, and for protobuf files that do not parse or lack a message or query
 */
export function definePlugin<const M extends CustomMessages, const Q extends CustomQueries>(
  spec: PluginSpec<M, Q>,
): Plugin<M, Q> {
  refuseUnknown('definePlugin', [spec])
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
  defined.set(plugin, spec.proto === undefined ? [] : routesOfFiles(spec.proto, spec))
  return plugin
}

function routesOfFiles(
  proto: string | readonly string[],
  { protobuf = [], grpc = [] }: PluginSpec,
): readonly HttpRoute[] {
  const routes = learnProtoFiles(typeof proto === 'string' ? [proto] : proto)
  for (const { typeUrl } of protobuf)
    if (!hasType(typeUrl.slice(1))) throw refused(typeUrl, 'a message of the protobuf files in "proto"')
  for (const { path } of grpc)
    if (methodTypes(path) === undefined) throw refused(path, 'a method of the protobuf files in "proto"')
  return routes
}

const refused = (given: unknown, expected: string): UsageError =>
  new UsageError(`definePlugin() does not take ${JSON.stringify(given) ?? typeof given}`, {
    details: [`expected: ${expected}`],
  })
