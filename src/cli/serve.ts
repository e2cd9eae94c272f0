import { Command, Option } from 'commander'
import { Explorer } from '../explorer/index.js'
import { readFixture, replay, type Fixture, type ReplayReport } from '../replay/internal.js'
import { addPlugins, CHAIN_KINDS, chainNames, createSandbox, type Sandbox } from '../sandbox/internal.js'
import { forkText, ProgressLine } from './output/progress.js'
import { differenceLines } from './output/replay-output.js'
import { colorOf, terminal } from './output/terminal.js'
import { addPortOptions, collect, portOptions } from './options/port-options.js'
import { Metrics } from './serve/metrics/metrics.js'
import { closedOnFailure, openFaucets, portsOf, type Closable } from './serve/ports.js'
import { addChains, addLinks, checkNames } from './serve/chains.js'
import { openAccounts, openMnemonics } from './serve/accounts.js'
import type { Checkpoint } from './serve/checkpoint-file.js'
import { Checkpoints, NotResumedError } from './serve/checkpoints.js'
import { milliseconds, now, slowOtherBlocks, startBlocks } from './serve/clock.js'
import { readConfig } from './serve/config.js'
import { printFailures } from './serve/failures.js'
import { fillFaucet, USUAL_COOLDOWN } from './serve/faucet.js'
import {
  addFork,
  addForkHeight,
  addPort,
  byChain,
  countOf,
  hasUi,
  metricsPort,
  metricsPortOf,
  METRICS_PORT,
  listByChain,
  portNumber,
  secondsOf,
  UI_PORT,
  usualPorts,
  type ServeFlags,
} from './serve/flags.js'
import { printConfiguration, printServed, type Served } from './serve/print.js'
import { writeRegistry } from './serve/registry.js'
import { recordingFile, stateFile, stateOf } from './serve/state.js'
import { pluginsOf, withFlags, withReleases, type SandboxFileOptions } from './serve/sandbox-options.js'
import { readyForSignals } from './signals.js'
import { withTrust } from './trust.js'
import { withVmReleaseOption } from './options/vm-option.js'
import { definedMembers, own } from '../base/index.js'

/** Keeps what the files will need, and resumes at the last of the checkpoints, if there are any. @returns what is to make further ones */
function keep(
  sandbox: Sandbox,
  { record, state }: ServeFlags,
  from: readonly Checkpoint[] = [],
): Checkpoints | undefined {
  if (record !== undefined || state !== undefined) sandbox.keepResults()
  if (state === undefined) return undefined
  const checkpoints = new Checkpoints(sandbox, state)
  if (from.length > 0) checkpoints.resume(from)
  return checkpoints
}

/** Writes the files from now on, and not before: a start that fails must leave them as they were. @returns saves the state once more */
function followIn({ sandbox, checkpoints }: Started, { record, state }: ServeFlags): (() => void) | undefined {
  if (record !== undefined) sandbox.record(recordingFile(record)).follow()
  if (state === undefined) return undefined
  const recording = sandbox.record(stateFile(state), STATE)
  recording.follow()
  return checkpoints?.follow(recording)
}

const STATE = { expect: 'partial', heads: true, title: 'The state of a network' } as const

function setRelayers({ relayer, queryRelayer }: Sandbox, { relay, relayDelay, automatic }: ServeFlags): void {
  const wanted = relay ?? (automatic ? 'auto' : undefined)
  if (wanted === undefined) return
  const auto = wanted === 'auto'
  if (relayer.automatic !== auto || (auto && relayDelay !== undefined))
    relayer.auto(auto, relayDelay === undefined ? {} : { late: relayDelay })
  if (queryRelayer.automatic !== auto) queryRelayer.auto(auto)
}

interface Started {
  readonly sandbox: Sandbox
  readonly checkpoints: Checkpoints | undefined
  readonly explorer: Explorer | undefined
  /** Actions of the state that was loaded; undefined if there was none. */
  readonly loaded: number | undefined
}

const explorerOf = (sandbox: Sandbox, flags: ServeFlags): Explorer | undefined =>
  hasUi(flags) ? new Explorer(sandbox) : undefined

async function serve(started: Started, flags: ServeFlags, color: boolean | undefined): Promise<void> {
  const { sandbox, explorer, loaded } = started
  const saveState = followIn(started, flags)
  printFailures(sandbox)
  const { blockTime = 0 } = flags
  if (blockTime > 0) slowOtherBlocks(sandbox)
  const accounts = openAccounts(sandbox, flags.account, loaded !== undefined)
  const mnemonics = openMnemonics(sandbox, flags)
  if (explorer !== undefined)
    for (const [name, chain] of Object.entries(sandbox.chains)) fillFaucet(chain, own(flags.faucetCoins, name))
  setRelayers(sandbox, flags)
  const ports = portsOf(sandbox, flags)
  const ofNodes = Object.fromEntries(
    Object.entries(ports).map(([chain, { rpc, rest, grpc, evm }]) => [chain, definedMembers({ rpc, rest, grpc, evm })]),
  )
  const metrics =
    flags.metrics === undefined
      ? undefined
      : new Metrics(sandbox, (chain): readonly Uint8Array[] => server.waiting(chain))
  const server = await sandbox.serve({
    ...portOptions(flags),
    ports: ofNodes,
    mempool: blockTime > 0,
    ...(metrics && { observe: (chain) => metrics.observer(chain) }),
  })
  const uiPort = flags.uiPort ?? (flags.freePorts ? 0 : UI_PORT)
  const others: Closable[] = []
  const opened: Closable[] = [server]
  const page = await closedOnFailure(opened, async () => explorer?.serve({ ...portOptions(flags), port: uiPort }))
  if (page !== undefined) opened.push(page)
  const scraped = await closedOnFailure(opened, async () =>
    metrics?.serve({ ...portOptions(flags), port: metricsPortOf(flags) }),
  )
  if (scraped !== undefined) others.push(scraped)
  const urls = await closedOnFailure(opened, async () =>
    closedOnFailure(others, async () => openFaucets(sandbox, server.urls, ports, flags, others)),
  )
  const served: Served = {
    urls,
    ui: page?.url,
    metrics: scraped && `http://${scraped.authority}/metrics`,
    accounts,
    mnemonics,
    notes: notesOf(flags, loaded),
  }
  if (flags.registry !== undefined) writeRegistry(sandbox, flags.registry, served.urls)
  const { interrupted } = await readyForSignals()
  printServed(sandbox, served, flags, color)
  const stopBlocks = blockTime > 0 ? startBlocks(server, blockTime) : undefined
  await interrupted
  stopBlocks?.()
  await Promise.all(others.map((one) => one.close()))
  saveState?.()
  await sandbox.close()
  if (flags.record !== undefined && !flags.json) console.log(`recorded in ${flags.record}`)
}

/** Chains whose clocks follow this machine's start at its time, with which other people's relayers and light clients compare. */
const atNow = (options: SandboxFileOptions, { blockTime = 0 }: ServeFlags): SandboxFileOptions => {
  if (blockTime === 0) return options
  const chains = chainNames(options.chains).map((name) => [name, own(options.chains ?? {}, name)] as const)
  if (chains.some(([, chain]) => chain?.genesis?.genesis_time !== undefined || chain?.fork !== undefined))
    return options
  const time = now()
  return { ...options, chains: Object.fromEntries(chains.map(([name, chain]) => [name, { time, ...chain }])) }
}

const notesOf = ({ state }: ServeFlags, loaded: number | undefined): readonly string[] =>
  loaded === undefined
    ? []
    : [`Continues from ${state} (${loaded} steps), with the fixture, genesis and accounts that it started with.`]

async function run(given: string | undefined, command: Command): Promise<void> {
  const wanted = colorOf(command)
  const { config, trust } = command.opts<ServeFlags>()
  const configuration = readConfig(command, config, trust)
  if (configuration !== undefined) printConfiguration(configuration)
  const flags = command.opts<ServeFlags>()
  if (flags.record !== undefined) recordingFile(flags.record)
  const state = stateOf(flags)
  const withVms = (options: SandboxFileOptions) => (flags.state === undefined ? options : withReleases(options))
  const file = state === undefined ? (given ?? configuration?.fixture) : flags.state
  if (file === undefined) {
    const options = withVms(withFlags(undefined, flags))
    checkNames(command, options, configuration?.file)
    const plugins = await pluginsOf(flags.plugin)
    const line = new ProgressLine(terminal(wanted))
    let starting = true
    const sandbox = createSandbox(addPlugins(atNow(options, flags), plugins), {
      onFork: (progress) => {
        if (starting) line.show(() => forkText(progress))
      },
    })
    starting = false
    line.clear()
    const started = {
      sandbox,
      checkpoints: keep(sandbox, flags),
      explorer: explorerOf(sandbox, flags),
      loaded: undefined,
    }
    return serve(started, flags, wanted)
  }
  const read = state?.fixture ?? readFixture(file)
  const flagged = withFlags(
    read.options ?? {},
    state === undefined
      ? flags
      : {
          ...flags,
          chains: {},
          links: [],
          chainId: {},
          genesis: {},
          fork: {},
          forkHeight: {},
          unlinked: false,
          vm: {},
        },
  )
  const options = state === undefined ? withVms(flagged) : flagged
  checkNames(command, options, configuration?.file)
  const plugins = await pluginsOf(flags.plugin)
  const play = async (fixture: Fixture, checkpoints: readonly Checkpoint[]): Promise<ReplayReport> => {
    let kept: Checkpoints | undefined
    let explorer: Explorer | undefined
    return replay({ ...fixture, options }, file, {
      plugins,
      ...(trust !== undefined && { trust }),
      onStart: (sandbox) => {
        kept = keep(sandbox, flags, checkpoints)
        explorer = explorerOf(sandbox, flags)
      },
      onStep: ({ difference }) => {
        if (difference) for (const line of differenceLines(difference, terminal(wanted))) console.error(line)
      },
      onEnd: (sandbox) =>
        serve({ sandbox, checkpoints: kept, explorer, loaded: state && sandbox.log.length }, flags, wanted),
    })
  }
  const report = await play(read, state?.checkpoints ?? []).catch((error: unknown) => {
    if (!(error instanceof NotResumedError)) throw error
    console.error(`${error.shortMessage}; replaying all actions of ${file}`)
    return play(stateOf(flags, true)!.fixture, [])
  })
  if (!report.passed) process.exitCode = 1
  return undefined
}

/** `sudobox serve [FIXTURE]` */
export function serveCommand(): Command {
  const command = withVmReleaseOption(withTrust(new Command('serve'))).argument(
    '[fixture]',
    'a fixture that runs before the servers start',
  )
  return addPortOptions(command)
    .option(
      '--config <file>',
      'a file with these options as keys (default: sudobox.yaml in the working directory, if it exists)',
    )
    .option('--port <chain.server=port>', 'port of a server of a chain; repeatable', addPort, {})
    .option('--free-ports', 'use free ports where no port is given')
    .option(
      '--account <name=coins>',
      'create an account with coins on neutron, or on another chain: hub.NAME=COINS; repeatable',
      collect,
      [],
    )
    .option('--mnemonic <words>', 'create accounts from a mnemonic, with coins on each chain; repeatable', collect, [])
    .option(
      '--accounts <count>',
      'number of accounts of each mnemonic (default: 10); without --mnemonic: of the development mnemonic',
      countOf,
    )
    .option(
      '--coins <chain=coins>',
      'coins of each account of a mnemonic (default: 1000000000000 of the native denom); once for each chain',
      byChain('neutron=5untrn'),
      {},
    )
    .option('--chain-id <chain=id>', 'id of a chain; once for each chain', byChain('neutron=my-chain-1'), {})
    .option(
      '--genesis <chain=file>',
      'genesis of a chain, as its export command writes it; once for each chain',
      byChain('neutron=genesis.json'),
      {},
    )
    .option(
      '--fork <chain=url>',
      'start with the state of a live chain, given by an RPC endpoint; without CHAIN= the first chain; repeatable, also with several endpoints of one chain',
      addFork,
      {},
    )
    .option(
      '--fork-height <chain=height>',
      'height of the state (default: the latest); without CHAIN= the first chain',
      addForkHeight,
      {},
    )
    .option('--fork-cache <folder>', 'folder that caches the state of live chains (default: ~/.cache/sudobox/forks)')
    .option('--fork-verify', 'verify every value against the headers of the live chain')
    .option(
      '--plugin <chain=file>',
      'a JavaScript module that exports plug-ins for a chain; repeatable',
      listByChain('neutron=plugin.mjs'),
      [],
    )
    .option('--client-version <text>', "response of the EVM's web3_clientVersion (default: anvil/v1.7.1/Sudobox/…)")
    .option(
      '--block-time <time>',
      'interval between blocks of each chain, e.g. 1s; 0: a block for each transaction, immediately (default)',
      milliseconds,
    )
    .option(
      '--chains <list>',
      `the chains to run, e.g. neutron,hub,osmo=hub: NAME=KIND (kinds: ${CHAIN_KINDS.join(', ')}), osmo.prefix=PREFIX, osmo.denom=DENOM, osmo.layers=packet-forward+callbacks; repeatable (default: neutron,hub)`,
      addChains,
      {},
    )
    .option(
      '--links <list>',
      'pairs of chains with a client, a connection and a transfer channel, e.g. neutron:hub,hub:osmo; repeatable (default: all pairs)',
      addLinks,
      [],
    )
    .option('--unlinked', 'create no client, connection or channel between the chains, so that a relayer can')
    .addOption(
      new Option(
        '--relay <when>',
        'auto: the sandbox delivers packets and query results; manual: it does not (default: that of the fixture)',
      ).choices(['auto', 'manual']),
    )
    .option(
      '--relay-delay <seconds>',
      'delay of automatic relayers in seconds, so that packets with short timeouts expire (default: 0)',
      secondsOf,
    )
    .option('--relayer-mnemonic <words>', 'mnemonic whose first account the relayers use on each chain')
    .option('--automatic', 'the same as --relay auto')
    .option(
      '--query-relayer <port>',
      'serve the HTTP interface of the query relayer: /unsuccessful-txs, /resubmit-txs, /metrics',
      portNumber,
    )
    .option('--faucet', 'serve the HTTP interface of @cosmjs/faucet for each chain')
    .option(
      '--faucet-coins <chain=coins>',
      'coins that the faucet sends for each request (default: 10000000 of the native denom); once for each chain',
      byChain('neutron=5untrn'),
      {},
    )
    .option(
      '--faucet-cooldown <seconds>',
      'seconds until an address may request coins again; 0: immediately',
      secondsOf,
      USUAL_COOLDOWN,
    )
    .option('--registry <folder>', 'write chain.json, assetlist.json (chain registry) and keplr.json of each chain')
    .option('--ui', 'also serve the explorer, a page that shows the sandbox live and can send transactions to it')
    .option('--ui-port <port>', `port of the explorer (default: ${UI_PORT}); implies --ui`, portNumber)
    .addOption(
      new Option(
        '--metrics [port]',
        `serve metrics for Prometheus, at /metrics of one port for all chains (default port: ${METRICS_PORT})`,
      ).argParser(metricsPort),
    )
    .option('--json', 'print the URLs, chains, channels and accounts as one line of JSON')
    .option('--record <file>', 'record all actions to a fixture (.json, .yaml)')
    .option('--state <file>', 'save the network in this file (.yaml), and continue from it if it exists')
    .addHelpText(
      'after',
      `\nPorts of the first chain: ${Object.entries(usualPorts(0, 0))
        .map(([name, port]) => `${name}=${port}`)
        .join(
          ' ',
        )}; each further chain: 10 higher; ui=${UI_PORT}\nExit code: 0 stopped, 1 a step of the fixture had an unexpected outcome, 2 the servers could not start.`,
    )
    .action(async (fixture: string | undefined, _flags: ServeFlags, command: Command) => run(fixture, command))
}
