import {
  assertAuthority,
  ErrInvalidRequest,
  ErrUnauthorized,
  event,
  GoPanic,
  parseAccAddress,
  rethrowing,
  wrapping,
  type Context,
  type Event,
} from '../../chain/index.js'
import type {
  KVKey,
  MsgRegisterInterchainQuery,
  MsgRemoveInterchainQuery,
  MsgUpdateInterchainQuery,
  MsgUpdateParams,
  RegisteredQuery,
} from '../../codec/neutron/interchainqueries.js'
import { doubling, ErrInvalidConnectionId, ErrNotContract } from './errors.js'
import type { InterchainQueriesKeeper } from './keeper.js'
import { MODULE_ACCOUNT } from './keys.js'
import { assertConnection } from './remote.js'
import { keyText, validateRegistration, validateRemoval, validateUpdate } from './validate.js'

/** Registering, updating and removing queries. Source: neutron x/interchainqueries/keeper/msg_server.go. */

/**
 * Registers a query of a contract and takes its deposit.
 * @returns the id
 * @throws ChainError interchainqueries/1103 to 1106, 1116 to 1120, sdk/5, sdk/7, sdk/18, sdk/29
 */
export function register(keeper: InterchainQueriesKeeper, ctx: Context, message: MsgRegisterInterchainQuery): bigint {
  const { bank, contracts, ibc, eventType } = keeper.options
  const params = keeper.params(ctx)
  const sender = wrapping('failed to validate MsgRegisterInterchainQuery', () =>
    validateRegistration(ctx.prefix, message, params),
  )
  if (!contracts.hasContract(ctx, sender)) throw ErrNotContract.error(`${message.sender} is not a contract address`)
  const { connectionId } = message
  rethrowing(
    ({ log }) => ErrInvalidConnectionId.error(`failed to get connection with ID '${connectionId}': ${log}`),
    () => assertConnection(ibc, ctx, connectionId),
  )
  const id = keeper.lastId(ctx) + 1n
  const query: RegisteredQuery = {
    id,
    owner: message.sender,
    queryType: message.queryType,
    keys: message.keys as readonly KVKey[],
    transactionsFilter: message.transactionsFilter,
    connectionId,
    updatePeriod: message.updatePeriod,
    lastSubmittedResultLocalHeight: 0n,
    lastSubmittedResultRemoteHeight: undefined,
    deposit: params.queryDeposit,
    submitTimeout: params.querySubmitTimeout,
    registeredAtHeight: BigInt(ctx.block.height),
  }
  keeper.setLastId(ctx, id)
  wrapping('failed to collect deposit', () => bank.sendToModule(ctx, sender, MODULE_ACCOUNT, query.deposit))
  keeper.save(ctx, query)
  ctx.events.emit(queryEvent(eventType, 'query_updated', query))
  return id
}

/**
 * Sets keys or filter, and the update period, of the sender's query.
 * @throws ChainError interchainqueries/1100, 1106, 1118 to 1120, sdk/4, sdk/7, sdk/18
 */
export function update(keeper: InterchainQueriesKeeper, ctx: Context, message: MsgUpdateInterchainQuery): void {
  const params = keeper.params(ctx)
  wrapping('failed to validate MsgUpdateInterchainQueryRequest', () => validateUpdate(ctx.prefix, message, params))
  const query = doubling('failed to get query by query id', () => keeper.query(ctx, message.queryId))
  if (query.owner !== message.sender) throw ErrUnauthorized.error('authorization failed')
  const { newKeys, newTransactionsFilter, newUpdatePeriod } = message
  const unlike = "params to update don't correspond with query type: can't update"
  if (query.queryType === 'kv' && newKeys.length === 0 && newTransactionsFilter !== '')
    throw ErrInvalidRequest.error(`${unlike} TX filter for a KV query`)
  if (query.queryType === 'tx' && newKeys.length > 0 && newTransactionsFilter === '')
    throw ErrInvalidRequest.error(`${unlike} KV keys for a TX query`)
  const updated: RegisteredQuery = {
    ...query,
    ...(newUpdatePeriod > 0n && { updatePeriod: newUpdatePeriod }),
    ...(newKeys.length > 0 && query.queryType === 'kv' && { keys: newKeys as readonly KVKey[] }),
    ...(newTransactionsFilter !== '' && query.queryType === 'tx' && { transactionsFilter: newTransactionsFilter }),
  }
  keeper.save(ctx, updated)
  ctx.events.emit(queryEvent(keeper.options.eventType, 'query_updated', updated))
}

/**
 * Removes a query: its owner at any time, anybody else after its timeout. The deposit is paid to the sender, even if it is not the owner.
 * @throws ChainError interchainqueries/1100, sdk/4, sdk/7; GoPanic when the deposit cannot be paid
 */
export function remove(keeper: InterchainQueriesKeeper, ctx: Context, message: MsgRemoveInterchainQuery): void {
  const sender = wrapping('failed to validate MsgRemoveInterchainQueryRequest', () =>
    validateRemoval(ctx.prefix, message),
  )
  const query = doubling('failed to get query by query id', () => keeper.query(ctx, message.queryId))
  if (query.owner !== message.sender && isInService(query, BigInt(ctx.block.height)))
    throw ErrUnauthorized.error('only owner can remove a query within its service period')
  keeper.remove(ctx, query)
  payOut(keeper, ctx, query, sender)
  ctx.events.emit(queryEvent(keeper.options.eventType, 'query_removed', query))
}

/** Heights are 64-bit numbers, whose sums wrap. Source: types/registered_query.go `ValidateRemoval` */
function isInService(query: RegisteredQuery, height: bigint): boolean {
  const end = (from: bigint): bigint => BigInt.asUintN(64, from + query.submitTimeout)
  return height <= end(query.registeredAtHeight) || height <= end(query.lastSubmittedResultLocalHeight)
}

function payOut(keeper: InterchainQueriesKeeper, ctx: Context, { deposit }: RegisteredQuery, to: Uint8Array): void {
  rethrowing(
    (error) => new GoPanic(error.log),
    () => keeper.options.bank.sendFromModule(ctx, MODULE_ACCOUNT, to, deposit),
  )
}

/** @throws ChainError undefined/1, sdk/18 */
export function updateParams(
  keeper: InterchainQueriesKeeper,
  ctx: Context,
  { authority, params }: MsgUpdateParams,
): void {
  wrapping('failed to validate MsgUpdateParams', () =>
    wrapping('authority is invalid', () => parseAccAddress(ctx.prefix, authority)),
  )
  assertAuthority(ctx, keeper.options.authority, authority, ErrInvalidRequest)
  keeper.setParams(ctx, params)
}

const queryEvent = (type: string, action: 'query_updated' | 'query_removed', query: RegisteredQuery): Event =>
  event(
    type,
    ['module', 'interchainqueries'],
    ['action', action],
    ['query_id', String(query.id)],
    ['connection_id', query.connectionId],
    ['owner', query.owner],
    ['type', query.queryType],
    ['tx_filter', query.transactionsFilter],
    ['kv_key', query.keys.map(keyText).join(',')],
  )
