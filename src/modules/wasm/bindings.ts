import { UsageError } from '../../base/errors.js'
import { wrapError, plainError } from '../../chain/errors.js'
import type { Context } from '../../chain/context.js'
import { ErrNotSupported } from '../../chain/sdk-errors.js'
import { GoJsonError, pointer, rawMessage, struct, unmarshal, type GoType } from '../../codec/go-json/index.js'
import type { Dispatched, Messenger } from './dispatch.js'
import { unsupportedRequest } from '../../codec/wasm/index.js'
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

/** The chain's names, in the order in which the first that is set wins, each with the module that handles it. */
export interface BindingTable {
  /** Name of the Go types, as errors print them. */
  readonly goTypes: { readonly message: string; readonly query: string }
  readonly messages: Readonly<Record<string, string>>
  readonly queries: Readonly<Record<string, string>>
  /** Names the custom messages and queries in errors. */
  readonly chain: string
}

/** Source: neutron wasmbinding/bindings/msg.go, message_plugin.go, bindings/query.go, custom_querier.go. */
export const NEUTRON_BINDINGS: BindingTable = {
  chain: 'neutron',
  goTypes: { message: 'NeutronMsg', query: 'NeutronQuery' },
  messages: {
    submit_tx: 'interchaintxs',
    register_interchain_account: 'interchaintxs',
    register_interchain_query: 'interchainqueries',
    update_interchain_query: 'interchainqueries',
    remove_interchain_query: 'interchainqueries',
    ibc_transfer: 'transfer',
    create_denom: 'tokenfactory',
    mint_tokens: 'tokenfactory',
    set_before_send_hook: 'tokenfactory',
    change_admin: 'tokenfactory',
    burn_tokens: 'tokenfactory',
    force_transfer: 'tokenfactory',
    set_denom_metadata: 'tokenfactory',
    remove_schedule: 'cron',
    resubmit_failure: 'contractmanager',
    dex: 'dex',
  },
  queries: {
    interchain_query_result: 'interchainqueries',
    interchain_account_address: 'interchaintxs',
    registered_interchain_queries: 'interchainqueries',
    registered_interchain_query: 'interchainqueries',
    min_ibc_fee: 'feerefunder',
    full_denom: 'tokenfactory',
    denom_admin: 'tokenfactory',
    before_send_hook: 'tokenfactory',
    failures: 'contractmanager',
    dex: 'dex',
    oracle: 'oracle',
    market_map: 'marketmap',
  },
}

type Handler = CustomMessage<unknown> | CustomQuery<unknown>

/** The chain's custom JSON for contracts: modules plug in their handlers, what has none is refused as not supported. */
export class Bindings {
  readonly #table: BindingTable
  readonly #messages = new Map<string, CustomMessage<unknown>>()
  readonly #queries = new Map<string, CustomQuery<unknown>>()

  constructor(table: BindingTable) {
    this.#table = table
  }

  /** A name outside the table is a user's own: it comes after those of the chain. @throws UsageError when the name is taken */
  addMessage<T>(message: CustomMessage<T>): this {
    claim(this.#messages, message.name)
    this.#messages.set(message.name, message)
    return this
  }

  /** @throws UsageError when the name is taken */
  addQuery<T>(query: CustomQuery<T>): this {
    claim(this.#queries, query.name)
    this.#queries.set(query.name, query)
    return this
  }

  /** Sends custom messages; what is none, or has no name that is known, goes to the next. Source: neutron wasmbinding/message_plugin.go `DispatchMsg`. */
  messengerBefore(next: Messenger): Messenger {
    const { goTypes, messages } = this.#table
    const what = () => 'failed to decode incoming custom cosmos message'
    return (ctx, contract, ibcPort, message) => {
      if (message.custom === undefined) return next(ctx, contract, ibcPort, message)
      const found = this.#read(message.custom, goTypes.message, messages, this.#messages, what)
      if (found === undefined) return next(ctx, contract, ibcPort, message)
      if (found.handler === undefined) throw notSupported('message', found.name, messages)
      return found.handler.send(ctx, contract, found.value)
    }
  }

  /** Source: neutron wasmbinding/custom_querier.go `CustomQuerier`. */
  readonly querier: Querier<'custom'> = (ctx, contract, custom) => {
    const { goTypes, queries, chain } = this.#table
    const found = this.#read(
      custom,
      goTypes.query,
      queries,
      this.#queries,
      (text) => `failed to unmarshal ${chain} query: ${text}`,
    )
    if (found === undefined) throw unsupportedRequest(`unknown ${chain} query type`)
    if (found.handler === undefined) throw notSupported('query', found.name, queries)
    return found.handler.answer(ctx, contract, found.value)
  }

  /** The first member that is set, by the order of the table. */
  #read<H extends Handler>(
    json: Uint8Array,
    goType: string,
    table: Readonly<Record<string, string>>,
    handlers: ReadonlyMap<string, H>,
    what: (text: string) => string,
  ): { readonly name: string; readonly handler: H | undefined; readonly value: unknown } | undefined {
    const names = [...new Set([...Object.keys(table), ...handlers.keys()])]
    const fields = names.map((name) => [name, pointer<unknown>(handlers.get(name)?.type ?? rawMessage)] as const)
    let members: Readonly<Record<string, unknown>>
    try {
      members = unmarshal(struct(goType, Object.fromEntries(fields), `bindings.${goType}`), json)
    } catch (error) {
      if (error instanceof GoJsonError) throw wrapError(plainError(error.shortMessage), what(error.shortMessage))
      throw error
    }
    const name = names.find((candidate) => members[candidate] !== undefined)
    return name === undefined ? undefined : { name, handler: handlers.get(name), value: members[name] }
  }
}

const notSupported = (kind: 'message' | 'query', name: string, table: Readonly<Record<string, string>>) =>
  ErrNotSupported.error(`custom ${kind} ${name} of module ${table[name]}`)

function claim(handlers: ReadonlyMap<string, unknown>, name: string): void {
  if (handlers.has(name))
    throw new UsageError(`a handler of the custom name ${JSON.stringify(name)} is registered already`)
}
