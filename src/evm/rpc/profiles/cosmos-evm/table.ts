import type { Method } from '../../table.js'
import { ACCOUNTS } from './accounts.js'
import { BLOCKS } from './blocks.js'
import { CALLS } from './calls.js'
import type { Differing } from './differs.js'
import { FEES } from './fees.js'
import { LOGS } from './logs.js'
import { NAMESPACES as SMALL, profiling } from './namespaces.js'
import { POOL } from './pool.js'
import { STATE } from './state.js'
import { SUBSCRIPTIONS } from './subscriptions.js'
import { TRACES } from './traces.js'
import { TRANSACTIONS } from './transactions.js'

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

/** Methods that differ from the functional profile. */
const DIFFERING: Readonly<Record<string, Differing>> = {
  ...SMALL,
  ...BLOCKS,
  ...STATE,
  ...CALLS,
  ...TRANSACTIONS,
  ...ACCOUNTS,
  ...FEES,
  ...LOGS,
  ...POOL,
  ...TRACES,
  ...SUBSCRIPTIONS,
}

/** Methods of `debug` that profile the process. */
const PROFILING = /^debug_(?:.*Profile.*|.*Trace$|memStats|gcStats|stacks|freeOSMemory|setGCPercent)$/i

function row(method: Method): Method | undefined {
  const { name, namespace, status } = method
  if (name === 'rpc_modules') return method
  if (!NAMESPACES.has(namespace) || status === 'none' || ABSENT.has(name)) return undefined
  if (namespace === 'debug' && status === 'N' && !DEBUG.has(name)) return undefined
  const differing = DIFFERING[name] ?? (PROFILING.test(name) ? profiling : undefined)
  return { ...method, terse: true, ...differing?.(method) }
}

/** The table as a node of cosmos/evm has it. */
export const cosmosEvm = (all: readonly Method[]): readonly Method[] => all.map(row).filter((one) => one !== undefined)
