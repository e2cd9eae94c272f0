import { UsageError } from '../../../base/index.js'
import { ErrNotSupported, plainError, wrapError, type Context } from '../../../chain/index.js'
import { GoJsonError, pointer, rawMessage, struct, unmarshal, type GoType } from '../../../codec/go-json/index.js'
import type { Dispatched, Messenger } from './dispatch.js'
import { unsupportedRequest } from '../../../codec/wasm/index.js'
import type { Querier } from './queriers.js'

/** A custom message that a module handles, under its name in the contract's JSON. */
export interface CustomMessage<T> {
  readonly name: string
  readonly type: GoType<T>
  /** @throws ChainError, Panic */
  send(ctx: Context, contract: Uint8Array, message: T): Dispatched
}

/** A custom query that a module answers. */
export interface CustomQuery<T> {
  readonly name: string
  readonly type: GoType<T>
  /** @returns the bytes that the contract gets @throws ChainError, Panic */
  answer(ctx: Context, contract: Uint8Array, query: T): Uint8Array
}

/** The chain's custom names, each with the module that handles it; the first one set wins. */
export interface BindingTable {
  /** Name of the Go types, as errors print them. */
  readonly goTypes: { readonly message: string; readonly query: string }
  readonly messages: Readonly<Record<string, string>>
  readonly queries: Readonly<Record<string, string>>
  /** Names the custom messages and queries in errors. */
  readonly chain: string
}

/** One of the two sets of names: looked up in table order; names outside the table come last. */
class Names<H extends { readonly name: string; readonly type: GoType<unknown> }> {
  readonly #goType: string
  /** Module of each name. */
  readonly #modules: Readonly<Record<string, string>>
  readonly #handlers = new Map<string, H>()
  #type: GoType<Record<string, unknown>> | undefined

  constructor(goType: string, modules: Readonly<Record<string, string>>) {
    this.#goType = goType
    this.#modules = modules
  }

  add(handler: H): void {
    if (this.#handlers.has(handler.name))
      throw new UsageError(`a handler of the custom name ${JSON.stringify(handler.name)} is registered already`)
    this.#handlers.set(handler.name, handler)
    this.#type = undefined
  }

  /** All names, those that no module handles among them. */
  get all(): readonly string[] {
    return [...new Set([...Object.keys(this.#modules), ...this.#handlers.keys()])]
  }

  /** The first member that is set, with its handler; undefined when none is. @throws GoJsonError; ChainError sdk/37 when no module handles it */
  read(json: Uint8Array): { readonly handler: H; readonly value: unknown } | undefined {
    const names = this.all
    this.#type ??= struct(
      this.#goType,
      Object.fromEntries(names.map((name) => [name, pointer<unknown>(this.#handlers.get(name)?.type ?? rawMessage)])),
      `bindings.${this.#goType}`,
    )
    const members = unmarshal(this.#type, json)
    const name = names.find((candidate) => members[candidate] !== undefined)
    if (name === undefined) return undefined
    const handler = this.#handlers.get(name)
    if (handler === undefined) throw ErrNotSupported.error(`custom JSON ${name} of module ${this.#modules[name]}`)
    return { handler, value: members[name] }
  }
}

/** The chain's custom JSON for contracts: modules plug in their handlers, names without a handler are rejected as not supported. */
export class Bindings {
  readonly #chain: string
  readonly #messages: Names<CustomMessage<unknown>>
  readonly #queries: Names<CustomQuery<unknown>>

  constructor({ chain, goTypes, messages, queries }: BindingTable) {
    this.#chain = chain
    this.#messages = new Names(goTypes.message, messages)
    this.#queries = new Names(goTypes.query, queries)
  }

  /** Names of the chain's custom messages and queries, those that no module handles here among them. */
  get names(): { readonly messages: readonly string[]; readonly queries: readonly string[] } {
    return { messages: this.#messages.all, queries: this.#queries.all }
  }

  /** A name outside the table is user-defined and comes after the chain's. @throws UsageError when the name is taken */
  addMessage<T>(message: CustomMessage<T>): this {
    this.#messages.add(message)
    return this
  }

  /** @throws UsageError when the name is taken */
  addQuery<T>(query: CustomQuery<T>): this {
    this.#queries.add(query)
    return this
  }

  /** Sends custom messages; any other message, or one with an unknown name, goes to the next handler. Source: neutron wasmbinding/message_plugin.go `DispatchMsg`. */
  messengerBefore(next: Messenger): Messenger {
    return (ctx, contract, ibcPort, message) => {
      const { custom } = message
      const what = () => 'failed to decode incoming custom cosmos message'
      const found = custom && asChainError(what, () => this.#messages.read(custom))
      return found ? found.handler.send(ctx, contract, found.value) : next(ctx, contract, ibcPort, message)
    }
  }

  /** Source: neutron wasmbinding/custom_querier.go `CustomQuerier`. */
  readonly querier: Querier<'custom'> = (ctx, contract, custom) => {
    const what = (text: string) => `failed to unmarshal ${this.#chain} query: ${text}`
    const found = asChainError(what, () => this.#queries.read(custom))
    if (found === undefined) throw unsupportedRequest(`unknown ${this.#chain} query type`)
    return found.handler.answer(ctx, contract, found.value)
  }
}

/** Decodes JSON; an error becomes a wrapped chain error. */
function asChainError<T>(what: (text: string) => string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof GoJsonError) throw wrapError(plainError(error.shortMessage), what(error.shortMessage))
    throw error
  }
}
