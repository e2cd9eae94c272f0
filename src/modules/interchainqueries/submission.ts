import { parseAccAddress, registerError, rethrowing, wrapping, type Context } from '../../chain/index.js'
import type {
  Height,
  MsgSubmitQueryResult,
  QueryResult,
  RegisteredQuery,
} from '../../codec/neutron/interchainqueries.js'
import {
  doubling,
  ErrInvalidConnectionId,
  ErrInvalidHeight,
  ErrInvalidSubmittedResult,
  ErrInvalidType,
} from './errors.js'
import type { QueryCallback } from './expected.js'
import type { InterchainQueriesKeeper } from './keeper.js'
import { verifyValues } from './kv-result.js'
import { rejectingBlock, rejectingValues } from './rejection.js'
import { connectionConsensusState } from './remote.js'
import { deliverTx } from './tx-result.js'
import { validateSubmission } from './validate.js'

const ErrConsensusStateNotFound = registerError('client', 7, 'consensus state not found')

/**
 * Handles a relayer's result: verifies it, stores values and calls the contract.
 * @throws ChainError interchainqueries/1100 to 1114, client/7, sdk/7, undefined/1; Panic
 * Source: neutron x/interchainqueries/keeper/msg_server.go `SubmitQueryResult`.
 */
export function submit(keeper: InterchainQueriesKeeper, ctx: Context, message: MsgSubmitQueryResult): void {
  wrapping('failed to validate MsgSubmitQueryResult', () => validateSubmission(ctx.prefix, message))
  const result = message.result!
  const query = doubling('failed to get query by id', () => keeper.query(ctx, message.queryId))
  const connection = keeper.options.ibc.connection(ctx, query.connectionId)
  if (connection === undefined)
    throw ErrInvalidConnectionId.error(`registered query ${query.id} has invalid connection id: ${query.connectionId}`)
  const owner = wrapping(`failed to decode owner contract address (${query.owner})`, () =>
    parseAccAddress(ctx.prefix, query.owner),
  )
  if (result.kvResults.length > 0) {
    submitValues(keeper, ctx, query, connection.clientId, result)
    if (result.allowKvCallbacks) {
      rejectingValues(query.owner, query.id, () =>
        callBack(keeper, ctx, owner, { kv_query_result: { query_id: query.id } }),
      )
      // A block submitted together with the values is ignored.
      return
    }
  }
  const { block } = result
  if (block?.tx === undefined) return
  if (query.queryType !== 'tx') throw wrongType(query)
  const { tx } = block
  rejectingBlock(() =>
    deliverTx(keeper, ctx, {
      query,
      clientId: connection.clientId,
      block: { ...block, tx },
      call: (callback) => callBack(keeper, ctx, owner, callback),
    }),
  )
  keeper.touch(ctx, query.id)
}

function submitValues(
  keeper: InterchainQueriesKeeper,
  ctx: Context,
  query: RegisteredQuery,
  clientId: string,
  result: QueryResult,
): void {
  const { ibc, emptyValues } = keeper.options
  if (query.queryType !== 'kv') throw wrongType(query)
  const at = { revisionNumber: result.revision, revisionHeight: result.height }
  const last = query.lastSubmittedResultRemoteHeight
  if (last !== undefined && !isBelow(last, at))
    throw ErrInvalidHeight.error(
      `result's remote height ${heightText(at)} is less than or equal to last result's remote height &${heightText(last)}`,
    )
  const [count, wanted] = [result.kvResults.length, query.keys.length]
  if (count !== wanted)
    throw ErrInvalidSubmittedResult.error(
      `KV keys length from result is not equal to registered query keys length: ${count} != ${wanted}`,
    )
  // The app hash after a block is in the header of the next one.
  const next = { ...at, revisionHeight: BigInt.asUintN(64, at.revisionHeight + 1n) }
  const consensus = rethrowing(
    ({ log }) => ErrConsensusStateNotFound.error(`failed to get consensus state: ${log}`),
    () => connectionConsensusState(ibc, ctx, query.connectionId, next),
  )
  const kvResults = verifyValues(ibc.clients.clientState(ctx, clientId), consensus, query, result.kvResults, {
    clientId,
    emptyValues,
    trusts: ibc.clients.trusts,
  })
  keeper.saveResult(ctx, query, { ...result, kvResults })
}

function callBack(keeper: InterchainQueriesKeeper, ctx: Context, owner: Uint8Array, callback: QueryCallback): void {
  const { contracts, callbacks } = keeper.options
  if (callbacks === 'direct') contracts.directCallback(ctx, owner, callback)
  else contracts.callback(ctx, owner, callback)
}

const wrongType = ({ queryType }: RegisteredQuery) =>
  ErrInvalidType.error(`invalid query result for query type: ${queryType}`)

/** The struct as Go's `%d` prints it. */
const heightText = ({ revisionNumber, revisionHeight }: Height): string => `{${revisionNumber} ${revisionHeight}}`

const isBelow = (a: Height, b: Height): boolean =>
  a.revisionNumber === b.revisionNumber ? a.revisionHeight < b.revisionHeight : a.revisionNumber < b.revisionNumber
