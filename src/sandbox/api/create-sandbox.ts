import {
  atCallersLine,
  definedMembers,
  fromHex,
  own,
  Reach,
  strict,
  toBase64,
  UsageError,
  withDefaults,
} from '../../base/index.js'
import { consensusOfGenesis } from '../../modules/consensus/index.js'
import type { ChainOptions, Vms } from '../../app/index.js'
import type { Plugin } from '../../app/plugin/index.js'
import { parseRfc3339 } from '../../codec/index.js'
import { DEFAULT_EVM_CHAIN_ID, type EvmNodeOptions } from '../../evm/index.js'
import { ChainHost } from '../host/chain-host.js'
import type { ForkProgress } from '../../fork/index.js'
import { openGivenFork, refuseWithFork, withForks, type OpenedFork } from './fork.js'
import { chainNames, kindOf, refuseOfOtherKinds, type ChainNames, type UsualChain } from './kinds.js'
import { allPairs, linked, linkIds, type ChainLink, type LinkedPair } from './links.js'
import {
  parseOptions,
  writtenOptions,
  type ChainOptions as GivenOptions,
  type ParsedOptions,
  type SandboxOptions,
} from './options.js'
import { usualVms } from '../host/process-defaults.js'
import { QueryRelayerHost } from '../query-relayer/query-relayer-host.js'
import { connect } from '../relayer/connect.js'
import { RelayerHost } from '../relayer/relayer-host.js'
import { Sandbox, type Origin } from './sandbox.js'
import type { Json } from '../values/values.js'
import type { DebugLine } from '../trace/debug.js'
import { BlockRuns } from '../tx/block-runs.js'
import type { TxResult } from '../tx/result.js'
import { WasmFiles } from '../host/wasm-files.js'

/** 2026-01-01T00:00:00Z in nanoseconds: fixed, so that every run is the same. */
const GENESIS_TIME = 1_767_225_600_000_000_000n

const chainOptions = (
  key: string,
  given: GivenOptions,
  { defaults }: ReturnType<typeof kindOf>,
  genesisTime: bigint,
  forked: OpenedFork | undefined,
): ChainOptions => ({
  // What the options say comes first, then what a live chain says.
  ...withDefaults(withDefaults(defaults, forked ?? {}), given),
  chainId: forked?.fork.point.chainId ?? given.chainId ?? given.genesis?.chain_id ?? `${key}-sandbox-1`,
  bank: given.bank,
  release: given.release,
  unpatched: given.unpatched,
  txIndex: given.txIndex ?? true,
  layers: given.layers,
  keepBlocks: given.keepBlocks,
  keepHistory: given.keepHistory,
  icq: definedMembers(given.icq ?? {}),
  genesisTime,
  genesisHeight: Math.max(Number(given.genesis?.initial_height ?? 1n) - 1, 0),
  genesis: given.genesis?.app_state ?? {},
  consensus: given.genesis?.consensus?.params ? consensusOfGenesis(given.genesis.consensus.params) : undefined,
  validators:
    typeof given.validators === 'number' ? Array.from({ length: given.validators }, () => 100n) : given.validators,
  params: given.params ?? {},
  fork: forked?.fork,
})

/** When a chain starts, if its options say so. */
const startOf = ({ time, genesis }: GivenOptions): bigint | undefined =>
  time ?? (genesis?.genesis_time === undefined ? undefined : parseRfc3339(genesis.genesis_time))

/** Settings of a sandbox that its chains and contracts cannot see. */
export interface SandboxSetting {
  /**
   * The file that the options and actions come from. Paths of contracts are relative to it, and are read from its folder and the working directory
   * only; EVM methods that touch the host are refused, and so is a directory for them. If left out, the rules for code apply: paths are relative to the
   * working directory, and may lead anywhere.
   */
  readonly baseFile?: string
  /** Lifts the restrictions on what comes from `baseFile`: it may do what code may. */
  readonly trust?: boolean
  /** Counts how often each block of a contract's code runs: {@link Sandbox.coverage}. Calls take longer, and cost the same gas. */
  readonly coverage?: boolean
  /**
   * Receives what contracts print with `deps.api.debug` in transactions and callbacks, as they run:
   * `{ onDebug: ({ label, text }) => console.log(label, text) }`.
   * Gas and results are the same. Results have these lines as `debug` even without it.
   */
  readonly onDebug?: (line: DebugLine & { readonly chain: string }) => void
  /** Called with the result of each transaction, callback and run of a schedule when it ends, including those of relayers. */
  readonly onTx?: (result: TxResult) => void
  /** Counts where gas goes, by contract, function and line: `takeGasProfile` of `sudobox/profile`. Calls take longer, and cost the same gas. */
  readonly profile?: boolean
  /** Called while a chain waits for the live one that it was forked from. */
  readonly onFork?: (progress: ForkProgress & { readonly chain: string }) => void
}

/** What the commands and campaigns of this repository observe of a sandbox. */
export interface Observation {
  /** The VMs of its contracts: they know what ran on them. */
  readonly vms?: Vms | undefined
  /** Whether traces keep what contracts ask the chain: `hostCallsOf`. */
  readonly hostCalls?: boolean | undefined
}

/**
 * Chains in this process, ready for transactions, and relayers between them. `chains.neutron` (with the contract manager, and an EVM that starts on first
 * use) and `chains.hub`, with `connection-0` and the transfer channel `channel-0` between them, unless the options name other chains and links. Every run
 * of the same actions gives the same events, gas and addresses.
 * @example
 * const { chains, relayer } = createSandbox({ relayer: 'automatic' })
 * const alice = chains.neutron.account('alice', '1000untrn')
 * await alice.ibcTransfer(chains.hub.account('bob'), '5untrn')
 * expect(relayer.pending()).toEqual([])
 * @example createSandbox({ chains: { neutron: {}, hub: {}, osmo: { kind: 'hub', prefix: 'osmo', denom: 'uosmo' } } }).chains.osmo
 * @typeParam Named names of the chains in the options
 * @param setting options that chains and contracts cannot see
 * @throws UsageError that names each invalid option; FixtureError for what a file may not contain, see `baseFile`
 */
export const createSandbox: <Named extends string = UsualChain>(
  options?: SandboxOptions<Named>,
  setting?: SandboxSetting,
) => Sandbox<ChainNames<Named>> = atCallersLine(strict('createSandbox', create)) as never

/** A sandbox whose options and actions may name the files that a reach allows. */
export const createSandboxWithin = (
  reach: Reach,
  options?: SandboxOptions,
  setting?: Omit<SandboxSetting, 'baseFile' | 'trust'> & Observation,
): Sandbox => create(options, setting, reach)

function create(
  options: SandboxOptions = {},
  setting: SandboxSetting & Observation = {},
  reach = reachOf(setting),
): Sandbox {
  const parsed = parseOptions(options)
  const { evm = {}, ibc = {}, relayer = 'explicit', queryRelayer = 'explicit', plugins } = parsed
  const files = new WasmFiles(reach)
  if (evm.dataDir !== undefined)
    files.reach.refuse('/evm/dataDir', 'a file may not set the folder for files of the EVM', [
      'code may name one: createSandbox({ evm: { dataDir } })',
    ])
  const { onDebug, onTx, onFork, hostCalls } = setting
  const vms = counting(setting.vms ?? usualVms(), setting)
  const { chains, pairs } = plan(parsed, files, onFork)
  const listener = onTx && { onTx: (result: unknown) => onTx(result as TxResult) }
  const keys = Object.fromEntries(Object.entries(parsed.keys ?? {}).map(([name, key]) => [name, fromHex(key)]))
  return new Sandbox((evmJournal) => {
    let evms = 0
    const hosts = new Map(
      chains.map(({ key, kind, options }) => {
        const runs = new BlockRuns()
        const observed = { vms: profiling(vms, setting), watchBlocks: runs.watch }
        const host = new ChainHost({
          key,
          app: kind.build({ ...options, ...observed, plugins: own(plugins, key) ?? [] }),
          keys,
          evm: kind.hasEvm ? evmOptions(evm, evms++) : undefined,
          evmJournal,
          onDebug: onDebug && ((line: DebugLine) => onDebug({ chain: key, ...line })),
          hostCalls,
          ...listener,
        })
        runs.follow(host)
        return [key, host] as const
      }),
    )
    const relayerHost = new RelayerHost(hosts, {
      proofs: ibc.proofs ?? 'verify',
      automatic: relayer === 'automatic',
    })
    if (ibc.proofs === 'trust') for (const { app } of hosts.values()) app.ibc.core.clients.trust()
    const queryRelayerHost = new QueryRelayerHost(relayerHost, { automatic: queryRelayer === 'automatic' })
    const origin: Origin = {
      options: () => writtenOptions(withForks(parsed, hosts)),
      keepForks: (folder) => {
        for (const { app } of hosts.values()) app.options.fork?.keepIn(folder)
      },
      plugins: Object.fromEntries(Object.entries(plugins).map(([key, own]) => [key, own.map(nameOf)])),
      links: linksOf(pairs, hosts, relayerHost),
      again: () => {
        const { onTx: _, ...rest } = setting
        return create(options, rest, reach)
      },
    }
    for (const { key, given } of chains)
      for (const [name, funds] of Object.entries(given.balances ?? {})) hosts.get(key)!.fund(name, funds)
    return { hosts, files, relayer: relayerHost, queryRelayer: queryRelayerHost, origin }
  })
}

/** The ids of all links. Chains that are forked have no genesis: a relayer connects them. */
function linksOf(
  pairs: readonly LinkedPair[],
  hosts: ReadonlyMap<string, ChainHost>,
  relayer: RelayerHost,
): readonly ChainLink[] {
  const isForked = (pair: LinkedPair): boolean => pair.some((key) => hosts.get(key)!.app.options.fork !== undefined)
  const known = linkIds(pairs.filter((pair) => !isForked(pair)))
  let next = 0
  return pairs.map((pair) =>
    isForked(pair) ? connect(relayer, hosts.get(pair[0])!, hosts.get(pair[1])!) : known[next++]!,
  )
}

/** A chain of the sandbox before it is built. */
interface Planned {
  readonly key: string
  readonly given: GivenOptions
  readonly kind: ReturnType<typeof kindOf>
  readonly options: ChainOptions
}

/** @throws UsageError for a chain of an unknown kind, chains with one id, and links that cannot be */
function plan(
  { chains = {}, links, ibc = {} }: ParsedOptions,
  files: WasmFiles,
  onFork: SandboxSetting['onFork'],
): { readonly chains: readonly Planned[]; readonly pairs: readonly LinkedPair[] } {
  const names = chainNames(chains)
  const given = new Map(names.map((key) => [key, withCodes(chains[key] ?? {}, files, `/chains/${key}`)]))
  const forks = new Map(
    [...given].flatMap(([key, { fork, ...own }]) => {
      if (fork === undefined) return []
      refuseWithFork(key, own)
      const report = onFork && ((progress: ForkProgress) => onFork({ chain: key, ...progress }))
      return [[key, openGivenFork(fork, `/chains/${key}/fork`, files, report, own.vm)]]
    }),
  )
  const timeOf = (key: string, own: GivenOptions): bigint | undefined => forks.get(key)?.fork.point.time ?? startOf(own)
  // Chains that know each other live at the same time.
  const start = [...given].map(([key, own]) => timeOf(key, own)).find((time) => time !== undefined) ?? GENESIS_TIME
  const planned = [...given].map(([key, own]): Planned => {
    const forked = forks.get(key)
    const kind = kindOf(key, own.kind ?? forked?.kind, forked?.program)
    refuseOfOtherKinds(key, kind, own)
    return { key, given: own, kind, options: chainOptions(key, own, kind, timeOf(key, own) ?? start, forked) }
  })
  refuseSameIds(planned)
  const pairs = links ?? allPairs(names.filter((name) => !forks.has(name)))
  const startPairs = pairs.filter((pair) => !pair.some((key) => forks.has(key)))
  const options = linked(new Map(planned.map(({ key, options }) => [key, options])), startPairs, ibc.trustingPeriod)
  return { chains: planned.map((one) => ({ ...one, options: options.get(one.key)! })), pairs }
}

/** Light clients and wallets tell chains apart by their ids. */
function refuseSameIds(chains: readonly Planned[]): void {
  const byId = new Map<string, string>()
  for (const { key, options } of chains) {
    const other = byId.get(options.chainId)
    if (other !== undefined)
      throw new UsageError('createSandbox() does not take these options', {
        details: [`at /chains/${key}/chainId: ${other} also has the id ${options.chainId}`],
      })
    byId.set(options.chainId, key)
  }
}

/** Each EVM has a chain id of its own: those after the first count on from it. */
function evmOptions(given: NonNullable<ParsedOptions['evm']>, index: number): EvmNodeOptions {
  const options = definedMembers(given)
  return index === 0 ? options : { ...options, chainId: (options.chainId ?? DEFAULT_EVM_CHAIN_ID) + BigInt(index) }
}

/** Reads the codes that the options give as files. @throws UsageError for an id that the genesis lacks */
function withCodes(given: GivenOptions, files: WasmFiles, pointer: string): GivenOptions {
  const { codes, genesis, ...rest } = given
  if (codes === undefined) return given
  const left = new Map(Object.entries(codes))
  const wasm = genesis?.app_state['wasm'] ?? {}
  const listed = (Array.isArray(wasm['codes']) ? wasm['codes'] : []) as readonly { readonly [name: string]: Json }[]
  const filled = listed.map((code) => {
    // 64-bit numbers are texts in this JSON, and short ones may be numbers.
    const id = JSON.stringify(code['code_id'] ?? null).replaceAll('"', '')
    const file = left.get(id)
    left.delete(id)
    return file === undefined ? code : { ...code, code_bytes: toBase64(files.read(file, `${pointer}/codes/${id}`)) }
  })
  const [unknown] = left.keys()
  if (unknown !== undefined) throw new UsageError(`the genesis has no code ${unknown}, for which a file is named`)
  if (genesis === undefined) return rest
  return { ...rest, genesis: { ...genesis, app_state: { ...genesis.app_state, wasm: { ...wasm, codes: filled } } } }
}

const counting = (vms: Vms, { coverage = false }: SandboxSetting): Vms =>
  coverage && vms.observed.coverage !== true ? vms.with({ coverage }) : vms

/** A chain that is profiled has VMs of its own: gas that other chains spend is not part of its profile. */
const profiling = (vms: Vms, { profile = false }: SandboxSetting): Vms => (profile ? vms.with({ profile }) : vms)

const reachOf = ({ baseFile, trust }: SandboxSetting): Reach =>
  baseFile === undefined ? Reach.ofCode() : new Reach(baseFile, trust)

const nameOf = ({ spec }: Plugin): string => spec.name
