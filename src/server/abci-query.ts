import { SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { ChainError, NO_BYTES, toUtf8, UsageError } from '../base/index.js'
import {
  ErrInvalidRequest,
  ErrKeyNotFound,
  ErrUnknownRequest,
  GrpcError,
  registerError,
  wrapError,
} from '../chain/index.js'
import { ProtoWriter } from '../codec/index.js'
import { methodTypes, protoJson } from '../codec/proto-json/index.js'
import { keyBytes, keyOf, prefixEnd, type KVIterator, type ProofOp } from '../store/index.js'
import { chainErrorOf } from './chain-error.js'
import type { ChainNode } from './chain-node.js'
import { simulation } from './services/tx.js'
import { SDK_VERSION } from './versions.js'

export interface AbciQuery {
  readonly path: string
  readonly data: Uint8Array
  /** 0 for the latest. */
  readonly height: number
  readonly prove: boolean
}

/** An application's response to ABCI `Query`. */
export interface AbciAnswer {
  readonly code: number
  readonly codespace: string
  readonly log: string
  readonly key: Uint8Array
  readonly value: Uint8Array
  readonly ops: readonly ProofOp[] | undefined
  readonly height: number
}

const EMPTY: AbciAnswer = { code: 0, codespace: '', log: '', key: NO_BYTES, value: NO_BYTES, ops: undefined, height: 0 }

/** Queries by gRPC path, by key of a store, and of the application itself. Never throws. Source: cosmos-sdk v0.53.6 baseapp/abci.go `Query`. */
export function queryAbci(node: ChainNode, asked: AbciQuery): AbciAnswer {
  const query = { ...asked, height: asked.height === 0 ? node.app.last.height : asked.height }
  try {
    if (query.path.startsWith('/') && node.answers(query.path)) return grpc(node, query)
    const path = query.path.replace(/^\//, '')
    if (query.path === '') throw ErrUnknownRequest.error('no query path provided')
    const [room, ...rest] = path.split('/')
    if (room === 'store') return { ...store(node, rest, query), height: query.height }
    if (room === 'app') return { ...application(node, rest, query.data), codespace: 'sdk', height: query.height }
    throw ErrUnknownRequest.error('unknown query path')
  } catch (error) {
    return failed(chainErrorOf(error))
  }
}

const failed = ({ code, codespace, log }: ChainError): AbciAnswer => ({ ...EMPTY, code, codespace, log })

function grpc(node: ChainNode, { path, data, height, prove }: AbciQuery): AbciAnswer {
  node.assertHeight(height)
  if (prove) assertProvable(height)
  try {
    return { ...EMPTY, value: node.query(path, data, height), height }
  } catch (error) {
    return { ...failed(sdkError(chainErrorOf(error))), height }
  }
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

/** Source: cosmossdk.io/store types/errors.go. */
const ErrStoreTxDecode = registerError('store', 3, 'tx parse error')
const ErrStoreUnknownRequest = registerError('store', 4, 'unknown request')
const ErrStoreInvalidRequest = registerError('store', 7, 'invalid request')

/** Source: `handleQueryStore`; cosmossdk.io/store rootmulti and iavl `Query`. */
function store(node: ChainNode, [name = '', ...rest]: readonly string[], query: AbciQuery): AbciAnswer {
  const { data, height, prove } = query
  if (prove) assertProvable(height)
  if (!node.app.stores.names.includes(name)) throw ErrStoreUnknownRequest.error(`no such store: ${name}`)
  if (data.length === 0) throw ErrStoreTxDecode.error('query cannot be zero length')
  const path = rest.map((part) => `/${part}`).join('')
  if (path === '/key') {
    const version = versionAt(node, height)
    if (version === undefined) {
      if (!prove) return { ...EMPTY, key: data, log: 'version does not exist' }
      throw ErrStoreInvalidRequest.error('proof is unexpectedly empty; ensure height has not been pruned')
    }
    if (prove) {
      const { value, ops } = version.commitment.query(name, keyOf(data))
      return { ...EMPTY, key: data, value: value ?? NO_BYTES, ops }
    }
    return { ...EMPTY, key: data, value: node.app.queryContext(height).rawStore(name).get(keyOf(data)) ?? NO_BYTES }
  }
  if (path !== '/subspace') throw ErrStoreUnknownRequest.error(`unexpected query path: ${path}`)
  // The reference reads the entries of the latest height, whatever height is requested.
  const rows = node.app
    .queryContext()
    .rawStore(name)
    .iterator(keyOf(data), prefixEnd(keyOf(data)))
  return { ...EMPTY, key: data, value: Pairs.encode(rows) }
}

/** Undefined for a pruned height. */
function versionAt(node: ChainNode, height: number) {
  try {
    return node.app.stores.version(height)
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

const SIMULATION = methodTypes('/cosmos.tx.v1beta1.Service/Simulate')!.response

/** Source: `handleQueryApp`. */
function application(node: ChainNode, path: readonly string[], data: Uint8Array): AbciAnswer {
  const [what] = path
  if (what === 'version') return { ...EMPTY, value: toUtf8(SDK_VERSION) }
  if (what === undefined)
    throw ErrUnknownRequest.error("expected second parameter to be either 'simulate' or 'version', neither was present")
  if (what !== 'simulate') throw ErrUnknownRequest.error(`unknown query: [app ${path.join(' ')}]`)
  const outcome = node.simulate(data)
  if (outcome.error) throw wrapError(outcome.error, 'failed to simulate tx')
  return { ...EMPTY, value: toUtf8(protoJson(SIMULATION, SimulateResponse.encode(simulation(outcome)).finish())) }
}

/** Entries of a store as `subspace` queries return them. Source: cosmos-sdk internal/kv `Pairs`. */
const Pairs = {
  encode(rows: KVIterator): Uint8Array {
    const pairs = new ProtoWriter()
    for (; rows.valid; rows.next())
      pairs.message(1, new ProtoWriter().bytes(1, keyBytes(rows.key)).bytes(2, rows.value).finish())
    return pairs.finish()
  },
}
