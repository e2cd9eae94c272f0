import { ChainNode, type ServedChain } from './chain-node.js'
import { serveComet } from './comet/serve.js'
import { serveGrpc } from './grpc/serve.js'
import type { Listening } from './http.js'
import { serveRest } from './rest/serve.js'
import { DEFAULT_CHAIN_LIMITS, type ChainLimits } from './limits.js'

/** Which ports of a chain are opened, and where. */
export interface ServeChainOptions {
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string
  /** 0 (the default) takes a free port. */
  readonly ports?: { readonly rpc?: number; readonly rest?: number; readonly grpc?: number }
  readonly limits?: Partial<ChainLimits>
  /** Host names of pages in browsers that are let in, `*` for all. Default `127.0.0.1` and `localhost`. */
  readonly origins?: readonly string[]
}

/** Where the servers of a chain listen. */
export interface ServedUrls {
  /** CometBFT RPC, e.g. `http://127.0.0.1:26657`. */
  readonly rpc: string
  /** Its WebSocket, e.g. `ws://127.0.0.1:26657/websocket`. */
  readonly ws: string
  /** REST as the gateway of a node prints it. */
  readonly rest: string
  /** gRPC without TLS, e.g. `127.0.0.1:9090`. */
  readonly grpc: string
}

/** A chain whose ports are open. */
export interface ChainServer {
  readonly urls: ServedUrls
  /** Ends the listening and all connections. */
  close(): Promise<void>
}

/**
 * Opens the ports of a chain for real clients. Signatures are checked here, whatever they are in process.
 * @throws UsageError when an address cannot be listened on; none stays open then
 */
export async function serveChain(chain: ServedChain, options: ServeChainOptions = {}): Promise<ChainServer> {
  const { host = '127.0.0.1', ports = {}, origins = ['127.0.0.1', 'localhost'] } = options
  const node = new ChainNode(chain, { ...DEFAULT_CHAIN_LIMITS, ...options.limits })
  const opened: Listening[] = []
  const close = async (): Promise<void> => void (await Promise.all(opened.map((server) => server.close())))
  const open = async (listening: Promise<Listening>): Promise<Listening> => {
    try {
      opened.push(await listening)
      return opened.at(-1)!
    } catch (error) {
      await close()
      throw error
    }
  }
  const rpc = await open(serveComet(node, host, ports.rpc ?? 0, origins))
  const rest = await open(serveRest(node, host, ports.rest ?? 0, origins))
  const grpc = await open(serveGrpc(node, host, ports.grpc ?? 0))
  return {
    urls: {
      rpc: `http://${rpc.authority}`,
      ws: `ws://${rpc.authority}/websocket`,
      rest: `http://${rest.authority}`,
      grpc: grpc.authority,
    },
    close,
  }
}
