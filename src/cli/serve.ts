import { Command, InvalidArgumentError } from 'commander'
import { UsageError } from '../base/errors.js'
import { toHex } from '../base/bytes.js'
import { readFixture } from '../replay/read.js'
import { replay } from '../replay/run.js'
import { createSandbox } from '../sandbox/api/create-sandbox.js'
import type { Sandbox } from '../sandbox/api/sandbox.js'
import type { ChainPorts, SandboxServer } from '../sandbox/api/serve.js'
import { differenceLines } from './output/replay-output.js'
import { addPortOptions, collect, portHints, portOptions, type PortFlags } from './port-options.js'
import { interrupted } from './signals.js'
import { terminal } from './output/terminal.js'
import { withTrust, type TrustFlags } from './trust.js'

type Ports = Readonly<Record<string, ChainPorts>>

interface ServeFlags extends PortFlags, TrustFlags {
  readonly ui?: boolean
  readonly uiPort?: number
  readonly port: Ports
  readonly freePorts?: boolean
  readonly account: readonly string[]
  readonly clientVersion?: string
  readonly automatic?: boolean
  readonly json?: boolean
  readonly record?: string
}

/** The default ports of nodes; the second chain's are ten higher. */
const PORTS: Ports = {
  neutron: { rpc: 26657, rest: 1317, grpc: 9090, evm: 8545 },
  hub: { rpc: 26667, rest: 1327, grpc: 9100 },
}

/** Of the explorer. */
const UI_PORT = 26680

function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('Must be a port, 0 to 65535; 0 takes a free one.')
}

/** `neutron.rpc=26657` */
function addPort(text: string, before: Ports): Ports {
  const [, chain, name, port] = /^(\w+)\.(rpc|rest|grpc|evm)=(\d{1,5})$/.exec(text) ?? []
  if (chain === undefined || name === undefined || Number(port) > 65_535)
    throw new InvalidArgumentError('Must be CHAIN.SERVER=PORT, e.g. neutron.rpc=26657; servers: rpc, rest, grpc, evm.')
  if (!Object.hasOwn(PORTS, chain)) throw new InvalidArgumentError(`Chains: ${Object.keys(PORTS).join(', ')}.`)
  return { ...before, [chain]: { ...before[chain], [name]: Number(port) } }
}

/** Accounts with coins on the first chain, whose keys are printed, so that clients can sign. */
function openAccounts(sandbox: Sandbox, wanted: readonly string[]) {
  const { neutron } = sandbox.chains
  return wanted.map((text) => {
    const [, name, coins] = /^([^=]+)=(.*)$/.exec(text) ?? []
    if (name === undefined || coins === undefined)
      throw new UsageError(`an account must be NAME=COINS, not ${JSON.stringify(text)}`, {
        details: ['right: --account alice=1000000untrn'],
      })
    const { address } = neutron.account(name, coins)
    return { name, address, privateKey: toHex(neutron.host.keyOf(name).privateKey) }
  })
}

function print(
  { urls, ui }: SandboxServer,
  accounts: ReturnType<typeof openAccounts>,
  flags: ServeFlags,
  color: boolean | undefined,
) {
  if (flags.json) {
    console.log(JSON.stringify({ urls, ...(ui !== undefined && { ui }), accounts }))
    return
  }
  const { colors } = terminal(color)
  for (const [chain, servers] of Object.entries(urls)) {
    console.log(colors.bold(chain))
    for (const [name, url] of Object.entries(servers)) console.log(`  ${name.padEnd(6)} ${String(url)}`)
  }
  if (ui !== undefined) console.log(`${colors.bold('explorer')}\n  ${ui}`)
  for (const { name, address, privateKey } of accounts)
    console.log(
      `${colors.bold(name)} ${address}\n  ${colors.dim(`private key (worth nothing elsewhere) ${privateKey}`)}`,
    )
  for (const line of [...portHints(flags), 'Press Ctrl-C to stop.']) console.log(colors.dim(line))
}

/** @throws UsageError for another extension */
function recordingFile(file: string): string {
  if (/\.(json|ya?ml)$/.test(file)) return file
  throw new UsageError(`--record must be a .json, .yaml or .yml file, not ${JSON.stringify(file)}`)
}

const again = (attempts: number, retryAt: bigint, reason: string): string =>
  `failed (attempt ${attempts}, again at height ${retryAt}): ${reason.split('\n')[0]}`

/** Prints what automatic relayers could not deliver. */
function tellFailures({ relayer, queryRelayer }: Sandbox): void {
  relayer.onFailure(({ result: { kind, chain, packet }, attempts, retryAt, reason }) => {
    const what = packet === undefined ? '' : ` of packet ${packet.sequence} from ${packet.from} ${packet.sourceChannel}`
    console.error(`relayer: ${kind}${what} on ${chain} ${again(attempts, retryAt, reason)}`)
  })
  queryRelayer.onFailure(({ result: { queryId, chain, remoteTx }, attempts, retryAt, reason }) => {
    const what = remoteTx === undefined ? '' : `, transaction ${remoteTx}`
    console.error(`query relayer: query ${queryId}${what} on ${chain} ${again(attempts, retryAt, reason)}`)
  })
}

const hasUi = ({ ui, uiPort }: ServeFlags): boolean => ui === true || uiPort !== undefined

async function serve(sandbox: Sandbox, flags: ServeFlags, color: boolean | undefined): Promise<void> {
  if (flags.record !== undefined) sandbox.record(recordingFile(flags.record))
  tellFailures(sandbox)
  const accounts = openAccounts(sandbox, flags.account)
  if (flags.automatic) {
    sandbox.relayer.auto()
    sandbox.queryRelayer.auto()
  }
  const ports = Object.fromEntries(
    Object.entries(PORTS).map(([chain, usual]) => [chain, { ...(flags.freePorts ? {} : usual), ...flags.port[chain] }]),
  )
  const ui = hasUi(flags) && { ui: { port: flags.uiPort ?? (flags.freePorts ? 0 : UI_PORT) } }
  const server = await sandbox.serve({ ...portOptions(flags), ports, ...ui })
  print(server, accounts, flags, color)
  await interrupted()
  await sandbox.close()
  if (flags.record !== undefined && !flags.json) console.log(`recorded in ${flags.record}`)
}

/** `sudobox serve [FIXTURE]` */
export function serveCommand(): Command {
  const command = withTrust(new Command('serve')).argument('[fixture]', 'a fixture to run first')
  return addPortOptions(command)
    .option('--port <chain.server=port>', 'one port; repeatable', addPort, {})
    .option('--free-ports', 'use free ports unless a port is given')
    .option('--account <name=coins>', 'an account with coins on neutron; repeatable', collect, [])
    .option('--client-version <text>', "response of the EVM's web3_clientVersion (default: anvil/v1.7.1/Sudobox/…)")
    .option('--automatic', 'let relayers deliver packets and query results automatically, whatever the fixture says')
    .option('--ui', 'open the explorer too: a page that shows the sandbox as it changes, and acts on it')
    .option('--ui-port <port>', `port of the explorer (default: ${UI_PORT}); implies --ui`, portNumber)
    .option('--json', 'print one line of JSON: URLs and accounts')
    .option('--record <file>', 'record all actions as a fixture (.json, .yaml), written at the end')
    .addHelpText(
      'after',
      `\nPorts: ${Object.entries(PORTS)
        .flatMap(([chain, servers]) => Object.entries(servers).map(([name, port]) => `${chain}.${name}=${port}`))
        .join(
          ' ',
        )} ui=${UI_PORT}\nExit code: 0 stopped, 1 a step of the fixture is not as expected, 2 it could not be served.`,
    )
    .action(async (fixture: string | undefined, flags: ServeFlags, command: Command) => {
      const { color } = command.optsWithGlobals<{ color?: boolean }>()
      const wanted = color === false ? false : undefined
      const evm = flags.clientVersion === undefined ? undefined : { clientVersion: flags.clientVersion }
      if (fixture === undefined) return serve(createSandbox(evm && { evm }), flags, wanted)
      const read = readFixture(fixture)
      const given =
        evm === undefined ? read : { ...read, options: { ...read.options, evm: { ...read.options?.evm, ...evm } } }
      const report = await replay(given, fixture, {
        ...(flags.trust !== undefined && { trust: flags.trust }),
        ...(hasUi(flags) && { onStart: (sandbox) => sandbox.keepHistory() }),
        onStep: ({ difference }) => {
          if (difference) for (const line of differenceLines(difference, terminal(wanted))) console.error(line)
        },
        onEnd: (sandbox) => serve(sandbox, flags, wanted),
      })
      if (!report.passed) process.exitCode = 1
      return undefined
    })
}
