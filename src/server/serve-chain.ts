import { atCallersLine } from '../base/callers-line.js'
import { ChainNode, type ServedChain } from './chain-node.js'
import { serveComet } from './comet/serve.js'
import { serveGrpc } from './grpc/serve.js'
import type { Listening } from './http.js'
import { serveRest } from './rest/serve.js'
import { DEFAULT_CHAIN_LIMITS, limitsOf, type ChainLimits } from './limits.js'
import { portOf, type Port, type PortOptions } from './port.js'

/** Which ports of a chain are opened, and where. */
export interface ServeChainOptions extends PortOptions {
  /** 0 (the default) takes a free port. */
  readonly ports?: { readonly rpc?: number; readonly rest?: number; readonly grpc?: number }
  readonly limits?: Partial<ChainLimits>
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
 * @throws UsageError when an address cannot be listened on; none stays open then. Also for an allowed name that is no host, and for a limit that is not known
 */
export const serveChain = atCallersLine(serve)

async function serve(chain: ServedChain, options: ServeChainOptions = {}): Promise<ChainServer> {
  const { ports = {} } = options
  const limits = limitsOf(DEFAULT_CHAIN_LIMITS, options.limits)
  const port = (wanted: number | undefined): Port<ChainLimits> => portOf(options, limits, wanted)
  const node = new ChainNode(chain, limits)
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
  const rpc = await open(serveComet(node, port(ports.rpc)))
  const rest = await open(serveRest(node, port(ports.rest)))
  const grpc = await open(serveGrpc(node, port(ports.grpc)))
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
