import { defaultClientVersion } from './client-version.js'
import { UsageError } from '../../base/index.js'
import type { BalanceSource } from '../state/balances.js'
import { FORKS, NEWEST_FORK } from './fork-names.js'
import type { GenesisAlloc } from './genesis-alloc.js'
import type { Hex } from '../hex.js'
import type { HostChain } from '../host/host.js'
import type { Serve } from './serve.js'
import { Turns, type Journal } from '../requests/turns.js'

/** The chain id of an EVM whose options give none: that of cosmos/evm. */
export const DEFAULT_EVM_CHAIN_ID = 262144n

/** The mnemonic of the development accounts of Hardhat and Anvil: its keys are public. */
export const DEVELOPMENT_MNEMONIC = 'test test test test test test test test test test test junk'

/** Which answers methods return: Ethereum's, the specification's, or those of a current Cosmos EVM node. */
export type Profile = 'functional' | 'documented' | 'cosmos-evm'

const PROFILES: readonly string[] = ['functional', 'documented', 'cosmos-evm'] satisfies readonly Profile[]

/** When blocks are made: with each transaction, or only when asked. */
export type Mining = 'auto' | 'manual'

/** Which loop runs code: the quick one, with the library's for the opcodes that it does not know, or the library's alone. */
export type Execution = 'quick' | 'library'

const EXECUTIONS: readonly string[] = ['quick', 'library'] satisfies readonly Execution[]

/** Options of an EVM node; all have a default. */
export interface EvmNodeOptions {
  /** Default {@link DEFAULT_EVM_CHAIN_ID}. */
  readonly chainId?: bigint
  /** Name of the fork whose rules apply from the genesis on; default the newest that is final. */
  readonly hardfork?: string
  /** Name of the denomination in which balances are counted, with 18 decimals. Default `aevm`. */
  readonly denom?: string
  /** Which answers the JSON-RPC returns. Default `functional`: every method works as Ethereum's execution API specifies. */
  readonly profile?: Profile
  /**
   * The result of `web3_clientVersion`, by which test tools recognize development nodes: default `anvil/v1.7.1/Sudobox/…` in `functional`, for Hardhat's
   * network helpers among others, and `Sudobox/…` in the other profiles. With one that begins with `hardhat`, `evm_setIntervalMining` counts milliseconds.
   */
  readonly clientVersion?: string
  /** Namespaces whose methods are available; default all in `functional`, and `eth`, `net` and `web3` in the other profiles. */
  readonly namespaces?: readonly string[]
  /** Development accounts: how many, from which mnemonic (BIP-39, path m/44'/60'/0'/0/i), each with which balance. */
  readonly accounts?: { readonly count?: number; readonly mnemonic?: string; readonly balance?: bigint }
  readonly blockGasLimit?: bigint
  /**
   * How many of the newest blocks stay readable, with their receipts, their logs and the states after them; up to 64 more may. Reading an older one is
   * refused, and so is returning to one; the header of the genesis stays. At least 256, since code can read the hashes of as many. Default: all.
   */
  readonly keepBlocks?: number
  /** Base fee of the genesis block; later ones follow EIP-1559. Default 1 gwei. */
  readonly baseFee?: bigint
  /** Who receives the tips of a block. */
  readonly coinbase?: Hex
  /** Time of the genesis block in seconds since 1970; alongside a chain that of the chain's next block. */
  readonly genesisTime?: bigint
  /** The time in seconds since 1970, for blocks. Without one a block comes a second after the one before. */
  readonly clock?: () => bigint
  /** The source of balances. Without one the node keeps them itself. */
  readonly balances?: BalanceSource
  /** The chain alongside which the node runs: its balances, its blocks and its clock are those of the node. */
  readonly host?: HostChain
  readonly mining?: Mining
  /**
   * Which loop runs code; both come to the same results. Default `quick`. `library` is slower and less precise about why code failed, and shows whether a
   * result depends on the quick loop.
   */
  readonly execution?: Execution
  /** Accounts of the genesis in addition to the development accounts. */
  readonly alloc?: GenesisAlloc
  /** A genesis as go-ethereum reads it (parsed JSON): it says the chain id, the forks, the accounts and the first header. */
  readonly genesis?: unknown
  /** Whether the methods of the namespace `testing` are available. Default false. */
  readonly testing?: boolean
  /** The directory below which methods may write and read files; without one they are refused. */
  readonly dataDir?: string
  /** Opens the ports for `admin_startHTTP` and `admin_startWS`; without it they are refused. */
  readonly serve?: Serve
  /** The queue of changes of the EVM; nodes with the same queue share the order of their requests. Default: its own queue. */
  readonly turns?: Turns
  /** Notified of all changes of the EVM: requests (see `Method.changes`), interval blocks (as `evm_mine`), and the start (as `eth_chainId`). */
  readonly journal?: Journal
  readonly limits?: Partial<Limits>
}

/** Names and defaults are those of cosmos/evm, `[json-rpc]` in app.toml. */
export interface Limits {
  /** Gas of eth_call and eth_estimateGas. */
  readonly gasCap: bigint
  /** Milliseconds that one call, estimate or trace may run; 0 is no limit. */
  readonly evmTimeout: number
  /** Blocks of one eth_feeHistory. */
  readonly feeHistoryCap: number
  /** Logs of one eth_getLogs. */
  readonly logsCap: number
  /** Bytes of the answer to a request for traces or logs, and half of those of all such requests at once. 0 is no limit. */
  readonly answerSize: number
  /** How far the last block of one eth_getLogs may be from the first. */
  readonly blockRangeCap: number
  /** Seconds of the node's clock after which a filter that nobody polls is dropped. */
  readonly filterTimeout: bigint
  /** Filters that are installed at the same time. */
  readonly filterCap: number
}

export type ResolvedOptions = Required<
  Omit<
    EvmNodeOptions,
    'accounts' | 'clock' | 'balances' | 'host' | 'limits' | 'genesis' | 'namespaces' | 'dataDir' | 'serve' | 'journal'
  >
> & {
  readonly accounts: { readonly count: number; readonly mnemonic: string; readonly balance: bigint }
  readonly clock: (() => bigint) | undefined
  readonly balances: BalanceSource | undefined
  readonly host: HostChain | undefined
  readonly dataDir: string | undefined
  readonly serve: Serve | undefined
  readonly journal: Journal | undefined
  /** Undefined: the profile decides. */
  readonly namespaces: readonly string[] | undefined
  readonly limits: Limits
}

const LIMITS: Limits = {
  gasCap: 25_000_000n,
  evmTimeout: 5000,
  feeHistoryCap: 100,
  logsCap: 10_000,
  answerSize: 256 * 1024 * 1024,
  blockRangeCap: 10_000,
  filterTimeout: 300n,
  filterCap: 10_000,
}

/** @throws UsageError that names the option. */
// oxlint-disable-next-line complexity -- one default for each option
export function resolveOptions(options: EvmNodeOptions): ResolvedOptions {
  const resolved: ResolvedOptions = {
    chainId: options.chainId ?? DEFAULT_EVM_CHAIN_ID,
    hardfork: options.hardfork ?? NEWEST_FORK,
    denom: options.denom ?? 'aevm',
    profile: options.profile ?? 'functional',
    clientVersion: options.clientVersion ?? defaultClientVersion(options.profile ?? 'functional'),
    namespaces: options.namespaces,
    accounts: {
      count: options.accounts?.count ?? 10,
      mnemonic: options.accounts?.mnemonic ?? DEVELOPMENT_MNEMONIC,
      balance: options.accounts?.balance ?? 10_000n * 10n ** 18n,
    },
    blockGasLimit: options.blockGasLimit ?? 30_000_000n,
    keepBlocks: options.keepBlocks ?? Infinity,
    baseFee: options.baseFee ?? 1_000_000_000n,
    coinbase: options.coinbase ?? '0x0000000000000000000000000000000000000000',
    genesisTime: options.genesisTime ?? options.clock?.() ?? 1_700_000_000n,
    clock: options.clock,
    balances: options.balances,
    host: options.host,
    mining: options.mining ?? 'auto',
    execution: options.execution ?? 'quick',
    testing: options.testing ?? false,
    dataDir: options.dataDir,
    serve: options.serve,
    turns: options.turns ?? new Turns(),
    journal: options.journal,
    alloc: options.alloc ?? {},
    limits: { ...LIMITS, ...options.limits },
  }
  const refuse = (name: string, expected: string): never => {
    throw new UsageError(`createEvmNode(): invalid ${name}`, { details: [`expected ${expected}`] })
  }
  if (!PROFILES.includes(resolved.profile)) refuse(`profile (${resolved.profile})`, `one of ${PROFILES.join(', ')}`)
  if (!EXECUTIONS.includes(resolved.execution))
    refuse(`execution (${resolved.execution})`, `one of ${EXECUTIONS.join(', ')}`)
  const { chainId, hardfork, accounts, blockGasLimit, coinbase, keepBlocks } = resolved
  if (typeof chainId !== 'bigint' || chainId < 1n || chainId >= 1n << 53n)
    refuse('chainId', 'a bigint from 1 to 2^53 - 1')
  if (!FORKS.includes(hardfork)) refuse(`hardfork (${hardfork})`, `one of ${FORKS.join(', ')}`)
  if (!Number.isInteger(accounts.count) || accounts.count < 0 || accounts.count > 1000)
    refuse('accounts.count', 'an integer from 0 to 1000')
  if (typeof blockGasLimit !== 'bigint' || blockGasLimit < 5000n || blockGasLimit >= 1n << 63n)
    refuse('blockGasLimit', 'a bigint from 5000 to 2^63 - 1')
  if (keepBlocks !== Infinity && (!Number.isInteger(keepBlocks) || keepBlocks < 256))
    refuse('keepBlocks', 'an integer of at least 256')
  if (resolved.dataDir !== undefined && (typeof resolved.dataDir !== 'string' || resolved.dataDir === ''))
    refuse('dataDir', 'the path of a directory')
  if (typeof resolved.clientVersion !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(resolved.clientVersion))
    refuse('clientVersion', '1 to 200 printable characters of ASCII')
  if (!/^0x[0-9a-fA-F]{40}$/.test(coinbase)) refuse('coinbase', '20 bytes of hex with 0x')
  return resolved
}
