import { Coin as WireCoin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import { Height } from 'cosmjs-types/ibc/core/client/v1/client'
import { ExecTxResult } from 'cosmjs-types/tendermint/abci/types'
import { Proof } from 'cosmjs-types/tendermint/crypto/proof'
import { decodeAny, encodeAny, type Any } from '../../any.js'
import type { Coin } from '../../coins.js'
import { decodeCoin, encodeCoin } from '../../go-int.js'
import { protoBool, protoBytes, protoMessages, protoString, protoUint64, ProtoWriter, readProto } from '../../proto.js'
import { optional, type Fields } from './codec.js'

/** The module's records and what relayers submit. Source: neutron proto/neutron/interchainqueries (06e81b9f). */

export type { ExecTxResult, Height, Proof }

/** A place in a store of the remote chain. */
export interface KVKey {
  /** Name of the store. */
  readonly path: string
  readonly key: Uint8Array
}

export interface RegisteredQuery {
  readonly id: bigint
  /** Bech32 address of the contract. */
  readonly owner: string
  /** `kv` or `tx`. */
  readonly queryType: string
  readonly keys: readonly KVKey[]
  readonly transactionsFilter: string
  readonly connectionId: string
  /** Minimum number of blocks between two results, for relayers. */
  readonly updatePeriod: bigint
  readonly lastSubmittedResultLocalHeight: bigint
  /** Undefined before the first result, and always for TX queries. */
  readonly lastSubmittedResultRemoteHeight: Height | undefined
  readonly deposit: readonly Coin[]
  /** Blocks without a result after which anyone may remove the query. */
  readonly submitTimeout: bigint
  readonly registeredAtHeight: bigint
}

/** One step of a proof, as `abci_query` gives it. */
export interface ProofOp {
  readonly type: string
  readonly key: Uint8Array
  readonly data: Uint8Array
}

export interface StorageValue {
  readonly storagePrefix: string
  readonly key: Uint8Array
  /** Empty for a key that is absent. */
  readonly value: Uint8Array
  /** Undefined in stored results. */
  readonly proof: readonly ProofOp[] | undefined
}

/** A transaction of the remote chain with its result and the proofs of both. */
export interface TxValue {
  readonly response: ExecTxResult | undefined
  readonly deliveryProof: Proof | undefined
  readonly inclusionProof: Proof | undefined
  readonly data: Uint8Array
}

/** The header of the transaction's block and the one after it, packed as headers of a light client. */
export interface Block {
  readonly nextBlockHeader: Any | undefined
  readonly header: Any | undefined
  readonly tx: TxValue | undefined
}

export interface QueryResult {
  readonly kvResults: readonly StorageValue[]
  readonly block: Block | undefined
  /** Remote height of the state in the result. */
  readonly height: bigint
  readonly revision: bigint
  /** Whether the contract is called with a KV result. */
  readonly allowKvCallbacks: boolean
}

export interface Params {
  readonly querySubmitTimeout: bigint
  readonly queryDeposit: readonly Coin[]
  /** Maximum number of transaction hashes removed per end blocker; 0 for no limit. */
  readonly txQueryRemovalLimit: bigint
  readonly maxKvQueryKeysCount: bigint
  readonly maxTransactionsFilters: bigint
}

const coinBytes = (coin: Coin): Uint8Array => WireCoin.encode(encodeCoin(coin)).finish()
const coins = (fields: Fields, field: number): Coin[] =>
  protoMessages(fields, field).map((coin) => decodeCoin(WireCoin.decode(coin)))

export const encodeKey = ({ path, key }: KVKey): Uint8Array => new ProtoWriter().string(1, path).bytes(2, key).finish()
export function decodeKey(bytes: Uint8Array): KVKey {
  const fields = readProto(bytes)
  return { path: protoString(fields, 1), key: protoBytes(fields, 2) }
}

export function encodeParams(params: Params): Uint8Array {
  const writer = new ProtoWriter().uint64(1, params.querySubmitTimeout)
  for (const coin of params.queryDeposit) writer.message(2, coinBytes(coin))
  return writer
    .uint64(3, params.txQueryRemovalLimit)
    .uint64(4, params.maxKvQueryKeysCount)
    .uint64(5, params.maxTransactionsFilters)
    .finish()
}
export function decodeParams(bytes: Uint8Array): Params {
  const fields = readProto(bytes)
  return {
    querySubmitTimeout: protoUint64(fields, 1),
    queryDeposit: coins(fields, 2),
    txQueryRemovalLimit: protoUint64(fields, 3),
    maxKvQueryKeysCount: protoUint64(fields, 4),
    maxTransactionsFilters: protoUint64(fields, 5),
  }
}

export function encodeRegisteredQuery(query: RegisteredQuery): Uint8Array {
  const writer = new ProtoWriter().uint64(1, query.id).string(2, query.owner).string(3, query.queryType)
  for (const key of query.keys) writer.message(4, encodeKey(key))
  writer
    .string(5, query.transactionsFilter)
    .string(6, query.connectionId)
    .uint64(7, query.updatePeriod)
    .uint64(8, query.lastSubmittedResultLocalHeight)
  const remote = query.lastSubmittedResultRemoteHeight
  if (remote !== undefined) writer.message(9, Height.encode(remote).finish())
  for (const coin of query.deposit) writer.message(10, coinBytes(coin))
  return writer.uint64(11, query.submitTimeout).uint64(12, query.registeredAtHeight).finish()
}
export function decodeRegisteredQuery(bytes: Uint8Array): RegisteredQuery {
  const fields = readProto(bytes)
  return {
    id: protoUint64(fields, 1),
    owner: protoString(fields, 2),
    queryType: protoString(fields, 3),
    keys: protoMessages(fields, 4).map(decodeKey),
    transactionsFilter: protoString(fields, 5),
    connectionId: protoString(fields, 6),
    updatePeriod: protoUint64(fields, 7),
    lastSubmittedResultLocalHeight: protoUint64(fields, 8),
    lastSubmittedResultRemoteHeight: optional(fields, 9, (height) => Height.decode(height)),
    deposit: coins(fields, 10),
    submitTimeout: protoUint64(fields, 11),
    registeredAtHeight: protoUint64(fields, 12),
  }
}

function encodeProofOps(ops: readonly ProofOp[]): Uint8Array {
  const writer = new ProtoWriter()
  for (const { type, key, data } of ops)
    writer.message(1, new ProtoWriter().string(1, type).bytes(2, key).bytes(3, data).finish())
  return writer.finish()
}
const decodeProofOps = (bytes: Uint8Array): ProofOp[] =>
  protoMessages(readProto(bytes), 1).map((op) => {
    const fields = readProto(op)
    return { type: protoString(fields, 1), key: protoBytes(fields, 2), data: protoBytes(fields, 3) }
  })

export function encodeStorageValue({ storagePrefix, key, value, proof }: StorageValue): Uint8Array {
  const writer = new ProtoWriter().string(1, storagePrefix).bytes(2, key).bytes(3, value)
  return (proof === undefined ? writer : writer.message(4, encodeProofOps(proof))).finish()
}
export function decodeStorageValue(bytes: Uint8Array): StorageValue {
  const fields = readProto(bytes)
  return {
    storagePrefix: protoString(fields, 1),
    key: protoBytes(fields, 2),
    value: protoBytes(fields, 3),
    proof: optional(fields, 4, decodeProofOps),
  }
}

function encodeTxValue({ response, deliveryProof, inclusionProof, data }: TxValue): Uint8Array {
  const writer = new ProtoWriter()
  if (response !== undefined) writer.message(1, ExecTxResult.encode(response).finish())
  if (deliveryProof !== undefined) writer.message(2, Proof.encode(deliveryProof).finish())
  if (inclusionProof !== undefined) writer.message(3, Proof.encode(inclusionProof).finish())
  return writer.bytes(4, data).finish()
}
function decodeTxValue(bytes: Uint8Array): TxValue {
  const fields = readProto(bytes)
  return {
    response: optional(fields, 1, (response) => ExecTxResult.decode(response)),
    deliveryProof: optional(fields, 2, (proof) => Proof.decode(proof)),
    inclusionProof: optional(fields, 3, (proof) => Proof.decode(proof)),
    data: protoBytes(fields, 4),
  }
}

function encodeBlock({ nextBlockHeader, header, tx }: Block): Uint8Array {
  const writer = new ProtoWriter()
  if (nextBlockHeader !== undefined) writer.message(1, encodeAny(nextBlockHeader))
  if (header !== undefined) writer.message(2, encodeAny(header))
  return (tx === undefined ? writer : writer.message(3, encodeTxValue(tx))).finish()
}
function decodeBlock(bytes: Uint8Array): Block {
  const fields = readProto(bytes)
  return {
    nextBlockHeader: optional(fields, 1, decodeAny),
    header: optional(fields, 2, decodeAny),
    tx: optional(fields, 3, decodeTxValue),
  }
}

export function encodeQueryResult(result: QueryResult): Uint8Array {
  const writer = new ProtoWriter()
  for (const value of result.kvResults) writer.message(1, encodeStorageValue(value))
  if (result.block !== undefined) writer.message(2, encodeBlock(result.block))
  return writer.uint64(3, result.height).uint64(4, result.revision).bool(5, result.allowKvCallbacks).finish()
}
export function decodeQueryResult(bytes: Uint8Array): QueryResult {
  const fields = readProto(bytes)
  return {
    kvResults: protoMessages(fields, 1).map(decodeStorageValue),
    block: optional(fields, 2, decodeBlock),
    height: protoUint64(fields, 3),
    revision: protoUint64(fields, 4),
    allowKvCallbacks: protoBool(fields, 5),
  }
}
