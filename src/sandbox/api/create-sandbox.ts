import { toBase64 } from '../../base/bytes.js'
import { atCallersLine } from '../../base/callers-line.js'
import { UsageError } from '../../base/errors.js'
import { Reach } from '../../base/reach.js'
import type { ChainOptions, GenesisMembers } from '../../app/chain-options.js'
import { HubApp } from '../../app/hub.js'
import { NeutronApp } from '../../app/neutron/app.js'
import type { Plugin } from '../../app/plugin/index.js'
import { namedValidator } from '../../chain/block/validators.js'
import { parseRfc3339 } from '../../codec/time.js'
import { linkedGenesis, type LinkedChain } from '../../modules/ibc/index.js'
import { ChainHost } from '../host/chain-host.js'
import {
  parseOptions,
  writtenOptions,
  type ChainOptions as GivenOptions,
  type ParsedOptions,
  type SandboxOptions,
} from './options.js'
import { QueryRelayerHost } from '../query-relayer/query-relayer-host.js'
import { RelayerHost } from '../relayer/relayer-host.js'
import { Sandbox } from './sandbox.js'
import type { Json } from '../values/values.js'
import type { DebugLine } from '../trace/debug.js'
import type { TxResult } from '../tx/result.js'
import { WasmFiles } from '../host/wasm-files.js'

/** 2026-01-01T00:00:00Z in nanoseconds: fixed, so that every run is the same. */
const GENESIS_TIME = 1_767_225_600_000_000_000n

type Defaults = Pick<ChainOptions, 'chainId' | 'name' | 'prefix' | 'denom'>

const NEUTRON: Defaults = { chainId: 'neutron-sandbox-1', name: 'neutron', prefix: 'neutron', denom: 'untrn' }
const HUB: Defaults = { chainId: 'hub-sandbox-1', name: 'hub', prefix: 'cosmos', denom: 'uatom' }

/** The release that the golden recordings were made with. */
const VM_VERSION = '3.0.9'

const chainOptions = (given: GivenOptions, defaults: Defaults, genesisTime: bigint): ChainOptions => ({
  chainId: given.chainId ?? given.genesis?.chain_id ?? defaults.chainId,
  name: given.name ?? defaults.name,
  prefix: given.prefix ?? defaults.prefix,
  denom: given.denom ?? defaults.denom,
  vm: given.vm ?? VM_VERSION,
  wasmd: given.wasmd ?? 'stock',
  txContracts: given.txContracts ?? false,
  txIndex: given.txIndex ?? true,
  keepBlocks: given.keepBlocks,
  keepHistory: given.keepHistory,
  icq: definedMembers(given.icq ?? {}),
  genesisTime,
  genesisHeight: Math.max(Number(given.genesis?.initial_height ?? 1n) - 1, 0),
  genesis: given.genesis?.app_state ?? {},
  params: given.params ?? {},
})

/** When a chain starts, if its options say so. */
const startOf = ({ time, genesis }: GivenOptions): bigint | undefined =>
  time ?? (genesis?.genesis_time === undefined ? undefined : parseRfc3339(genesis.genesis_time))

type Ibc = NonNullable<ParsedOptions['ibc']>

const LINKS: NonNullable<ParsedOptions['links']> = [['neutron', 'hub']]

const SECOND = 1_000_000_000n

/** Each of two chains with the other in its genesis: a client, an open connection and the transfer channel. */
const linked = (neutron: ChainOptions, hub: ChainOptions, ibc: Ibc): readonly ChainOptions[] =>
  [[neutron, hub] as const, [hub, neutron] as const].map(([own, other]) => {
    const link = linkOf(own, other, ibc.trustingPeriod)
    const { genesis = {} } = own
    return { ...own, genesis: Object.keys(genesis).length === 0 ? link : { ...link, ...genesis } }
  })

/** The genesis of IBC on a chain that knows another one; the same object for equal options, so that chains with the same start can be recognized. */
function linkOf(own: ChainOptions, other: ChainOptions, trustingPeriod: bigint | undefined): GenesisMembers {
  const ends = [own, other].map(({ chainId, genesisTime }): LinkedChain => ({
    chainId,
    validators: [namedValidator(chainId)],
    time: genesisTime + SECOND,
  }))
  const key = JSON.stringify([...ends.map(({ chainId, time }) => [chainId, String(time)]), String(trustingPeriod)])
  let link = links.get(key)
  if (link !== undefined) return link
  const period =
    trustingPeriod === undefined
      ? {}
      : { trustingPeriod: trustingPeriod * SECOND, unbondingPeriod: (trustingPeriod * 3n * SECOND) / 2n }
  link = { ibc: linkedGenesis(ends[0]!, ends[1]!, period) }
  if (links.size >= MOST_LINKS) links.clear()
  links.set(key, link)
  return link
}
const links = new Map<string, GenesisMembers>()
const MOST_LINKS = 64

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
  /** Called with the result of each transaction and callback when it ends, including those of relayers. */
  readonly onTx?: (result: TxResult) => void
  /** Counts where gas goes, by contract, function and line: `takeGasProfile` of `sudobox/profile`. Calls take longer, and cost the same gas. */
  readonly profile?: boolean
}

/**
 * Two chains in this process, ready for transactions: `chains.neutron` (with the contract manager, and an EVM that starts on first use) and
 * `chains.hub`, with `connection-0` and the transfer channel `channel-0` between them, and a relayer. Every run of the same actions gives
 * the same events, gas and addresses.
 * @param setting what no chain or contract can see
 * @throws UsageError that names each invalid option; FixtureError for what a file may not contain, see `baseFile`
 */
export const createSandbox: (options?: SandboxOptions, setting?: SandboxSetting) => Sandbox = atCallersLine(create)

/** A sandbox whose options and actions may name what a reach allows. */
export const createSandboxWithin = (
  reach: Reach,
  options?: SandboxOptions,
  setting?: Omit<SandboxSetting, 'baseFile' | 'trust'>,
): Sandbox => create(options, setting, reach)

function create(options: SandboxOptions = {}, setting: SandboxSetting = {}, reach = reachOf(setting)): Sandbox {
  const parsed = parseOptions(options)
  const {
    chains = {},
    evm = {},
    ibc = {},
    links = LINKS,
    relayer = 'explicit',
    queryRelayer = 'explicit',
    plugins,
  } = parsed
  const files = new WasmFiles(reach)
  if (evm.dataDir !== undefined)
    files.reach.refuse('/evm/dataDir', 'a file may not set the directory for files of the EVM', [
      'code may name one: createSandbox({ evm: { dataDir } })',
    ])
  const neutron = withCodes(chains.neutron ?? {}, files, '/chains/neutron')
  const hub = withCodes(chains.hub ?? {}, files, '/chains/hub')
  // Chains that know each other live at the same time.
  const starts = [
    chainOptions(neutron, NEUTRON, startOf(neutron) ?? startOf(hub) ?? GENESIS_TIME),
    chainOptions(hub, HUB, startOf(hub) ?? startOf(neutron) ?? GENESIS_TIME),
  ] as const
  const [neutronOptions, hubOptions] = links.length === 0 ? starts : linked(...starts, ibc)
  const { coverage = false, profile = false, onDebug, onTx } = setting
  const hearing = (chain: string) => onDebug && ((line: DebugLine) => onDebug({ chain, ...line }))
  const told = onTx && { onTx: (result: unknown) => onTx(result as TxResult) }
  const observed = { ...(coverage && { coverage }), ...(profile && { profile }) }
  const hosts = {
    neutron: new ChainHost({
      key: 'neutron',
      app: new NeutronApp({ ...neutronOptions!, plugins: plugins.neutron, ...observed }),
      queryCallbacks: neutron.icq?.callbacks ?? 'wrapped',
      evm: definedMembers(evm),
      onDebug: hearing('neutron'),
      ...told,
    }),
    hub: new ChainHost({
      key: 'hub',
      app: new HubApp({ ...hubOptions!, plugins: plugins.hub, ...observed }),
      queryCallbacks: 'wrapped',
      evm: undefined,
      onDebug: hearing('hub'),
      ...told,
    }),
  }
  const relayerHost = new RelayerHost(new Map(Object.entries(hosts)), {
    proofs: ibc.proofs ?? 'verify',
    automatic: relayer === 'automatic',
  })
  if (ibc.proofs === 'trust') for (const { app } of Object.values(hosts)) app.ibc.core.clients.trust()
  const queryRelayerHost = new QueryRelayerHost(relayerHost, { automatic: queryRelayer === 'automatic' })
  const sandbox = new Sandbox(hosts, files, relayerHost, queryRelayerHost, {
    options: () => writtenOptions(parsed),
    plugins: { neutron: plugins.neutron.map(nameOf), hub: plugins.hub.map(nameOf) },
    again: () => {
      const { onTx: _, ...rest } = setting
      return create(options, rest, reach)
    },
  })
  for (const [key, given] of [
    ['neutron', neutron],
    ['hub', hub],
  ] as const)
    for (const [name, funds] of Object.entries(given.balances ?? {})) hosts[key].fund(name, funds)
  return sandbox
}

/** The same options with the bytes of the codes that are given as files. @throws UsageError for an id that the genesis lacks */
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

const reachOf = ({ baseFile, trust }: SandboxSetting): Reach =>
  baseFile === undefined ? Reach.ofCode() : new Reach(baseFile, trust)

const nameOf = ({ spec }: Plugin): string => spec.name

/** The same object without members that are undefined. */
function definedMembers<T extends object>(value: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>
  }
}
