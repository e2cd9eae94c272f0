// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { PageRequest, PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { Height } from 'cosmjs-types/ibc/core/client/v1/client'
import { ExecTxResult } from 'cosmjs-types/tendermint/abci/types'
import { Proof } from 'cosmjs-types/tendermint/crypto/proof'
import {
  all,
  any,
  codec,
  coin,
  one,
  optional,
  proofOps,
  protoBool,
  protoBytes,
  protoString,
  protoStrings,
  protoUint64,
  type Any,
  type Codec,
  type Coin,
  type ProofOp,
} from '../message.js'

export interface Params {
  readonly querySubmitTimeout: bigint
  readonly queryDeposit: readonly Coin[]
  readonly txQueryRemovalLimit: bigint
  readonly maxKvQueryKeysCount: bigint
  readonly maxTransactionsFilters: bigint
}
export const Params: Codec<Params> = codec(
  'neutron.interchainqueries.Params',
  (writer, message) => {
    writer.uint64(1, message.querySubmitTimeout)
    for (const each of message.queryDeposit) writer.message(2, coin.encode(each))
    writer.uint64(3, message.txQueryRemovalLimit)
    writer.uint64(4, message.maxKvQueryKeysCount)
    writer.uint64(5, message.maxTransactionsFilters)
    return writer
  },
  (fields) => ({
    querySubmitTimeout: protoUint64(fields, 1),
    queryDeposit: all(fields, 2, coin),
    txQueryRemovalLimit: protoUint64(fields, 3),
    maxKvQueryKeysCount: protoUint64(fields, 4),
    maxTransactionsFilters: protoUint64(fields, 5),
  }),
)

export interface RegisteredQuery {
  readonly id: bigint
  readonly owner: string
  readonly queryType: string
  readonly keys: readonly KVKey[]
  readonly transactionsFilter: string
  readonly connectionId: string
  readonly updatePeriod: bigint
  readonly lastSubmittedResultLocalHeight: bigint
  readonly lastSubmittedResultRemoteHeight: Height | undefined
  readonly deposit: readonly Coin[]
  readonly submitTimeout: bigint
  readonly registeredAtHeight: bigint
}
export const RegisteredQuery: Codec<RegisteredQuery> = codec(
  'neutron.interchainqueries.RegisteredQuery',
  (writer, message) => {
    writer.uint64(1, message.id)
    writer.string(2, message.owner)
    writer.string(3, message.queryType)
    for (const each of message.keys) writer.message(4, KVKey.encode(each))
    writer.string(5, message.transactionsFilter)
    writer.string(6, message.connectionId)
    writer.uint64(7, message.updatePeriod)
    writer.uint64(8, message.lastSubmittedResultLocalHeight)
    if (message.lastSubmittedResultRemoteHeight !== undefined)
      writer.message(9, Height.encode(message.lastSubmittedResultRemoteHeight).finish())
    for (const each of message.deposit) writer.message(10, coin.encode(each))
    writer.uint64(11, message.submitTimeout)
    writer.uint64(12, message.registeredAtHeight)
    return writer
  },
  (fields) => ({
    id: protoUint64(fields, 1),
    owner: protoString(fields, 2),
    queryType: protoString(fields, 3),
    keys: all(fields, 4, KVKey),
    transactionsFilter: protoString(fields, 5),
    connectionId: protoString(fields, 6),
    updatePeriod: protoUint64(fields, 7),
    lastSubmittedResultLocalHeight: protoUint64(fields, 8),
    lastSubmittedResultRemoteHeight: optional(fields, 9, Height),
    deposit: all(fields, 10, coin),
    submitTimeout: protoUint64(fields, 11),
    registeredAtHeight: protoUint64(fields, 12),
  }),
)

export interface KVKey {
  readonly path: string
  readonly key: Uint8Array
}
export const KVKey: Codec<KVKey> = codec(
  'neutron.interchainqueries.KVKey',
  (writer, message) => {
    writer.string(1, message.path)
    writer.bytes(2, message.key)
    return writer
  },
  (fields) => ({ path: protoString(fields, 1), key: protoBytes(fields, 2) }),
)

export interface GenesisState {
  readonly params: Params
  readonly registeredQueries: readonly RegisteredQuery[]
}
export const GenesisState: Codec<GenesisState> = codec(
  'neutron.interchainqueries.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    for (const each of message.registeredQueries) writer.message(2, RegisteredQuery.encode(each))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params), registeredQueries: all(fields, 2, RegisteredQuery) }),
)

export interface MsgRegisterInterchainQuery {
  readonly queryType: string
  readonly keys: readonly KVKey[]
  readonly transactionsFilter: string
  readonly connectionId: string
  readonly updatePeriod: bigint
  readonly sender: string
}
export const MsgRegisterInterchainQuery: Codec<MsgRegisterInterchainQuery> = codec(
  'neutron.interchainqueries.MsgRegisterInterchainQuery',
  (writer, message) => {
    writer.string(1, message.queryType)
    for (const each of message.keys) writer.message(2, KVKey.encode(each))
    writer.string(3, message.transactionsFilter)
    writer.string(4, message.connectionId)
    writer.uint64(5, message.updatePeriod)
    writer.string(6, message.sender)
    return writer
  },
  (fields) => ({
    queryType: protoString(fields, 1),
    keys: all(fields, 2, KVKey),
    transactionsFilter: protoString(fields, 3),
    connectionId: protoString(fields, 4),
    updatePeriod: protoUint64(fields, 5),
    sender: protoString(fields, 6),
  }),
)

export interface MsgRegisterInterchainQueryResponse {
  readonly id: bigint
}
export const MsgRegisterInterchainQueryResponse: Codec<MsgRegisterInterchainQueryResponse> = codec(
  'neutron.interchainqueries.MsgRegisterInterchainQueryResponse',
  (writer, message) => {
    writer.uint64(1, message.id)
    return writer
  },
  (fields) => ({ id: protoUint64(fields, 1) }),
)

export interface MsgSubmitQueryResult {
  readonly queryId: bigint
  readonly sender: string
  readonly clientId: string
  readonly result: QueryResult | undefined
}
export const MsgSubmitQueryResult: Codec<MsgSubmitQueryResult> = codec(
  'neutron.interchainqueries.MsgSubmitQueryResult',
  (writer, message) => {
    writer.uint64(1, message.queryId)
    writer.string(2, message.sender)
    writer.string(3, message.clientId)
    if (message.result !== undefined) writer.message(4, QueryResult.encode(message.result))
    return writer
  },
  (fields) => ({
    queryId: protoUint64(fields, 1),
    sender: protoString(fields, 2),
    clientId: protoString(fields, 3),
    result: optional(fields, 4, QueryResult),
  }),
)

export interface QueryResult {
  readonly kvResults: readonly StorageValue[]
  readonly block: Block | undefined
  readonly height: bigint
  readonly revision: bigint
  readonly allowKvCallbacks: boolean
}
export const QueryResult: Codec<QueryResult> = codec(
  'neutron.interchainqueries.QueryResult',
  (writer, message) => {
    for (const each of message.kvResults) writer.message(1, StorageValue.encode(each))
    if (message.block !== undefined) writer.message(2, Block.encode(message.block))
    writer.uint64(3, message.height)
    writer.uint64(4, message.revision)
    writer.bool(5, message.allowKvCallbacks)
    return writer
  },
  (fields) => ({
    kvResults: all(fields, 1, StorageValue),
    block: optional(fields, 2, Block),
    height: protoUint64(fields, 3),
    revision: protoUint64(fields, 4),
    allowKvCallbacks: protoBool(fields, 5),
  }),
)

export interface StorageValue {
  readonly storagePrefix: string
  readonly key: Uint8Array
  readonly value: Uint8Array
  readonly proof: readonly ProofOp[] | undefined
}
export const StorageValue: Codec<StorageValue> = codec(
  'neutron.interchainqueries.StorageValue',
  (writer, message) => {
    writer.string(1, message.storagePrefix)
    writer.bytes(2, message.key)
    writer.bytes(3, message.value)
    if (message.proof !== undefined) writer.message(4, proofOps.encode(message.proof))
    return writer
  },
  (fields) => ({
    storagePrefix: protoString(fields, 1),
    key: protoBytes(fields, 2),
    value: protoBytes(fields, 3),
    proof: optional(fields, 4, proofOps),
  }),
)

export interface Block {
  readonly nextBlockHeader: Any | undefined
  readonly header: Any | undefined
  readonly tx: TxValue | undefined
}
export const Block: Codec<Block> = codec(
  'neutron.interchainqueries.Block',
  (writer, message) => {
    if (message.nextBlockHeader !== undefined) writer.message(1, any.encode(message.nextBlockHeader))
    if (message.header !== undefined) writer.message(2, any.encode(message.header))
    if (message.tx !== undefined) writer.message(3, TxValue.encode(message.tx))
    return writer
  },
  (fields) => ({
    nextBlockHeader: optional(fields, 1, any),
    header: optional(fields, 2, any),
    tx: optional(fields, 3, TxValue),
  }),
)

export interface TxValue {
  readonly response: ExecTxResult | undefined
  readonly deliveryProof: Proof | undefined
  readonly inclusionProof: Proof | undefined
  readonly data: Uint8Array
}
export const TxValue: Codec<TxValue> = codec(
  'neutron.interchainqueries.TxValue',
  (writer, message) => {
    if (message.response !== undefined) writer.message(1, ExecTxResult.encode(message.response).finish())
    if (message.deliveryProof !== undefined) writer.message(2, Proof.encode(message.deliveryProof).finish())
    if (message.inclusionProof !== undefined) writer.message(3, Proof.encode(message.inclusionProof).finish())
    writer.bytes(4, message.data)
    return writer
  },
  (fields) => ({
    response: optional(fields, 1, ExecTxResult),
    deliveryProof: optional(fields, 2, Proof),
    inclusionProof: optional(fields, 3, Proof),
    data: protoBytes(fields, 4),
  }),
)

export const MsgSubmitQueryResultResponse: Codec<object> = codec(
  'neutron.interchainqueries.MsgSubmitQueryResultResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgRemoveInterchainQueryRequest {
  readonly queryId: bigint
  readonly sender: string
}
export const MsgRemoveInterchainQueryRequest: Codec<MsgRemoveInterchainQueryRequest> = codec(
  'neutron.interchainqueries.MsgRemoveInterchainQueryRequest',
  (writer, message) => {
    writer.uint64(1, message.queryId)
    writer.string(2, message.sender)
    return writer
  },
  (fields) => ({ queryId: protoUint64(fields, 1), sender: protoString(fields, 2) }),
)

export const MsgRemoveInterchainQueryResponse: Codec<object> = codec(
  'neutron.interchainqueries.MsgRemoveInterchainQueryResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgUpdateInterchainQueryRequest {
  readonly queryId: bigint
  readonly newKeys: readonly KVKey[]
  readonly newUpdatePeriod: bigint
  readonly newTransactionsFilter: string
  readonly sender: string
}
export const MsgUpdateInterchainQueryRequest: Codec<MsgUpdateInterchainQueryRequest> = codec(
  'neutron.interchainqueries.MsgUpdateInterchainQueryRequest',
  (writer, message) => {
    writer.uint64(1, message.queryId)
    for (const each of message.newKeys) writer.message(2, KVKey.encode(each))
    writer.uint64(3, message.newUpdatePeriod)
    writer.string(4, message.newTransactionsFilter)
    writer.string(5, message.sender)
    return writer
  },
  (fields) => ({
    queryId: protoUint64(fields, 1),
    newKeys: all(fields, 2, KVKey),
    newUpdatePeriod: protoUint64(fields, 3),
    newTransactionsFilter: protoString(fields, 4),
    sender: protoString(fields, 5),
  }),
)

export const MsgUpdateInterchainQueryResponse: Codec<object> = codec(
  'neutron.interchainqueries.MsgUpdateInterchainQueryResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'neutron.interchainqueries.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'neutron.interchainqueries.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)

export const QueryParamsRequest: Codec<object> = codec(
  'neutron.interchainqueries.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'neutron.interchainqueries.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export interface QueryRegisteredQueriesRequest {
  readonly owners: readonly string[]
  readonly connectionId: string
  readonly pagination: PageRequest | undefined
}
export const QueryRegisteredQueriesRequest: Codec<QueryRegisteredQueriesRequest> = codec(
  'neutron.interchainqueries.QueryRegisteredQueriesRequest',
  (writer, message) => {
    writer.strings(1, message.owners)
    writer.string(2, message.connectionId)
    if (message.pagination !== undefined) writer.message(3, PageRequest.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({
    owners: protoStrings(fields, 1),
    connectionId: protoString(fields, 2),
    pagination: optional(fields, 3, PageRequest),
  }),
)

export interface QueryRegisteredQueriesResponse {
  readonly registeredQueries: readonly RegisteredQuery[]
  readonly pagination: PageResponse | undefined
}
export const QueryRegisteredQueriesResponse: Codec<QueryRegisteredQueriesResponse> = codec(
  'neutron.interchainqueries.QueryRegisteredQueriesResponse',
  (writer, message) => {
    for (const each of message.registeredQueries) writer.message(1, RegisteredQuery.encode(each))
    if (message.pagination !== undefined) writer.message(2, PageResponse.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ registeredQueries: all(fields, 1, RegisteredQuery), pagination: optional(fields, 2, PageResponse) }),
)

export interface QueryRegisteredQueryRequest {
  readonly queryId: bigint
}
export const QueryRegisteredQueryRequest: Codec<QueryRegisteredQueryRequest> = codec(
  'neutron.interchainqueries.QueryRegisteredQueryRequest',
  (writer, message) => {
    writer.uint64(1, message.queryId)
    return writer
  },
  (fields) => ({ queryId: protoUint64(fields, 1) }),
)

export interface QueryRegisteredQueryResponse {
  readonly registeredQuery: RegisteredQuery | undefined
}
export const QueryRegisteredQueryResponse: Codec<QueryRegisteredQueryResponse> = codec(
  'neutron.interchainqueries.QueryRegisteredQueryResponse',
  (writer, message) => {
    if (message.registeredQuery !== undefined) writer.message(1, RegisteredQuery.encode(message.registeredQuery))
    return writer
  },
  (fields) => ({ registeredQuery: optional(fields, 1, RegisteredQuery) }),
)

export interface QueryRegisteredQueryResultRequest {
  readonly queryId: bigint
}
export const QueryRegisteredQueryResultRequest: Codec<QueryRegisteredQueryResultRequest> = codec(
  'neutron.interchainqueries.QueryRegisteredQueryResultRequest',
  (writer, message) => {
    writer.uint64(1, message.queryId)
    return writer
  },
  (fields) => ({ queryId: protoUint64(fields, 1) }),
)

export interface QueryRegisteredQueryResultResponse {
  readonly result: QueryResult | undefined
}
export const QueryRegisteredQueryResultResponse: Codec<QueryRegisteredQueryResultResponse> = codec(
  'neutron.interchainqueries.QueryRegisteredQueryResultResponse',
  (writer, message) => {
    if (message.result !== undefined) writer.message(1, QueryResult.encode(message.result))
    return writer
  },
  (fields) => ({ result: optional(fields, 1, QueryResult) }),
)

export interface Transaction {
  readonly id: bigint
  readonly height: bigint
  readonly data: Uint8Array
}
export const Transaction: Codec<Transaction> = codec(
  'neutron.interchainqueries.Transaction',
  (writer, message) => {
    writer.uint64(1, message.id)
    writer.uint64(2, message.height)
    writer.bytes(3, message.data)
    return writer
  },
  (fields) => ({ id: protoUint64(fields, 1), height: protoUint64(fields, 2), data: protoBytes(fields, 3) }),
)

export interface QueryLastRemoteHeight {
  readonly connectionId: string
}
export const QueryLastRemoteHeight: Codec<QueryLastRemoteHeight> = codec(
  'neutron.interchainqueries.QueryLastRemoteHeight',
  (writer, message) => {
    writer.string(1, message.connectionId)
    return writer
  },
  (fields) => ({ connectionId: protoString(fields, 1) }),
)

export interface QueryLastRemoteHeightResponse {
  readonly height: bigint
  readonly revision: bigint
}
export const QueryLastRemoteHeightResponse: Codec<QueryLastRemoteHeightResponse> = codec(
  'neutron.interchainqueries.QueryLastRemoteHeightResponse',
  (writer, message) => {
    writer.uint64(1, message.height)
    writer.uint64(2, message.revision)
    return writer
  },
  (fields) => ({ height: protoUint64(fields, 1), revision: protoUint64(fields, 2) }),
)
