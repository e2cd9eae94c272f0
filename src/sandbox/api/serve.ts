import {
  serveChain,
  serveJsonRpc,
  type ChainLimits,
  type JsonRpcNode,
  type PortOptions,
  type ServedUrls,
} from '../../server/index.js'
import type { Explored } from '../explorer/explored.js'
import type { SandboxChain } from './chain.js'

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
  /**
   * Opens the explorer: a page that shows the sandbox as it changes, and acts on it. It can do everything that actions can, so without a token it is
   * answered on loopback only. `port`: any free one when left out.
   */
  readonly ui?: boolean | { readonly port?: number }
}

/** Where one chain listens. */
export interface SandboxUrls extends ServedUrls {
  /** JSON-RPC of the chain's EVM, where it has one. */
  readonly evm?: string
  /** The same for WebSockets. */
  readonly evmWs?: string
}

/** A sandbox whose ports are open. */
export interface SandboxServer {
  /** By chain. */
  readonly urls: Readonly<Record<string, SandboxUrls>>
  /** The explorer's page, if it was asked for. */
  readonly ui?: string
  close(): Promise<void>
}

interface Closable {
  close(): Promise<void>
}

/** Opens the ports of all chains; when one cannot be opened, none stays open. @throws UsageError */
export async function serveSandbox(
  chains: ReadonlyMap<string, SandboxChain>,
  { ports = {}, ui = false, ...common }: ServeOptions,
  explored: () => Explored,
): Promise<SandboxServer> {
  const opened: Closable[] = []
  const close = async (): Promise<void> => {
    for (const server of opened.splice(0)) await server.close()
  }
  const urls: Record<string, SandboxUrls> = {}
  try {
    for (const [key, chain] of chains) {
      const own = ports[key] ?? {}
      const server = await serveChain(chain.served, { ...common, ports: own })
      opened.push(server)
      urls[key] = server.urls
      const { evmLink } = chain.host
      if (evmLink === undefined) continue
      const evm = await serveJsonRpc(evmOf(chain), { ...common, port: own.evm ?? 0 })
      opened.push(evm)
      const { host: _, ...shared } = common
      evmLink.ports.common = shared
      urls[key] = { ...server.urls, evm: evm.url, evmWs: evm.wsUrl }
    }
    if (ui === false) return { urls, close }
    const { serveExplorer } = await import('../explorer/serve.js')
    const page = await serveExplorer(explored(), { ...common, ...(typeof ui === 'object' && ui) })
    opened.push(page)
    return { urls, ui: page.url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Looks up the chain's EVM for each request, since restoring a snapshot can restart it. */
const evmOf = (chain: SandboxChain): JsonRpcNode => ({
  get profile() {
    return chain.evm.profile
  },
  dispatch: (...request) => chain.evm.dispatch(...request),
  release: (session) => chain.evm.release(session),
})
