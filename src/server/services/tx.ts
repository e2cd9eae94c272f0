import { hexProblem, protoBytes, readProto, rfc3339 } from '../../codec/index.js'
import { TxResponse } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci'
import { PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import * as types from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { AuthInfo, Tx, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { NO_BYTES, toHex } from '../../base/index.js'
import {
  decoding,
  ErrInvalidHeight,
  ErrInvalidRequest,
  ErrTxInMempoolCache,
  ErrTxTooLarge,
  GrpcError,
  txHash,
  type Event,
  type TxOutcome,
  type TxResult,
} from '../../chain/index.js'
import { broadcast } from '../broadcast.js'
import type { ChainNode } from '../chain-node.js'
import { RpcFailure } from '../comet/failure.js'
import { searchTxs } from '../comet/search.js'
import { blockOf, protoBlock } from './blocks.js'
import { service, type Service } from './service.js'

const SERVICE = '/cosmos.tx.v1beta1.Service'
const MAX_UINT64 = (1n << 64n) - 1n

const uint64 = (amount: number): bigint => (amount === Infinity ? MAX_UINT64 : BigInt(amount))

const abciEvents = (events: readonly Event[], index = true) =>
  events.map(({ type, attributes }) => ({
    type,
    attributes: attributes.map(([key, value]) => ({ key, value, index })),
  }))

/** @throws ChainError for bytes that are not a transaction */
const decodeWireTx = (bytes: Uint8Array): Tx =>
  decoding(() => {
    const { bodyBytes, authInfoBytes, signatures } = TxRaw.decode(bytes)
    return { body: TxBody.decode(bodyBytes), authInfo: AuthInfo.decode(authInfoBytes), signatures }
  })

const outcomeResponse = (outcome: TxOutcome, hash: string): TxResponse => ({
  height: 0n,
  txhash: hash,
  codespace: outcome.codespace,
  code: outcome.code,
  data: toHex(outcome.data).toUpperCase(),
  rawLog: outcome.log,
  logs: [],
  info: '',
  gasWanted: uint64(outcome.gasWanted),
  gasUsed: uint64(outcome.gasUsed),
  timestamp: '',
  events: abciEvents(outcome.events),
})

/** Source: cosmos-sdk x/auth/tx/query.go `mkTxResult`. */
const txResponse = (node: ChainNode, tx: TxResult): TxResponse => ({
  ...outcomeResponse(tx, tx.hash),
  height: BigInt(tx.height),
  tx: { typeUrl: Tx.typeUrl, value: Tx.encode(decodeWireTx(tx.bytes)).finish() },
  timestamp: rfc3339(node.app.block(tx.height)?.time ?? 0n),
})

/** The transaction as bytes: a `Tx` in the request has the encoding of a `TxRaw`, and is not decoded for that. */
const simulateRequest = {
  decode: (request: Uint8Array): Uint8Array => {
    const fields = readProto(request)
    const txBytes = protoBytes(fields, 2)
    return txBytes.length > 0 ? txBytes : protoBytes(fields, 1)
  },
}

function simulate(node: ChainNode, bytes: Uint8Array): types.SimulateResponse {
  if (bytes.length === 0) throw new GrpcError('InvalidArgument', 'empty txBytes is not allowed')
  const outcome = node.simulate(bytes)
  if (outcome.error !== undefined) throw new GrpcError('Unknown', `${outcome.log} with gas used: '${outcome.gasUsed}'`)
  return simulation(outcome)
}

export const simulation = ({ data, events, msgResponses, gasWanted, gasUsed }: TxOutcome): types.SimulateResponse => ({
  gasInfo: { gasWanted: uint64(gasWanted), gasUsed: uint64(gasUsed) },
  // Only those of blocks are marked for the index.
  result: { data, log: '', events: abciEvents(events, false), msgResponses: [...msgResponses] },
})

const reencoded = ({ body, authInfo, signatures }: Tx): Uint8Array =>
  TxRaw.encode({
    bodyBytes: body === undefined ? NO_BYTES : TxBody.encode(body).finish(),
    authInfoBytes: authInfo === undefined ? NO_BYTES : AuthInfo.encode(authInfo).finish(),
    signatures,
  }).finish()

/** Source: cosmos-sdk x/auth/tx/service.go `GetTx`. */
function getTx(node: ChainNode, { hash }: types.GetTxRequest): types.GetTxResponse {
  if (hash === '') throw new GrpcError('InvalidArgument', 'tx hash cannot be empty')
  const problem = hexProblem(hash)
  if (problem !== undefined) throw new GrpcError('Unknown', problem)
  const tx = node.app.tx(hash)
  if (tx === undefined) throw new GrpcError('NotFound', `tx not found: ${hash}`)
  return { tx: decodeWireTx(tx.bytes), txResponse: txResponse(node, tx) }
}

/** Maximum page size. Source: cometbft rpc/core/pipe.go `maxPerPage`, cosmos-sdk types/query `DefaultLimit` */
const MAX_ROWS = 100

/** Transactions by events; accepts the events and pagination of older clients too. Source: `GetTxsEvent`, `QueryTxsByEvents`. */
function getTxsEvent(node: ChainNode, request: types.GetTxsEventRequest): types.GetTxsEventResponse {
  const query = request.query === '' ? request.events.join(' AND ') : request.query
  if (query === '') throw new GrpcError('Internal', 'query cannot be empty')
  const limit = Number(request.limit === 0n ? (request.pagination?.limit ?? 0n) : request.limit)
  const perPage = Math.min(limit || MAX_ROWS, MAX_ROWS)
  const offset = Number(request.pagination?.offset ?? 0n)
  const page = request.page === 0n ? Math.floor(offset / perPage) + 1 : Number(request.page)
  try {
    const found = searchTxs(node, query, { page, perPage, descending: request.orderBy === types.OrderBy.ORDER_BY_DESC })
    return {
      txs: found.rows.map(({ bytes }) => decodeWireTx(bytes)),
      txResponses: found.rows.map((tx) => txResponse(node, tx)),
      total: BigInt(found.total),
    }
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error
    throw new GrpcError('Internal', `failed to search for txs: ${error.shortMessage}`)
  }
}

/** Source: cosmos-sdk client/broadcast.go `TxServiceBroadcast`, `CheckCometError`. */
function broadcastTx(node: ChainNode, { txBytes, mode }: types.BroadcastTxRequest): types.BroadcastTxResponse {
  if (txBytes.length === 0) throw new GrpcError('InvalidArgument', 'invalid empty tx')
  if (mode !== types.BroadcastMode.BROADCAST_MODE_SYNC && mode !== types.BroadcastMode.BROADCAST_MODE_ASYNC)
    throw new GrpcError(
      'Unknown',
      `unsupported return type ${types.broadcastModeToJSON(mode).replace('BROADCAST_MODE_', '').toLowerCase()}; supported types: sync, async`,
    )
  const hash = txHash(txBytes)
  try {
    const { check } = broadcast(node, txBytes)
    return { txResponse: outcomeResponse({ ...check, events: [], gasWanted: 0, gasUsed: 0 }, hash) }
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error
    const { code, codespace } = error.shortMessage.startsWith('Tx too large') ? ErrTxTooLarge : ErrTxInMempoolCache
    return { txResponse: { ...TxResponse.fromPartial({ code, codespace }), txhash: hash } }
  }
}

function blockWithTxs(
  node: ChainNode,
  { height, pagination }: types.GetBlockWithTxsRequest,
): types.GetBlockWithTxsResponse {
  const last = node.app.last.height
  if (height < 1n || height > BigInt(last))
    throw ErrInvalidHeight.error(
      `requested height ${height} but height must not be less than 1 or greater than the current height ${last}`,
    )
  const block = blockOf(node, Number(height))
  const offset = Number(pagination?.offset ?? 0n)
  const limit = Math.min(Number(pagination?.limit ?? MAX_ROWS), MAX_ROWS)
  if (offset >= block.txs.length && block.txs.length > 0)
    throw ErrInvalidRequest.error(
      `out of range: cannot paginate ${block.txs.length} txs with offset ${offset} and limit ${limit}`,
    )
  // In reverse order the reference never reaches the first one.
  const rows = pagination?.reverse === true ? block.txs.slice(1, offset + 1).toReversed() : block.txs.slice(offset)
  return {
    txs: rows.slice(0, limit).map(({ bytes }) => decodeWireTx(bytes)),
    blockId: block.signed.blockId,
    block: protoBlock(block),
    pagination: PageResponse.fromPartial({ total: BigInt(block.txs.length) }),
  }
}

const wireTx = (tx: Tx | undefined): Tx => {
  if (tx === undefined) throw new GrpcError('InvalidArgument', 'invalid empty tx')
  return tx
}

/** The service for transactions. Source: cosmos-sdk v0.53.6 x/auth/tx/service.go. */
export const txServices: Readonly<Record<string, Service>> = {
  [`${SERVICE}/Simulate`]: service(simulateRequest, types.SimulateResponse, simulate),
  [`${SERVICE}/GetTx`]: service(types.GetTxRequest, types.GetTxResponse, getTx),
  [`${SERVICE}/BroadcastTx`]: service(types.BroadcastTxRequest, types.BroadcastTxResponse, broadcastTx),
  [`${SERVICE}/GetTxsEvent`]: service(types.GetTxsEventRequest, types.GetTxsEventResponse, getTxsEvent),
  [`${SERVICE}/GetBlockWithTxs`]: service(types.GetBlockWithTxsRequest, types.GetBlockWithTxsResponse, blockWithTxs),
  [`${SERVICE}/TxDecode`]: service(types.TxDecodeRequest, types.TxDecodeResponse, (_, { txBytes }) => {
    if (txBytes.length === 0) throw new GrpcError('InvalidArgument', 'invalid empty tx bytes')
    return { tx: decodeWireTx(txBytes) }
  }),
  [`${SERVICE}/TxEncode`]: service(types.TxEncodeRequest, types.TxEncodeResponse, (_, { tx }) => ({
    txBytes: reencoded(wireTx(tx)),
  })),
}
