import type { Json } from '../../src/base/json-value.js'
import { fromBase64, fromHex, toBase64 } from '../../src/base/bytes.js'
import type { Context } from '../../src/chain/context.js'
import {
  MsgRegisterInterchainQuery,
  MsgRegisterInterchainQueryResponse,
  MsgSubmitQueryResult,
  MsgUpdateInterchainQuery,
  QueryResult,
} from '../../src/codec/neutron/interchainqueries.js'
import { protoJson } from '../../src/codec/proto-json/index.js'
import {
  ErrNoQueryResult,
  INTERCHAIN_QUERIES_STORE,
  queryJson,
  register,
  REMOVED_PREFIX,
  remove,
  submit,
  update,
} from '../../src/modules/interchainqueries/index.js'
import { below } from '../../src/chain/paging.js'
import { keyBytes } from '../../src/store/key.js'
import type { StoryChain } from './chain.js'
import type { StoryState, StoryStep } from './story.js'

type Action = StoryStep['do']
type Members = Record<string, Json>
type Handler = (chain: StoryChain, ctx: Context, action: Action) => { readonly members?: Members }

const text = (action: Action, name: string): string => (typeof action[name] === 'string' ? action[name] : '')
const integer = (action: Action, name: string): bigint => BigInt((action[name] ?? 0) as string | number)
const proto = (action: Action): Uint8Array => fromBase64(text(action, 'msg_proto_base64'))

const EMPTY_RESPONSE = { members: { response: {}, response_proto_base64: '' } }

/** A key that is `null`, which no protobuf can hold, comes as JSON alone. */
function registration(action: Action): MsgRegisterInterchainQuery {
  if (action['msg_proto_base64'] !== undefined) return MsgRegisterInterchainQuery.decode(proto(action))
  const msg = action['msg'] as {
    readonly query_type: string
    readonly keys: readonly ({ readonly path: string; readonly key: string } | null)[]
    readonly transactions_filter: string
    readonly connection_id: string
    readonly update_period: string
    readonly sender: string
  }
  return {
    queryType: msg.query_type,
    keys: msg.keys.map((key) => (key?.path === undefined ? undefined : { path: key.path, key: fromBase64(key.key) })),
    transactionsFilter: msg.transactions_filter,
    connectionId: msg.connection_id,
    updatePeriod: BigInt(msg.update_period),
    sender: msg.sender,
  }
}

const submission: Handler = (chain, ctx, action) => {
  // Decoded without what packs a transaction's messages refuse, as the recording did.
  submit(chain.app.interchainQueries, ctx, MsgSubmitQueryResult.decode(proto(action)))
  return EMPTY_RESPONSE
}

/** Steps of interchain queries. */
export const QUERY_STEPS: Readonly<Record<string, Handler>> = {
  register_query: (chain, ctx, action) => {
    const id = register(chain.app.interchainQueries, ctx, registration(action))
    const response = MsgRegisterInterchainQueryResponse.encode({ id }).finish()
    return { members: { response: { id: String(id) }, response_proto_base64: toBase64(response) } }
  },
  update_query: (chain, ctx, action) => {
    update(chain.app.interchainQueries, ctx, MsgUpdateInterchainQuery.decode(proto(action)))
    return EMPTY_RESPONSE
  },
  remove_query: (chain, ctx, action) => {
    remove(chain.app.interchainQueries, ctx, { queryId: integer(action, 'query_id'), sender: text(action, 'sender') })
    return EMPTY_RESPONSE
  },
  submit_kv: submission,
  submit_tx: submission,
  end_block: (chain, ctx, action) => {
    chain.app.modules.find(({ name }) => name === text(action, 'module'))?.endBlock?.(ctx)
    return {}
  },
  set_query_local_height: (chain, ctx, action) => {
    const keeper = chain.app.interchainQueries
    const query = keeper.query(ctx, integer(action, 'query_id'))
    keeper.save(ctx, { ...query, lastSubmittedResultLocalHeight: integer(action, 'height') })
    return {}
  },
  mark_processed: (chain, ctx, action) => {
    for (const hash of action['tx_hashes_hex'] as readonly string[])
      chain.app.interchainQueries.markProcessed(ctx, integer(action, 'query_id'), fromHex(hash))
    return {}
  },
}

/** What an expectation looks at in the module's state. */
export function queriesView(chain: StoryChain, ctx: Context, wanted: StoryState): Members {
  const keeper = chain.app.interchainQueries
  const view: Members = {}
  if (wanted.registered_queries !== undefined)
    view['registered_queries'] = wanted.registered_queries.map(({ query_id: id }) => {
      const query = keeper.find(ctx, BigInt(id))
      return { query_id: id, query: query === undefined ? null : queryJson(query) }
    })
  if (wanted.query_results !== undefined)
    view['query_results'] = wanted.query_results.map(({ query_id: id }) => ({
      query_id: id,
      result: resultView(chain, ctx, BigInt(id)),
    }))
  if (wanted.processed_txs !== undefined)
    view['processed_txs'] = wanted.processed_txs.map(({ query_id: id, tx_hash_hex: hash }) => ({
      query_id: id,
      tx_hash_hex: hash,
      processed: keeper.isProcessed(ctx, BigInt(id), fromHex(hash)),
    }))
  if (wanted.tx_queries_to_remove !== undefined) view['tx_queries_to_remove'] = removedIds(ctx)
  if (wanted.last_query_id !== undefined) view['last_query_id'] = Number(keeper.lastId(ctx))
  return view
}

function resultView(chain: StoryChain, ctx: Context, id: bigint): Json {
  try {
    const result = QueryResult.encode(chain.app.interchainQueries.result(ctx, id)).finish()
    return JSON.parse(protoJson('neutron.interchainqueries.QueryResult', result)) as Json
  } catch (error) {
    if (ErrNoQueryResult.is(error)) return null
    throw error
  }
}

function removedIds(ctx: Context): number[] {
  const rows = below(ctx.rawStore(INTERCHAIN_QUERIES_STORE), REMOVED_PREFIX).iterator()
  const ids: number[] = []
  for (; rows.valid; rows.next()) ids.push(Number(Buffer.from(keyBytes(rows.key)).readBigUInt64BE()))
  return ids
}
