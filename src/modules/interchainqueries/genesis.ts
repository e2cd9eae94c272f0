import type { Json } from '../../base/json-value.js'
import { fromBase64, toBase64 } from '../../base/index.js'
import { GenesisReader, parseAccAddress, rethrowing, wrapError, type Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'
import type { Height, KVKey, Params, RegisteredQuery } from '../../codec/neutron/interchainqueries.js'
import { ErrEmptyKeys, ErrInvalidQueryId, ErrUnexpectedQueryTypeGenesis } from './errors.js'
import { DEFAULT_PARAMS, type InterchainQueriesKeeper } from './keeper.js'
import { checkFilter, checkKeys } from './validate.js'

/** Source: neutron x/interchainqueries/genesis.go, types/genesis.go. */

interface Genesis {
  readonly params: Params
  readonly queries: readonly RegisteredQuery[]
}

const coinsJson = (coins: readonly Coin[]): Json =>
  coins.map(({ denom, amount }) => ({ denom, amount: String(amount) }))

export const paramsJson = (params: Params): Json => ({
  query_submit_timeout: String(params.querySubmitTimeout),
  query_deposit: coinsJson(params.queryDeposit),
  tx_query_removal_limit: String(params.txQueryRemovalLimit),
  max_kv_query_keys_count: String(params.maxKvQueryKeysCount),
  max_transactions_filters: String(params.maxTransactionsFilters),
})

export const readParams = (json: GenesisReader): Params => ({
  querySubmitTimeout: uint64(json.at('query_submit_timeout')),
  queryDeposit: json.at('query_deposit').coins(),
  txQueryRemovalLimit: uint64(json.at('tx_query_removal_limit')),
  maxKvQueryKeysCount: uint64(json.at('max_kv_query_keys_count')),
  maxTransactionsFilters: uint64(json.at('max_transactions_filters')),
})

/** @throws UsageError for a number that does not fit */
function uint64(json: GenesisReader): bigint {
  const value = json.integer()
  if (BigInt.asUintN(64, value) !== value) throw json.error(`expected a number of 64 bits, got ${value}`)
  return value
}

const heightJson = ({ revisionNumber, revisionHeight }: Height): Json => ({
  revision_number: String(revisionNumber),
  revision_height: String(revisionHeight),
})
const readHeight = (json: GenesisReader): Height | undefined =>
  json.isAbsent
    ? undefined
    : { revisionNumber: uint64(json.at('revision_number')), revisionHeight: uint64(json.at('revision_height')) }

export const queryJson = (query: RegisteredQuery): Json => ({
  id: String(query.id),
  owner: query.owner,
  query_type: query.queryType,
  keys: query.keys.map(({ path, key }) => ({ path, key: toBase64(key) })),
  transactions_filter: query.transactionsFilter,
  connection_id: query.connectionId,
  update_period: String(query.updatePeriod),
  last_submitted_result_local_height: String(query.lastSubmittedResultLocalHeight),
  last_submitted_result_remote_height: query.lastSubmittedResultRemoteHeight
    ? heightJson(query.lastSubmittedResultRemoteHeight)
    : null,
  deposit: coinsJson(query.deposit),
  submit_timeout: String(query.submitTimeout),
  registered_at_height: String(query.registeredAtHeight),
})

function readKey(json: GenesisReader): KVKey {
  const key = json.at('key')
  try {
    return { path: json.at('path').string(), key: fromBase64(key.string()) }
  } catch (cause) {
    throw key.error('expected base64', cause)
  }
}

const readQuery = (json: GenesisReader): RegisteredQuery => ({
  id: uint64(json.at('id')),
  owner: json.at('owner').string(),
  queryType: json.at('query_type').string(),
  keys: json.at('keys').list().map(readKey),
  transactionsFilter: json.at('transactions_filter').string(),
  connectionId: json.at('connection_id').string(),
  updatePeriod: uint64(json.at('update_period')),
  lastSubmittedResultLocalHeight: uint64(json.at('last_submitted_result_local_height')),
  lastSubmittedResultRemoteHeight: readHeight(json.at('last_submitted_result_remote_height')),
  deposit: json.at('deposit').coins(),
  submitTimeout: uint64(json.at('submit_timeout')),
  registeredAtHeight: uint64(json.at('registered_at_height')),
})

function readGenesis(state: Json): Genesis {
  const json = new GenesisReader(state, 'interchainqueries')
  return { params: readParams(json.at('params')), queries: json.at('registered_queries').list().map(readQuery) }
}

export const defaultGenesis = (): Json => ({ params: paramsJson(DEFAULT_PARAMS), registered_queries: [] })

/**
 * @param prefix of addresses
 * @throws ChainError interchainqueries/1100, 1106, 1117 to 1121, sdk/18, undefined/1; UsageError for JSON of another shape
 */
export function validateGenesis(prefix: string, state: Json): void {
  const { params, queries } = readGenesis(state)
  const seen = new Set<bigint>()
  for (const { id, owner, queryType, keys, transactionsFilter } of queries) {
    if (seen.has(id)) throw ErrInvalidQueryId.error(`duplicate query id: ${id}`)
    seen.add(id)
    rethrowing(
      (error) => wrapError(error, `Invalid owner address (${error.log})`),
      () => parseAccAddress(prefix, owner),
    )
    if (queryType === 'tx') checkFilter(transactionsFilter, params.maxTransactionsFilters)
    else if (queryType === 'kv') {
      if (keys.length === 0) throw ErrEmptyKeys.error('keys cannot be empty')
      checkKeys(keys, params.maxKvQueryKeysCount)
    } else throw ErrUnexpectedQueryTypeGenesis.error(`Unexpected query type: ${queryType}`)
  }
}

/** The last id becomes the highest. Results, hashes and the list of removed queries start empty. @throws UsageError */
export function initGenesis(keeper: InterchainQueriesKeeper, ctx: Context, state: Json): void {
  const { params, queries } = readGenesis(state)
  for (const query of queries.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))) {
    keeper.setLastId(ctx, query.id)
    keeper.save(ctx, query)
  }
  keeper.setParams(ctx, params)
}

export const exportGenesis = (keeper: InterchainQueriesKeeper, ctx: Context): Json => ({
  params: paramsJson(keeper.params(ctx)),
  registered_queries: keeper.all(ctx).map(queryJson),
})
