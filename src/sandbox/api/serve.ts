import { own, toBase64, UsageError } from '../../base/index.js'
import {
  Mempool,
  serveChain,
  serveJsonRpc,
  type ChainLimits,
  type JsonRpcNode,
  type PortOptions,
  type ServerObserver,
  type ServedUrls,
} from '../../server/internal.js'
import type { ActionOf } from '../actions/schema.js'
import type { Produced } from '../tx/produce.js'
import { evmdOf } from '../tx/ethereum/deliver.js'
import type { SandboxChain } from './chain.js'
import { ethereumNode } from './solidity/provider.js'

/** Ports of one chain; 0, or leaving one out, takes a free port. */
export interface ChainPorts {
  readonly rpc?: number
  readonly rest?: number
  readonly grpc?: number
  /** JSON-RPC of the EVM, over HTTP and WebSockets. */
  readonly evm?: number
}

/** Addresses on which a sandbox opens its ports. */
export interface ServeOptions extends PortOptions {
  /** By chain: `{ neutron: { rpc: 26657 } }`. */
  readonly ports?: Readonly<Record<string, ChainPorts>>
  readonly limits?: Partial<ChainLimits>
  /** Token (`Authorization: Bearer …`) that clients need for private methods of the EVM. Without one they are answered on loopback only. */
  readonly token?: string
  /** Lets transactions wait until {@link SandboxServer.produce} makes a block; without it, each gets a block of its own at once. */
  readonly mempool?: boolean
  /** Watches the requests to the servers of each chain, called once for each. `sudobox serve --metrics` counts them so. */
  readonly observe?: (chain: string) => ServerObserver
}

/** Where one chain listens. */
export interface SandboxUrls extends ServedUrls {
  /** JSON-RPC of the chain's EVM, where it has one. */
  readonly evm?: string
  /** URL of the EVM's WebSocket. */
  readonly evmWs?: string
}

/** A sandbox whose ports are open. */
export interface SandboxServer {
  /** By chain. */
  readonly urls: Readonly<Record<string, SandboxUrls>>
  /**
   * Makes a block on each chain, this long after its last one, with the transactions that wait: with {@link ServeOptions.mempool}. It is an action,
   * and so in recordings.
   */
  produce(nanoseconds: bigint): Produced
  /** The transactions of a chain that wait for a block, in their order; none without {@link ServeOptions.mempool}. */
  waiting(chain: string): readonly Uint8Array[]
  close(): Promise<void>
}

interface Closable {
  close(): Promise<void>
}

/** Opens the ports of all chains; when one cannot be opened, none stays open. @throws UsageError */
export async function serveSandbox(
  chains: ReadonlyMap<string, SandboxChain>,
  { ports = {}, mempool = false, token, observe, ...common }: ServeOptions,
  perform: (action: ActionOf<'produce'>) => Produced,
): Promise<SandboxServer> {
  const secret = token === undefined ? {} : { token }
  const opened: Closable[] = []
  const close = async (): Promise<void> => {
    for (const server of opened.splice(0)) await server.close()
  }
  const urls: Record<string, SandboxUrls> = {}
  const mempools = new Map<string, Mempool>()
  const waiting = (chain: string): readonly Uint8Array[] => mempools.get(chain)?.waiting ?? []
  const produce = (nanoseconds: bigint): Produced => {
    const waiting = [...mempools].map(([key, pool]) => [key, pool.take().map(toBase64)] as const)
    const txs = Object.fromEntries(waiting.filter(([, taken]) => taken.length > 0))
    const produced = perform({ action: 'produce', nanoseconds, txs })
    for (const [key, results] of Object.entries(produced.txs))
      for (const result of results) chains.get(key)!.sent.keep(result)
    return produced
  }
  try {
    for (const [key, chain] of chains) {
      const { evm: evmPort = 0, ...given } = own(ports, key) ?? {}
      const pool = mempool ? new Mempool(chain.host.app.baseApp) : undefined
      if (pool !== undefined) mempools.set(key, pool)
      const observer = observe?.(key) ?? {}
      const served = { ...chain.served, ...(pool && { mempool: pool }) }
      const server = await serveChain(served, { ...common, ...observer, ports: given })
      opened.push(server)
      urls[key] = server.urls
      const { evmLink } = chain.host
      const node = evmLink === undefined ? await nodeOf(chain, pool) : evmOf(chain)
      if (node === undefined) continue
      const evm = await serveJsonRpc(node, {
        ...common,
        ...secret,
        ...(observer.onRequest && { onRequest: observer.onRequest }),
        port: evmPort,
      })
      opened.push(evm)
      const { host: _, ...shared } = common
      evmLink?.ports.served({ ...shared, ...secret })
      urls[key] = { ...server.urls, evm: evm.url, evmWs: evm.wsUrl }
    }
    return { urls, produce, waiting, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The JSON-RPC of a chain with an EVM inside, whose transactions wait if there is a pool; undefined on other chains. */
async function nodeOf(chain: SandboxChain, pool: Mempool | undefined): Promise<JsonRpcNode | undefined> {
  if (pool === undefined || chain.host.app.ethereum === undefined) return chain.ethereumNode()
  return ethereumNode({
    app: evmdOf(chain.host),
    deliver: (bytes) => {
      const { code, log } = pool.add(bytes)
      if (code !== 0) throw new UsageError(log)
    },
    keys: () => chain.host.accounts.evmSecrets(),
  })
}

/** Looks up the chain's EVM for each request, since restoring a snapshot can restart it. */
const evmOf = (chain: SandboxChain): JsonRpcNode => ({
  get profile() {
    return chain.evm.profile
  },
  dispatch: (...request) => chain.evm.dispatch(...request),
  release: (session) => chain.evm.release(session),
})
