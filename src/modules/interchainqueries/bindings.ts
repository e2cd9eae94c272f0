import { addressText, nilPointer, wrapping, type Context } from '../../chain/index.js'
import { NO_BYTES, toUtf8 } from '../../base/index.js'
import type { Coin } from '../../codec/index.js'
import {
  bool,
  bytes,
  goArray,
  goBytes,
  goObject,
  goString,
  pointer,
  slice,
  string,
  struct,
  uint64,
  type GoType,
  type ValueOf,
} from '../../codec/go-json/index.js'
import {
  MsgRegisterInterchainQueryResponse,
  MsgRemoveInterchainQueryResponse,
  MsgUpdateInterchainQueryResponse,
  type Height,
  type KVKey,
  type RegisteredQuery,
} from '../../codec/neutron/interchainqueries.js'
import { doubling } from './errors.js'
import type { InterchainQueriesKeeper } from './keeper.js'
import { registeredQueries } from './queries.js'
import { register, remove, update } from './registration.js'

/** The module's custom JSON for contracts. Source: neutron wasmbinding/message_plugin.go, queries.go, custom_querier.go, bindings. */

const bound = <F extends Readonly<Record<string, GoType<unknown>>>>(name: string, fields: F) =>
  struct(name, fields, `bindings.${name}`)

const Key = struct('KVKey', { path: string, key: bytes })
const keys = slice(pointer(Key))

const RegisterInterchainQuery = bound('RegisterInterchainQuery', {
  query_type: string,
  keys,
  transactions_filter: string,
  connection_id: string,
  update_period: uint64,
})
const UpdateInterchainQuery = bound('UpdateInterchainQuery', {
  query_id: uint64,
  new_keys: keys,
  new_update_period: uint64,
  new_transactions_filter: string,
})
const RemoveInterchainQuery = bound('RemoveInterchainQuery', { query_id: uint64 })

const keyList = (given: ValueOf<typeof keys>): (KVKey | undefined)[] =>
  given.map((key) => key && { path: key.path, key: key.key ?? NO_BYTES })

/** The result of a message: its response as JSON and as `Any`. */
const dispatched = (json: string, typeUrl: string, value: Uint8Array) => ({
  events: [],
  data: [toUtf8(json)],
  msgResponses: [{ typeUrl, value }],
})

/** The reference wraps twice with the same text. */
const twice = <T>(description: string, step: () => T): T => wrapping(description, () => wrapping(description, step))

/** `register_interchain_query`, `update_interchain_query` and `remove_interchain_query`. */
export const interchainQueriesBindings = (keeper: InterchainQueriesKeeper) => ({
  register: {
    name: 'register_interchain_query',
    type: RegisterInterchainQuery,
    send: (ctx: Context, contract: Uint8Array, message: ValueOf<typeof RegisterInterchainQuery>) => {
      const id = twice('failed to register interchain query', () =>
        register(keeper, ctx, {
          queryType: message.query_type,
          keys: keyList(message.keys),
          transactionsFilter: message.transactions_filter,
          connectionId: message.connection_id,
          updatePeriod: message.update_period,
          sender: addressText(ctx.prefix, contract),
        }),
      )
      const response = MsgRegisterInterchainQueryResponse.encode({ id }).finish()
      return dispatched(goObject({ id: String(id) }), MsgRegisterInterchainQueryResponse.typeUrl, response)
    },
  },
  update: {
    name: 'update_interchain_query',
    type: UpdateInterchainQuery,
    send: (ctx: Context, contract: Uint8Array, message: ValueOf<typeof UpdateInterchainQuery>) => {
      twice('failed to update interchain query', () =>
        update(keeper, ctx, {
          queryId: message.query_id,
          newKeys: keyList(message.new_keys),
          newUpdatePeriod: message.new_update_period,
          newTransactionsFilter: message.new_transactions_filter,
          sender: addressText(ctx.prefix, contract),
        }),
      )
      return dispatched('{}', MsgUpdateInterchainQueryResponse.typeUrl, NO_BYTES)
    },
  },
  remove: {
    name: 'remove_interchain_query',
    type: RemoveInterchainQuery,
    send: (ctx: Context, contract: Uint8Array, { query_id: queryId }: ValueOf<typeof RemoveInterchainQuery>) => {
      twice('failed to remove interchain query', () =>
        remove(keeper, ctx, { queryId, sender: addressText(ctx.prefix, contract) }),
      )
      return dispatched('{}', MsgRemoveInterchainQueryResponse.typeUrl, NO_BYTES)
    },
  },
})

const ById = (name: string) => bound(name, { query_id: uint64 })
const PageRequest = struct(
  'PageRequest',
  { key: bytes, offset: uint64, limit: uint64, count_total: bool, reverse: bool },
  'query.PageRequest',
)
const QueryRegisteredQueriesRequest = bound('QueryRegisteredQueriesRequest', {
  owners: slice(string),
  connection_id: string,
  pagination: pointer(PageRequest),
})
const QueryRegisteredQueryResultRequest = ById('QueryRegisteredQueryResultRequest')
const QueryRegisteredQueryRequest = ById('QueryRegisteredQueryRequest')

const text = (value: string): string | undefined => (value === '' ? undefined : goString(value))
const number = (value: bigint): string | undefined => (value === 0n ? undefined : String(value))
const coinsJson = (coins: readonly Coin[]): string =>
  goArray(coins.map(({ denom, amount }) => goObject({ denom: goString(denom), amount: goString(String(amount)) })))
const heightJson = ({ revisionNumber, revisionHeight }: Height): string =>
  goObject({ revision_number: number(revisionNumber), revision_height: number(revisionHeight) })
const keyJson = ({ path, key }: KVKey): string =>
  goObject({ path: text(path), key: key.length === 0 ? undefined : goBytes(key) })

const queryJson = (query: RegisteredQuery): string => {
  const remote = query.lastSubmittedResultRemoteHeight
  return goObject({
    id: String(query.id),
    owner: goString(query.owner),
    keys: goArray(query.keys.map(keyJson)),
    transactions_filter: goString(query.transactionsFilter),
    query_type: goString(query.queryType),
    connection_id: goString(query.connectionId),
    update_period: String(query.updatePeriod),
    last_submitted_result_local_height: String(query.lastSubmittedResultLocalHeight),
    last_submitted_result_remote_height: remote && heightJson(remote),
    deposit: coinsJson(query.deposit),
    submit_timeout: String(query.submitTimeout),
    registered_at_height: String(query.registeredAtHeight),
  })
}

/** `interchain_query_result`, `registered_interchain_query` and `registered_interchain_queries`. */
export const interchainQueriesQueriesOf = (keeper: InterchainQueriesKeeper) => ({
  result: {
    name: 'interchain_query_result',
    type: QueryRegisteredQueryResultRequest,
    answer: (
      ctx: Context,
      _contract: Uint8Array,
      { query_id: id }: ValueOf<typeof QueryRegisteredQueryResultRequest>,
    ) => {
      const { kvResults, height, revision } = doubling('failed to get interchain query result', () =>
        keeper.result(ctx, id),
      )
      const values = kvResults.map(({ storagePrefix, key, value }) =>
        goObject({ storage_prefix: text(storagePrefix), key: goBytes(key), value: goBytes(value) }),
      )
      const result = goObject({
        kv_results: values.length === 0 ? undefined : goArray(values),
        height: number(height),
        revision: number(revision),
      })
      return toUtf8(goObject({ result }))
    },
  },
  registeredQuery: {
    name: 'registered_interchain_query',
    type: QueryRegisteredQueryRequest,
    answer: (ctx: Context, _contract: Uint8Array, { query_id: id }: ValueOf<typeof QueryRegisteredQueryRequest>) => {
      const query = doubling('failed to get registered queries', () => keeper.query(ctx, id))
      return toUtf8(goObject({ registered_query: queryJson(query) }))
    },
  },
  registeredQueries: {
    name: 'registered_interchain_queries',
    type: QueryRegisteredQueriesRequest,
    answer: (ctx: Context, _contract: Uint8Array, request: ValueOf<typeof QueryRegisteredQueriesRequest>) => {
      const { owners, connection_id: connectionId, pagination: page } = request
      // The reference does not check whether a page is set.
      if (page === undefined) throw nilPointer()
      const { registeredQueries: found } = doubling('failed to get registered queries', () =>
        registeredQueries(ctx, {
          owners,
          connectionId,
          pagination: {
            key: page.key ?? NO_BYTES,
            offset: page.offset,
            limit: page.limit,
            countTotal: page.count_total,
            reverse: page.reverse,
          },
        }),
      )
      return toUtf8(goObject({ registered_queries: goArray(found.map(queryJson)) }))
    },
  },
})
