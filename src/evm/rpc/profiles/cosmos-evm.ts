import { toUtf8 } from '../../../base/bytes.js'
import type { BlockRef } from '../../engine.js'
import { refuse } from '../../execution/refusal.js'
import { keccak256 } from '../../hash.js'
import { hex } from '../../hex.js'
import type { LogQuery } from '../methods/logs.js'
import type { Call, Method, Param } from '../table.js'
import { string } from '../validate.js'

/** Methods of the specification that the source does not have (any more). */
const ABSENT = new Set([
  'eth_mining',
  'eth_coinbase',
  'eth_hashrate',
  'eth_getPendingTransactions',
  'eth_pendingTransactions',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_signTransaction',
  'eth_blobBaseFee',
  'eth_simulateV1',
  'eth_getRawTransactionByHash',
  'eth_getRawTransactionByBlockHashAndIndex',
  'eth_getRawTransactionByBlockNumberAndIndex',
  'eth_getCompilers',
  'eth_compileSolidity',
  'personal_signTransaction',
  'personal_signAndSendTransaction',
  'personal_openWallet',
  'personal_deriveAccount',
  'miner_setRecommitInterval',
])

const NAMESPACES = new Set(['web3', 'eth', 'personal', 'net', 'txpool', 'debug', 'miner'])

/** Of the methods of `debug` that the specification says are not there, these are. */
const DEBUG = new Set(['debug_getRawBlock', 'debug_getBlockRlp', 'debug_getHeaderRlp'])

/** Need the setting for profiling, which is off. Source: rpc/namespaces/ethereum/debug/api.go. */
const profiling = (): never => {
  throw refuse('profiling disabled in the debug namespace')
}

const unsupported = (name: string) => (): never => {
  throw refuse(`unsupported rpc function: ${name}`)
}

/** Block 0 is read as block 1, as far as there is one. */
const fromOne = (ref: BlockRef, { engine }: Call): BlockRef =>
  ref.kind === 'number' && ref.number === 0n && engine.chain.head.number > 0n ? { kind: 'number', number: 1n } : ref

const isRef = (value: unknown): value is BlockRef =>
  typeof value === 'object' && value !== null && ['tag', 'number'].includes((value as { kind?: string }).kind ?? '')

/** Source: rpc/namespaces/ethereum/eth/filters/filters.go `Logs`. */
function checkLogs({ engine }: Call, query: LogQuery): void {
  if (query.blockHash !== undefined) {
    if (engine.chain.withHash(query.blockHash) === undefined)
      throw refuse(`failed to fetch header by hash ${query.blockHash}: block not found`)
    return
  }
  const head = engine.chain.head.number
  const number = (ref: BlockRef | undefined): bigint =>
    ref?.kind === 'number' ? ref.number : ref?.kind === 'tag' && ref.tag === 'earliest' ? 1n : head
  const [from, to] = [number(query.from), number(query.to)]
  if ([query.from, query.to].some((ref) => ref?.kind === 'tag' && ref.tag === 'pending'))
    throw refuse('pending logs are not supported')
  if ((from > 0n && to > 0n && from > to) || from > head || to > head) throw refuse('invalid block range params')
  const cap = engine.options.limits.blockRangeCap
  if (to - from > BigInt(cap)) throw refuse(`maximum [from, to] blocks distance: ${cap}`)
}

const REQUIRED_BLOCK = new Set([
  'eth_call',
  'eth_getBalance',
  'eth_getCode',
  'eth_getStorageAt',
  'eth_getTransactionCount',
  'eth_getProof',
  'eth_createAccessList',
])

/** Handlers that differ. */
const HANDLERS: Readonly<Record<string, (method: Method) => Partial<Method>>> = {
  // It hashes the characters of its argument.
  web3_sha3: () => ({
    params: [{ name: 'input', read: string, fallback: undefined }],
    handle: (_, [input]) => hex(keccak256(toUtf8(input as string))),
  }),
  net_peerCount: () => ({ handle: () => 0 }),
  eth_getLogs: ({ handle }) => ({
    handle: (call, [query]) => {
      checkLogs(call, query as LogQuery)
      return handle(call, [query])
    },
  }),
  eth_getBlockReceipts: ({ handle }) => ({
    handle: (call, args) => {
      const ref = args[0] as BlockRef
      if (call.engine.find(ref) === undefined) throw refuse('block not found')
      return handle(call, args)
    },
  }),
  eth_getProof: ({ handle }) => ({
    handle: (call, args) => {
      const ref = args[2] as BlockRef
      if (ref.kind === 'tag' || (ref.kind === 'number' && ref.number <= 2n))
        throw refuse('proof queries at height <= 2 are not supported')
      return handle(call, args)
    },
  }),
  personal_lockAccount: () => ({ handle: () => false }),
  personal_unlockAccount: () => ({ handle: () => false }),
  personal_listWallets: () => ({ handle: () => null }),
  debug_intermediateRoots: () => ({ handle: profiling }),
  debug_getBlockRlp: () => ({ handle: profiling }),
  debug_getHeaderRlp: () => ({ handle: profiling }),
  debug_printBlock: () => ({ handle: profiling }),
  miner_start: () => ({ handle: unsupported('miner_start') }),
  miner_setExtra: () => ({ handle: unsupported('miner_setExtra') }),
  miner_stop: () => ({ handle: () => null }),
  miner_setGasLimit: () => ({ handle: () => false }),
}

/** Methods of `debug` that profile the process. */
const PROFILING = /^debug_(?:.*Profile.*|.*Trace$|memStats|gcStats|stacks|freeOSMemory|setGCPercent)$/i

const needed = <T>(param: Param<T>): Param<T> => ({ ...param, fallback: undefined })

function row(method: Method): Method | undefined {
  const { name, namespace, status } = method
  if (name === 'rpc_modules') return method
  if (!NAMESPACES.has(namespace) || status === 'none' || ABSENT.has(name)) return undefined
  if (namespace === 'debug' && status === 'N' && !DEBUG.has(name)) return undefined
  const differing: Partial<Method> = HANDLERS[name]?.(method) ?? (PROFILING.test(name) ? { handle: profiling } : {})
  const { handle, params } = { ...method, ...differing }
  return {
    ...method,
    // The source has no authentication.
    access: 'public',
    params: REQUIRED_BLOCK.has(name) ? params.map((param) => (param.name === 'block' ? needed(param) : param)) : params,
    handle: (call, args) =>
      handle(
        call,
        args.map((arg) => (isRef(arg) ? fromOne(arg, call) : arg)),
      ),
  }
}

/** The table as the source of cosmos/evm has it today. */
export const cosmosEvm = (all: readonly Method[]): readonly Method[] => all.map(row).filter((one) => one !== undefined)
