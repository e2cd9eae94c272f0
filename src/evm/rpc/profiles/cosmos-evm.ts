import { RLP } from '@ethereumjs/rlp'
import { RpcError, toUtf8 } from '../../../base/index.js'
import { LATEST, isPending, type BlockRef } from '../../chain/evm-chain.js'
import { INVALID_REQUEST, methodNotFound, refuse } from '../../errors.js'
import { keccak256 } from '../../crypto/hash.js'
import { bytesToBigInt, hex, unhex, type Hex } from '../../hex.js'
import { decodeTransaction } from '../../chain/transaction.js'
import { install, type LogQuery } from '../methods/logs.js'
import { blockNumber, blockRef, transactionArgs, transactionRequest } from '../request.js'
import type { Call, HostCall, Method, Param } from '../table.js'
import { Mismatch, string, uint64 } from '../../validate.js'

/** Methods of the specification that the source code lacks or has removed. */
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

/** Methods of `debug` that exist although the specification says that they do not. */
const DEBUG = new Set(['debug_getRawBlock', 'debug_getBlockRlp', 'debug_getHeaderRlp'])

/** They need the profiling setting, which is off. Source: rpc/namespaces/ethereum/debug/api.go. */
const profiling = (): never => {
  throw refuse('profiling disabled in the debug namespace')
}

const unsupported = (name: string) => (): never => {
  throw refuse(`unsupported rpc function: ${name}`)
}

/**
 * Block 0 and the tag `earliest` are read as block 1, if it exists, and `pending` as the newest block, except for nonces. Source: rpc/backend/blocks.go
 * `CometBlockByNumber`.
 */
const asThere = (ref: BlockRef, { chain }: Call, name: string): BlockRef =>
  isPending(ref)
    ? name === 'eth_getTransactionCount'
      ? ref
      : LATEST
    : chain.blocks.head.number > 0n &&
        ((ref.kind === 'number' && ref.number === 0n) || (ref.kind === 'tag' && ref.tag === 'earliest'))
      ? { kind: 'number', number: 1n }
      : ref

/** Methods that take a number or tag also accept decimals. */
const decimalNumber: typeof blockNumber = (value, path) =>
  typeof value === 'string' && /^\d{1,19}$/.test(value)
    ? { kind: 'number', number: uint64(`0x${BigInt(value).toString(16)}`, path) }
    : blockNumber(value, path)

/** Methods that also take a hash do not know the tag `safe`. */
const refWithoutSafe: typeof blockRef = (value, path) => {
  if (value === 'safe') throw new Mismatch(path, 'hex string without 0x prefix')
  return blockRef(value, path)
}

const READ_AS_THERE = new Map<Param<unknown>['read'], Param<unknown>['read']>([
  [blockNumber, decimalNumber],
  [blockRef, refWithoutSafe],
  [transactionRequest, transactionArgs('types.TransactionArgs')],
])

const readAsThere = (param: Param<unknown>): Param<unknown> => ({
  ...param,
  read: READ_AS_THERE.get(param.read) ?? param.read,
})

const NO_BLOOM: Hex = `0x${'0'.repeat(512)}`
const EMPTY_ROOT: Hex = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** A head as sent to subscribers: members that the source does not fill in are empty. */
const head = (json: unknown): unknown => ({
  ...(json as object),
  logsBloom: NO_BLOOM,
  receiptsRoot: EMPTY_ROOT,
  gasLimit: '0x0',
  gasUsed: '0x0',
})

/** The criteria of logs that the source reads, which knows no blocks. */
function withoutBlocks(options: unknown): unknown {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return options
  const { address, topics } = options as { readonly address?: unknown; readonly topics?: unknown }
  return { address, topics }
}

/** Source: rpc/websockets.go. Options of subscriptions to heads and pending transactions are ignored. */
function subscribe({ handle }: Method, call: HostCall, kind: string, options: unknown): unknown {
  const { session } = call
  if (session === undefined) throw methodNotFound('eth_subscribe')
  if (kind === 'syncing') throw refuse('syncing subscription is not implemented', INVALID_REQUEST)
  if (kind === 'logs') return handle(call, [kind, withoutBlocks(options)])
  if (kind === 'newPendingTransactions') return handle(call, [kind, undefined])
  if (kind !== 'newHeads') throw refuse(`unsupported method ${kind.slice(0, 80)}`, INVALID_REQUEST)
  const notify: typeof session.notify = (id, json) => session.notify(id, head(json))
  return handle({ ...call, session: { ...session, notify } }, [kind, undefined])
}

/** Source: rpc/backend `SendRawTransaction`. */
function checkRaw({ chain }: Call, raw: Hex): void {
  const want = chain.forks.chainId
  try {
    const { tx } = decodeTransaction(unhex(raw), chain.poolContext().common)
    if (tx.type === 0 && (tx.v ?? 0n) < 35n)
      throw refuse('only replay-protected (EIP-155) transactions allowed over RPC')
  } catch (error) {
    const wrongChain = error instanceof RpcError && error.shortMessage.startsWith('invalid chain id for signer')
    const got = wrongChain ? chainIdOf(unhex(raw)) : undefined
    throw got === undefined ? error : refuse(`incorrect chain-id; expected ${want}, got ${got}`)
  }
}

/** The chain id of a transaction. */
function chainIdOf(raw: Uint8Array): bigint | undefined {
  const typed = raw[0]! < 0x80
  const fields = RLP.decode(typed ? raw.subarray(1) : raw) as Uint8Array[]
  const [chainId, v] = [fields[0], fields[6]].map((bytes) => (bytes instanceof Uint8Array ? bytesToBigInt(bytes) : 0n))
  return typed ? chainId : (v! - 35n) / 2n
}

/** Keys are in the keyring of the node, which is unlocked whatever the passphrase. */
const opened = ({ handle }: Method): Partial<Method> => ({
  handle: (call, args) => {
    const address = handle(call, args) as Hex
    call.chain.keystore.unlock(address, args.at(-1) as string, 0n)
    return address
  },
})

const isRef = (value: unknown): value is BlockRef =>
  typeof value === 'object' && value !== null && ['tag', 'number'].includes((value as { kind?: string }).kind ?? '')

/** Source: rpc/namespaces/ethereum/eth/filters/filters.go `Logs`. */
function checkLogs({ chain }: Call, query: LogQuery): void {
  if (query.blockHash !== undefined) {
    if (chain.blocks.withHash(query.blockHash) === undefined)
      throw refuse(`failed to fetch header by hash ${query.blockHash}: block not found`)
    return
  }
  const head = chain.blocks.head.number
  const number = (ref: BlockRef | undefined): bigint =>
    ref?.kind === 'number' ? ref.number : ref?.kind === 'tag' && ref.tag === 'earliest' ? 1n : head
  const [from, to] = [number(query.from), number(query.to)]
  if ([query.from, query.to].some((ref) => ref?.kind === 'tag' && ref.tag === 'pending'))
    throw refuse('pending logs are not supported')
  if ((from > 0n && to > 0n && from > to) || from > head || to > head) throw refuse('invalid block range params')
  const cap = chain.options.limits.blockRangeCap
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

/** Handlers that differ from the functional profile. */
const HANDLERS: Readonly<Record<string, (method: Method) => Partial<Method>>> = {
  // It hashes the characters of its argument.
  web3_sha3: () => ({
    params: [{ name: 'input', read: string, fallback: undefined }],
    handle: (_, [input]) => hex(keccak256(toUtf8(input as string))),
  }),
  net_peerCount: () => ({ handle: () => 0 }),
  eth_subscribe: (method) => ({ handle: (call, [kind, options]) => subscribe(method, call, kind as string, options) }),
  eth_unsubscribe: ({ handle }) => ({
    handle: (call, args) => {
      if (call.session === undefined) throw methodNotFound('eth_unsubscribe')
      return handle(call, args)
    },
  }),
  eth_newFilter: () => ({ handle: (call, [query]) => install(call, query as LogQuery) }),
  eth_sendRawTransaction: ({ handle }) => ({
    handle: (call, args) => {
      checkRaw(call, args[0] as Hex)
      return handle(call, args)
    },
  }),
  eth_getTransactionCount: ({ handle }) => ({
    handle: (call, args) => {
      const [, ref] = args as [Hex, BlockRef]
      const current = call.chain.blocks.head.number
      if (ref.kind === 'number' && ref.number > current)
        throw refuse(
          `cannot query with height in the future (current: ${current}, queried: ${ref.number}); please provide a valid height: invalid height`,
        )
      return handle(call, args)
    },
  }),
  personal_newAccount: opened,
  personal_importRawKey: opened,
  personal_sign: ({ handle }) => ({ handle: (call, [message, address]) => handle(call, [message, address]) }),
  personal_sendTransaction: ({ handle }) => ({ handle: (call, [request]) => handle(call, [request]) }),
  eth_getLogs: ({ handle }) => ({
    handle: (call, [query]) => {
      checkLogs(call, query as LogQuery)
      return handle(call, [query])
    },
  }),
  eth_getBlockReceipts: ({ handle }) => ({
    handle: async (call, args) => {
      const ref = args[0] as BlockRef
      if ((await call.chain.find(ref)) === undefined) throw refuse('block not found')
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
    terse: true,
    params: params
      .map(readAsThere)
      .map((param) => (REQUIRED_BLOCK.has(name) && param.name === 'block' ? needed(param) : param)),
    handle: async (call, args) => {
      try {
        return await handle(
          call,
          args.map((arg) => (isRef(arg) ? asThere(arg, call, name) : arg)),
        )
      } catch (error) {
        throw withoutNoData(error)
      }
    },
  }
}

/** A revert without data is no error of its own. Source: rpc/backend/call_tx.go `handleRevertError`. */
const withoutNoData = (error: unknown): unknown =>
  error instanceof RpcError && error.code === 3 && error.data === '0x' ? refuse(error.shortMessage) : error

/** The table as the source of cosmos/evm has it today. */
export const cosmosEvm = (all: readonly Method[]): readonly Method[] => all.map(row).filter((one) => one !== undefined)
