import { Pairs } from './kv-pairs.js'
import { Result } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci'
import { toUtf8 } from '../base/bytes.js'
import { ChainError, UsageError } from '../base/errors.js'
import { GrpcError, wrapError } from '../chain/errors.js'
import { ErrInvalidRequest, ErrKeyNotFound, ErrTxDecode, ErrUnknownRequest } from '../chain/sdk-errors.js'
import { keyOf, prefixEnd } from '../store/key.js'
import type { ProofOp } from '../store/proof-ops.js'
import { chainErrorOf } from './chain-error.js'
import type { ChainNode } from './chain-node.js'
import { SDK_VERSION } from './versions.js'

export interface AbciQuery {
  readonly path: string
  readonly data: Uint8Array
  /** 0 for the last one. */
  readonly height: number
  readonly prove: boolean
}

/** What an application answers to `Query`. */
export interface AbciAnswer {
  readonly code: number
  readonly codespace: string
  readonly log: string
  readonly key: Uint8Array
  readonly value: Uint8Array
  readonly ops: readonly ProofOp[] | undefined
  readonly height: number
}

const NOTHING = new Uint8Array(0)
const EMPTY: AbciAnswer = { code: 0, codespace: '', log: '', key: NOTHING, value: NOTHING, ops: undefined, height: 0 }

/** Queries by gRPC path, by key of a store, and of the application itself. Never throws. Source: cosmos-sdk v0.53.6 baseapp/abci.go `Query`. */
export function queryAbci(node: ChainNode, query: AbciQuery): AbciAnswer {
  const height = query.height === 0 ? node.app.last.height : query.height
  try {
    if (query.path.startsWith('/') && node.answers(query.path)) return { ...grpc(node, { ...query, height }), height }
    const [, room, ...rest] = query.path.split('/')
    if (room === 'store') return { ...store(node, rest, { ...query, height }), height }
    if (room === 'app') return { ...application(node, rest, query.data), height: query.height }
    throw query.path === '' || room === undefined
      ? ErrUnknownRequest.error('no query path provided')
      : ErrUnknownRequest.error('unknown query path')
  } catch (error) {
    const { code, codespace, log } = chainErrorOf(error)
    return { ...EMPTY, code, codespace, log, height: query.height }
  }
}

function grpc(node: ChainNode, { path, data, height, prove }: AbciQuery): AbciAnswer {
  if (prove) assertProvable(height)
  let value: Uint8Array
  try {
    value = node.query(path, data, height)
  } catch (error) {
    throw sdkError(chainErrorOf(error))
  }
  return { ...EMPTY, value }
}

/** Source: `gRPCErrorToSDKError`. */
function sdkError(error: ChainError): ChainError {
  if (error instanceof GrpcError) {
    if (error.grpcCode === 'NotFound') return ErrKeyNotFound.error(error.log)
    if (error.grpcCode === 'InvalidArgument' || error.grpcCode === 'FailedPrecondition')
      return ErrInvalidRequest.error(error.log)
    return ErrUnknownRequest.error(error.log)
  }
  return error.codespace === 'undefined' && error.code === 1
    ? ErrInvalidRequest.error(error.log)
    : ErrUnknownRequest.error(error.log)
}

function assertProvable(height: number): void {
  if (height <= 1)
    throw ErrInvalidRequest.error('cannot query with proof when height <= 1; please provide a valid height')
}

/** Source: `handleQueryStore`; cosmossdk.io/store iavl `Query`. */
function store(node: ChainNode, [name = '', kind = '']: readonly string[], query: AbciQuery): AbciAnswer {
  const { data, height, prove } = query
  if (prove) assertProvable(height)
  if (!node.app.stores.names.includes(name)) throw ErrUnknownRequest.error(`no such store: ${name}`)
  if (data.length === 0) throw ErrTxDecode.error('query cannot be zero length')
  const version = versionAt(node, height)
  if (kind === 'key') {
    if (prove) {
      const { value, ops } = version.commitment.query(name, keyOf(data))
      return { ...EMPTY, key: data, value: value ?? NOTHING, ops }
    }
    return { ...EMPTY, key: data, value: node.app.queryContext(height).rawStore(name).get(keyOf(data)) ?? NOTHING }
  }
  if (kind === 'subspace') {
    const rows = node.app
      .queryContext(height)
      .rawStore(name)
      .iterator(keyOf(data), prefixEnd(keyOf(data)))
    return { ...EMPTY, key: data, value: Pairs.encode(rows) }
  }
  throw ErrUnknownRequest.error(`unexpected query path: ${kind}`)
}

function versionAt(node: ChainNode, height: number) {
  try {
    return node.app.stores.version(height)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw ErrInvalidRequest.error(`failed to load state at height ${height}; ${error.shortMessage}`)
  }
}

/** Source: `handleQueryApp`. */
function application(node: ChainNode, [what = '']: readonly string[], data: Uint8Array): AbciAnswer {
  if (what === 'version') return { ...EMPTY, value: toUtf8(SDK_VERSION) }
  if (what !== 'simulate') throw ErrUnknownRequest.error(`unknown query: ${what}`)
  const outcome = node.app.simulate(data)
  if (outcome.error) throw wrapError(outcome.error, 'failed to simulate tx')
  return { ...EMPTY, value: Result.encode(Result.fromPartial({ data: outcome.data })).finish() }
}
