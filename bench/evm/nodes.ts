import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { createSandbox } from 'sudobox'
import { createEvmNode } from 'sudobox/evm'
import { cpuOf, ownCpu } from '../harness/cpu.js'
import { repositoryPath } from '../harness/paths.js'
import { httpClient, webSocketClient } from './clients.js'

export type Request = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A node that answers, how much memory its process holds, in bytes, and how much CPU time it has used, in µs. */
export interface Started {
  readonly request: Request
  readonly memory: () => number
  readonly cpu: () => number
}

export const CHAIN_ID = 31337
export const MNEMONIC = 'test test test test test test test test test test test junk'
const ether = 10n ** 18n

const peer = createRequire(repositoryPath('bench/evm-peers/package.json'))
const OWN = { memory: (): number => process.memoryUsage().rss, cpu: ownCpu }

/** Children end with this process. */
function child(process_: ChildProcess): ChildProcess {
  process.on('exit', () => process_.kill())
  process.on('SIGTERM', () => process.exit())
  return process_
}

/** Resident memory and CPU time of a process, from Linux's /proc. */
const usageOf = ({ pid }: ChildProcess) => ({
  memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
  cpu: () => cpuOf(pid!),
})

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Until the node of another process answers: for ten seconds. */
async function answering(request: Request): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await request('eth_chainId', [])
      return
    } catch (error) {
      if (tries === 2000) throw error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

async function ours(): Promise<Started> {
  const node = createEvmNode({ chainId: BigInt(CHAIN_ID) })
  await node.start()
  return { request: (method, params) => node.request({ method, params }), ...OWN }
}

/** The node of a chain that has the EVM inside: each transaction is in a block of all modules. */
async function oursInside(): Promise<Started> {
  const { chain } = createSandbox({ chains: { chain: { kind: 'evmd' } } }).chains
  const { provider } = chain
  const request: Request = (method, params) => provider.request({ method, params })
  const rich = privateKeyToAccount(
    `0x${Buffer.from(chain.account('rich', '20000000000000000000000atest').privateKey).toString('hex')}`,
  )
  const funding = await rich.signTransaction({
    type: 'eip1559',
    chainId: Number(await request('eth_chainId', [])),
    nonce: 0,
    gas: 21_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
    to: mnemonicToAccount(MNEMONIC).address,
    value: 10_000n * ether,
  })
  await request('eth_sendRawTransaction', [funding])
  return { request, ...OWN }
}

async function oursServed(socket: boolean): Promise<Started> {
  const server = child(fork(fileURLToPath(new URL('server.js', import.meta.url))))
  const [url, wsUrl] = await new Promise<[string, string]>((resolve) => server.once('message', resolve))
  return { request: socket ? await webSocketClient(wsUrl) : httpClient(url), ...usageOf(server) }
}

/** `sudobox evm`, as a user starts it. */
async function command(): Promise<Started> {
  const port = await freePort()
  const main = repositoryPath('dist/cli/main.js')
  const server = child(
    spawn(process.execPath, [main, 'evm', '--port', String(port), '--ws-port', String(await freePort())], {
      stdio: 'ignore',
    }),
  )
  const request = httpClient(`http://127.0.0.1:${port}`)
  await answering(request)
  return { request, ...usageOf(server) }
}

async function anvil(socket: boolean): Promise<Started> {
  const port = await freePort()
  const names: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }
  const binary = peer.resolve(`@foundry-rs/anvil-${process.platform}-${names[process.arch] ?? process.arch}/bin/anvil`)
  const options = ['--port', String(port), '--silent', '--chain-id', String(CHAIN_ID), '--mnemonic', MNEMONIC]
  const server = child(spawn(binary, options, { stdio: 'ignore' }))
  const request = httpClient(`http://127.0.0.1:${port}`)
  await answering(request)
  return {
    request: socket ? await webSocketClient(`ws://127.0.0.1:${port}`) : request,
    ...usageOf(server),
  }
}

/** The part of the package that is used. */
interface Edr {
  readonly EdrContext: new () => {
    registerProviderFactory(chain: string, factory: unknown): Promise<void>
    createProvider(...args: unknown[]): Promise<{ handleRequest(request: string): Promise<{ data: unknown }> }>
  }
  readonly L1_CHAIN_TYPE: string
  readonly ContractDecoder: new () => unknown
  l1ProviderFactory(): unknown
  l1GenesisState(hardfork: unknown): object[]
  l1HardforkToString(hardfork: unknown): string
  l1HardforkLatest(): unknown
}

async function edr(): Promise<Started> {
  const library = peer('@nomicfoundation/edr') as Edr
  const account = mnemonicToAccount(MNEMONIC)
  const context = new library.EdrContext()
  await context.registerProviderFactory(library.L1_CHAIN_TYPE, library.l1ProviderFactory())
  const latest = library.l1HardforkLatest()
  const provider = await context.createProvider(
    library.L1_CHAIN_TYPE,
    {
      allowBlocksWithSameTimestamp: true,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: true,
      chainId: BigInt(CHAIN_ID),
      coinbase: Buffer.alloc(20, 0xc0),
      defaultTransactionGasLimit: 1_000_000n,
      genesisState: [
        ...library.l1GenesisState(latest),
        { address: Buffer.from(account.address.slice(2), 'hex'), balance: 10_000n * ether },
      ],
      hardfork: library.l1HardforkToString(latest),
      initialBaseFeePerGas: 10n ** 9n,
      initialParentBeaconBlockRoot: Buffer.alloc(32),
      minGasPrice: 0n,
      mining: { autoMine: true, blockGasLimit: 30_000_000n, memPool: { order: 'Priority' } },
      network: { genesisBlockGasLimit: 30_000_000n, genesisBlobGas: { gasUsed: 0n, excessGas: 0n } },
      networkId: BigInt(CHAIN_ID),
      observability: {},
      ownedAccounts: [],
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => undefined },
    { subscriptionCallback: () => undefined },
    new library.ContractDecoder(),
  )
  const request: Request = async (method, params) => {
    const { data } = await provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const answer = (typeof data === 'string' ? JSON.parse(data) : data) as { result?: unknown; error?: unknown }
    if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error))
    return answer.result
  }
  return { request, ...OWN }
}

async function ganache(): Promise<Started> {
  const library = peer('ganache') as {
    provider(options: object): { request(request: object): Promise<unknown> }
  }
  const provider = library.provider({
    chain: { chainId: CHAIN_ID },
    wallet: { mnemonic: MNEMONIC, defaultBalance: 10_000 },
    logging: { quiet: true },
  })
  return { request: (method, params) => provider.request({ method, params }), ...OWN }
}

async function tevm(): Promise<Started> {
  const library = (await import(peer.resolve('tevm'))) as {
    createMemoryClient(options: object): {
      tevmReady(): Promise<unknown>
      tevmSetAccount(account: object): Promise<unknown>
      request(request: object): Promise<unknown>
    }
  }
  const client = library.createMemoryClient({ miningConfig: { type: 'auto' }, loggingLevel: 'fatal' })
  await client.tevmReady()
  const { address } = mnemonicToAccount(MNEMONIC)
  await client.tevmSetAccount({ address, balance: 10_000n * ether })
  return { request: (method, params) => client.request({ method, params }), ...OWN }
}

/** How each contender is started. */
export const NODES: Readonly<Record<string, () => Promise<Started>>> = {
  ours,
  'ours-inside': oursInside,
  'ours-http': () => oursServed(false),
  'ours-ws': () => oursServed(true),
  'ours-command': command,
  edr,
  ganache,
  tevm,
  'anvil-http': () => anvil(false),
  'anvil-ws': () => anvil(true),
}
