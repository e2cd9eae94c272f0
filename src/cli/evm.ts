import { resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { fromUtf8, readNamed, toHex, UsageError } from '../base/index.js'
import { COIN_TYPES, keysOfMnemonic } from '../crypto/index.js'
import { addressOfKey } from '../evm/internal.js'
import {
  DEVELOPMENT_MNEMONIC,
  createEvmNode,
  type EvmNodeOptions,
  type Execution,
  type Mining,
  type Profile,
} from '../evm/index.js'
import { serveJsonRpc, type JsonRpcServer } from '../server/internal.js'
import { addPortOptions, collect, portHints, portOptions, type PortFlags } from './options/port-options.js'
import { readyForSignals } from './signals.js'
import { colorOf, terminal } from './output/terminal.js'

interface EvmFlags extends PortFlags {
  readonly port?: number
  readonly wsPort?: number
  readonly genesis?: string
  readonly import?: string
  readonly chainId?: bigint
  readonly accounts: number
  readonly mnemonic: string
  readonly hardfork?: string
  readonly profile: Profile
  readonly clientVersion?: string
  readonly namespace: readonly string[]
  readonly mining?: Mining
  readonly execution?: Execution
  readonly keepBlocks?: number
  readonly answerSize?: number
  readonly datadir?: string
  readonly json?: boolean
}

/** The default ports of cosmos/evm. */
const HTTP_PORT = 8545
const WS_PORT = 8546

/** Recorded responses of the conformance tests depend on it. */
const IMPORT_GAS_CAP = 50_000_000n

function portOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('A port must be 0 to 65535.')
  return Number(text)
}

function countOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Must be a number from 0 to 1000.')
  return Number(text)
}

function keptOf(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 256) throw new InvalidArgumentError('Must be a number of at least 256.')
  return Number(text)
}

function bytesOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Must be a number of bytes.')
  return Number(text)
}

function chainIdOf(text: string): bigint {
  if (!/^(?:\d{1,16}|0x[0-9a-f]{1,14})$/i.test(text))
    throw new InvalidArgumentError('Must be a number, decimal or hex.')
  return BigInt(text)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(fromUtf8(readNamed(file)))
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`${file} is not JSON`, { cause })
  }
}

function optionsOf(flags: EvmFlags): EvmNodeOptions {
  const imported = flags.import !== undefined
  const mining = flags.mining ?? (imported ? 'manual' : undefined)
  return {
    profile: flags.profile,
    accounts: { count: flags.accounts, mnemonic: flags.mnemonic },
    serve: (node, at) => serveJsonRpc(node, { ...portOptions(flags), ...at }),
    ...(flags.datadir !== undefined && { dataDir: resolve(flags.datadir) }),
    ...(flags.chainId !== undefined && { chainId: flags.chainId }),
    ...(flags.clientVersion !== undefined && { clientVersion: flags.clientVersion }),
    ...(flags.hardfork !== undefined && { hardfork: flags.hardfork }),
    ...(flags.namespace.length > 0 && { namespaces: flags.namespace }),
    ...(mining !== undefined && { mining }),
    ...(flags.keepBlocks !== undefined && { keepBlocks: flags.keepBlocks }),
    ...(flags.execution !== undefined && { execution: flags.execution }),
    ...(imported && { testing: true }),
    limits: {
      ...(imported && { gasCap: IMPORT_GAS_CAP }),
      ...(flags.answerSize !== undefined && { answerSize: flags.answerSize }),
    },
    // An imported chain has its own block times.
    ...(flags.genesis === undefined
      ? { clock: () => BigInt(Math.floor(Date.now() / 1000)) }
      : { genesis: readJson(flags.genesis) }),
  }
}

async function run(flags: EvmFlags, color: boolean | undefined): Promise<void> {
  const node = createEvmNode(optionsOf(flags))
  await node.start()
  const blocks = flags.import === undefined ? undefined : await node.importChain(readNamed(flags.import))
  const serve = (port: number): Promise<JsonRpcServer> => serveJsonRpc(node, { ...portOptions(flags), port })
  const wsPort = flags.wsPort ?? (flags.port === undefined ? WS_PORT : undefined)
  const http = await serve(flags.port ?? HTTP_PORT)
  const ws = wsPort === undefined ? http : await serve(wsPort)
  const accounts = keysOfMnemonic(flags.mnemonic, flags.accounts, COIN_TYPES.ethereum).map((key) => ({
    address: addressOfKey(key),
    privateKey: `0x${toHex(key)}`,
  }))
  const served = {
    url: http.url,
    wsUrl: ws.wsUrl,
    chainId: Number(node.chainId),
    ...(blocks === undefined ? {} : { imported: blocks }),
    accounts,
  }
  const { interrupted } = await readyForSignals()
  if (flags.json) console.log(JSON.stringify(served))
  else {
    const { colors } = terminal(color)
    console.log(`${colors.bold('HTTP')}     ${served.url}`)
    console.log(`${colors.bold('WS')}       ${served.wsUrl}`)
    console.log(
      `${colors.bold('chain id')} ${served.chainId}${blocks === undefined ? '' : `, ${blocks} blocks imported`}`,
    )
    for (const { address, privateKey } of accounts) {
      console.log(address)
      console.log(`  ${colors.dim(`private key (for tests only) ${privateKey}`)}`)
    }
    for (const line of [...portHints(flags), 'Press Ctrl-C to stop.']) console.log(colors.dim(line))
  }
  await interrupted
  await Promise.all([http.close(), ...(ws === http ? [] : [ws.close()])])
  await node.close()
}

/** `sudobox evm` */
export function evmCommand(): Command {
  return addPortOptions(new Command('evm'))
    .option('--port <port>', `HTTP port, which also accepts WebSockets (default: ${HTTP_PORT})`, portOf)
    .option('--ws-port <port>', `another port for WebSockets (default: ${WS_PORT} unless --port is given)`, portOf)
    .option('--genesis <file>', 'a genesis.json in the format of go-ethereum')
    .option(
      '--import <file>',
      'blocks in RLP, as geth exports them; sets mining to manual and enables the namespace testing',
    )
    .option('--chain-id <number>', 'chain id, unless the genesis sets one (default: 262144)', chainIdOf)
    .option('--accounts <count>', 'number of development accounts', countOf, 10)
    .option('--mnemonic <words>', 'mnemonic of the development accounts', DEVELOPMENT_MNEMONIC)
    .option('--hardfork <name>', 'hardfork that is active from genesis (default: the newest; prague in cosmos-evm)')
    .addOption(
      new Option('--profile <name>', 'node whose methods and responses to imitate')
        .choices(['functional', 'documented', 'cosmos-evm'])
        .default('functional'),
    )
    .option('--client-version <text>', 'response of web3_clientVersion (default: anvil/v1.7.1/Sudobox/…)')
    .option('--namespace <name>', 'a namespace to enable; repeatable (default: those of the profile)', collect, [])
    .addOption(new Option('--mining <when>', 'when blocks are mined').choices(['auto', 'manual']))
    .addOption(
      new Option('--execution <loop>', 'interpreter loop that executes bytecode (default: quick)').choices([
        'quick',
        'library',
      ]),
    )
    .option(
      '--keep-blocks <count>',
      'number of newest blocks to keep, at least 256, so that memory does not grow (default: all)',
      keptOf,
    )
    .option(
      '--answer-size <bytes>',
      'maximum size of a response with traces or logs, in bytes; 0: no limit (default: 268435456)',
      bytesOf,
    )
    .option('--datadir <folder>', 'folder in which methods may read and write files (default: none)')
    .option('--json', 'print the URLs and accounts as one line of JSON')
    .addHelpText('after', '\nExit code: 0 stopped, 2 the server could not start.')
    .action(async (flags: EvmFlags, command: Command) => {
      await run(flags, colorOf(command))
    })
}
