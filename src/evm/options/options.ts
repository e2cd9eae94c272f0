import { defaultClientVersion } from './client-version.js'
import { UsageError, withDefaults } from '../../base/index.js'
import type { BalanceSource } from '../state/balances.js'
import { FORKS } from './fork-names.js'
import type { GenesisAlloc } from './genesis-alloc.js'
import type { Hex } from '../hex.js'
import type { HostChain } from '../host/host.js'
import type { Serve } from './serve.js'
import { Turns, type Journal } from '../requests/turns.js'
import { TRAITS } from './traits.js'

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
  /** Name of the fork whose rules apply from the genesis on; default the newest that is final, and in the profile `cosmos-evm` the node's, `prague`. */
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

const ACCOUNTS: ResolvedOptions['accounts'] = {
  count: 10,
  mnemonic: DEVELOPMENT_MNEMONIC,
  balance: 10_000n * 10n ** 18n,
}

/** The defaults that do not depend on other options. */
const DEFAULTS = {
  chainId: DEFAULT_EVM_CHAIN_ID,
  denom: 'aevm',
  profile: 'functional' as Profile,
  blockGasLimit: 30_000_000n,
  keepBlocks: Infinity,
  baseFee: 1_000_000_000n,
  coinbase: '0x0000000000000000000000000000000000000000' as Hex,
  mining: 'auto' as Mining,
  execution: 'quick' as Execution,
  testing: false,
  alloc: {} as GenesisAlloc,
}

/** An option that is one of several words. */
type Choice = 'profile' | 'execution' | 'hardfork'

/** What an option must be. */
interface Rule {
  readonly name: string
  readonly expected: string
  readonly holds: (options: ResolvedOptions) => boolean
  /** The option whose value the error repeats. */
  readonly shown?: Choice
}

const oneOf = (name: Choice, values: readonly string[]): Rule => ({
  name,
  expected: `one of ${values.join(', ')}`,
  holds: (options) => values.includes(options[name]),
  shown: name,
})

const isBetween = (value: unknown, from: bigint, to: bigint): boolean =>
  typeof value === 'bigint' && value >= from && value <= to

/** In the order in which they are checked. */
const RULES: readonly Rule[] = [
  oneOf('profile', PROFILES),
  oneOf('execution', EXECUTIONS),
  {
    name: 'chainId',
    expected: 'a bigint from 1 to 2^53 - 1',
    holds: ({ chainId }) => isBetween(chainId, 1n, (1n << 53n) - 1n),
  },
  oneOf('hardfork', FORKS),
  {
    name: 'accounts.count',
    expected: 'an integer from 0 to 1000',
    holds: ({ accounts: { count } }) => Number.isInteger(count) && count >= 0 && count <= 1000,
  },
  {
    name: 'blockGasLimit',
    expected: 'a bigint from 5000 to 2^63 - 1',
    holds: ({ blockGasLimit }) => isBetween(blockGasLimit, 5000n, (1n << 63n) - 1n),
  },
  {
    name: 'keepBlocks',
    expected: 'an integer of at least 256',
    holds: ({ keepBlocks }) => keepBlocks === Infinity || (Number.isInteger(keepBlocks) && keepBlocks >= 256),
  },
  {
    name: 'dataDir',
    expected: 'the path of a directory',
    holds: ({ dataDir }) => dataDir === undefined || (typeof dataDir === 'string' && dataDir !== ''),
  },
  {
    name: 'clientVersion',
    expected: '1 to 200 printable characters of ASCII',
    holds: ({ clientVersion }) => typeof clientVersion === 'string' && /^[\x20-\x7e]{1,200}$/.test(clientVersion),
  },
  {
    name: 'coinbase',
    expected: '20 bytes of hex with 0x',
    holds: ({ coinbase }) => /^0x[0-9a-fA-F]{40}$/.test(coinbase),
  },
]

/** @throws UsageError that names the option. */
export function resolveOptions(options: EvmNodeOptions): ResolvedOptions {
  const plain = withDefaults(DEFAULTS, options)
  const resolved: ResolvedOptions = {
    ...plain,
    hardfork: options.hardfork ?? TRAITS[plain.profile]?.fork ?? '',
    clientVersion: options.clientVersion ?? defaultClientVersion(plain.profile),
    namespaces: options.namespaces,
    accounts: withDefaults(ACCOUNTS, options.accounts ?? {}),
    genesisTime: options.genesisTime ?? options.clock?.() ?? 1_700_000_000n,
    clock: options.clock,
    balances: options.balances,
    host: options.host,
    dataDir: options.dataDir,
    serve: options.serve,
    turns: options.turns ?? new Turns(),
    journal: options.journal,
    limits: withDefaults(LIMITS, options.limits ?? {}),
  }
  const broken = RULES.find(({ holds }) => !holds(resolved))
  if (broken === undefined) return resolved
  const { name, expected, shown } = broken
  const value = shown === undefined ? '' : ` (${resolved[shown]})`
  throw new UsageError(`createEvmNode(): invalid ${name}${value}`, { details: [`expected ${expected}`] })
}
