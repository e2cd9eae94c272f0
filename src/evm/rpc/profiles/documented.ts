import type { RpcObject } from '../encode.js'
import type { BlockRef } from '../../chain/evm-chain.js'
import { invalidParams, methodNotFound, refuse } from '../../errors.js'
import { unhex, type Hex } from '../../hex.js'
import { rawKey } from '../methods/accounts.js'
import type { Call, Method } from '../table.js'

/** What stubs always answer. If an example contradicts the status table, the table counts. */
const CONSTANTS: Readonly<Record<string, unknown>> = {
  net_peerCount: '0x0',
  net_listening: true,
  eth_syncing: false,
  eth_gasPrice: '0x0',
  eth_maxPriorityFeePerGas: '0x0',
  eth_getBlockTransactionCountByNumber: '0x0',
  eth_getBlockTransactionCountByHash: '0x0',
  eth_getCode: '0x',
  eth_call: '0x',
  eth_getTransactionByHash: null,
  eth_getTransactionByBlockHashAndIndex: null,
  eth_getTransactionByBlockNumberAndIndex: null,
  eth_getTransactionReceipt: null,
  eth_uninstallFilter: true,
  eth_getFilterChanges: [],
  eth_getBlockReceipts: [],
  eth_getLogs: [],
  eth_getUncleCountByBlockHash: '0x0',
  eth_getUncleCountByBlockNumber: '0x0',
  eth_getUncleByBlockHashAndIndex: null,
  eth_getUncleByBlockNumberAndIndex: null,
  eth_createAccessList: { accessList: [], gasUsed: '0x0' },
  personal_lockAccount: false,
  personal_unlockAccount: false,
  personal_listWallets: null,
  // Marked as working in the specification, with a note that they always answer this.
  debug_traceBlockByNumber: [],
  debug_traceBlockByHash: [],
  debug_intermediateRoots: `0x${'0'.repeat(64)}`,
}

/** Errors of unsupported methods for some arguments, which come before "not available". */
const REFUSALS: Readonly<Record<string, (args: readonly unknown[]) => void>> = {
  eth_signTypedData: ([, data]) => {
    if ((data as { domain?: unknown } | null)?.domain === undefined) throw refuse('domain is undefined')
  },
  eth_resend: ([transaction]) => {
    if ((transaction as { nonce?: bigint }).nonce === undefined)
      throw refuse('missing transaction nonce in transaction spec')
  },
  personal_ecRecover: ([, signature]) => {
    if (unhex(signature as Hex).length !== 65) throw refuse('signature must be 65 bytes long')
  },
  personal_importRawKey: ([key]) => void rawKey(key as string),
  // Errors in their arguments are found when these are read.
  debug_getBlockRlp: () => undefined,
  debug_getHeaderRlp: () => undefined,
}

const BLOCK = [
  'difficulty',
  'extraData',
  'gasLimit',
  'gasUsed',
  'hash',
  'logsBloom',
  'miner',
  'nonce',
  'number',
  'parentHash',
  'sha3Uncles',
  'size',
  'stateRoot',
  'timestamp',
  'totalDifficulty',
  'transactions',
  'transactionsRoot',
  'uncles',
] as const
const TRANSACTION = [
  'blockHash',
  'blockNumber',
  'from',
  'gas',
  'gasPrice',
  'hash',
  'input',
  'nonce',
  'to',
  'transactionIndex',
  'value',
  'v',
  'r',
  's',
] as const
const LOG = [
  'address',
  'topics',
  'data',
  'blockNumber',
  'transactionHash',
  'transactionIndex',
  'blockHash',
  'logIndex',
  'removed',
] as const

const pick = (names: readonly string[], json: RpcObject): RpcObject =>
  Object.fromEntries(names.map((name) => [name, json[name] ?? null]))

const header = (json: RpcObject): RpcObject => ({
  ...json,
  difficulty: null,
  nonce: null,
  sha3Uncles: null,
  totalDifficulty: null,
  miner: `0x${'0'.repeat(40)}`,
})

const block = (json: RpcObject): RpcObject => {
  const transactions = (json['transactions'] as readonly unknown[]).map((one) =>
    typeof one === 'string' ? one : pick(TRANSACTION, one as RpcObject),
  )
  return pick(BLOCK, { ...header(json), transactions })
}

/** Answers in the shapes of the specification. */
const SHAPES: Readonly<Record<string, (json: RpcObject) => unknown>> = {
  eth_getBlockByNumber: block,
  eth_getBlockByHash: block,
  eth_getHeaderByNumber: (json) =>
    pick(
      BLOCK.filter((name) => !['transactions', 'uncles', 'size'].includes(name)),
      header(json),
    ),
  eth_getHeaderByHash: (json) =>
    pick(
      BLOCK.filter((name) => !['transactions', 'uncles', 'size'].includes(name)),
      header(json),
    ),
  eth_getTransactionLogs: (json) => (json as unknown as readonly RpcObject[]).map((log) => pick(LOG, log)),
}

/** Proofs exist only for blocks above this one. */
const PROOFS_ABOVE = 2n

const CHECKS: Readonly<Record<string, (call: Call, args: readonly unknown[]) => void>> = {
  // The specification does not know it.
  eth_subscribe: (_, [kind]) => {
    if (kind === 'transactionReceipts') throw invalidParams(`no "${kind}" subscription in eth namespace`)
  },
  eth_getProof: (_, [, , at]) => {
    const ref = at as BlockRef
    if (ref.kind === 'tag' || (ref.kind === 'number' && ref.number <= PROOFS_ABOVE))
      throw refuse(`proof queries at height <= ${PROOFS_ABOVE} are not supported; please provide a valid height`)
  },
}

/** A stub that still refuses a filter of the wrong kind. */
const filterLogs = ({ filters }: Call, [id]: readonly unknown[]): unknown => {
  if (filters.has(id as Hex)) filters.logs(id as Hex)
  return []
}

function row(method: Method): Method | undefined {
  const { name, status, handle } = method
  // The specification requires a token in these two namespaces; methods that it calls unavailable need none.
  const shut = ['personal', 'debug'].includes(method.namespace) || (status !== 'N' && method.access === 'private')
  const access = shut ? 'private' : 'public'
  if (name === 'eth_getFilterLogs') return { ...method, access, handle: filterLogs }
  if (Object.hasOwn(CONSTANTS, name)) return { ...method, access, handle: () => CONSTANTS[name] }
  if (status === 'N') {
    const refusal = REFUSALS[name]
    if (refusal === undefined) return undefined
    return {
      ...method,
      access,
      handle: (_, args) => {
        refusal(args)
        throw methodNotFound(name)
      },
    }
  }
  if (status === 'none') return undefined
  const [shape, check] = [SHAPES[name], CHECKS[name]]
  if (shape === undefined && check === undefined) return { ...method, access }
  return {
    ...method,
    access,
    handle: async (call, args) => {
      check?.(call, args)
      const result = await handle(call, args)
      return shape === undefined || result === null ? result : shape(result as RpcObject)
    },
  }
}

/** The table of the specification's sections 1 to 8, shapes included. */
export const documented = (all: readonly Method[]): readonly Method[] => all.map(row).filter((one) => one !== undefined)
