import { atCallersLine, definedMembers, strict } from '../base/index.js'
import { ChainNode, type ServedChain } from './chain-node.js'
import { serveComet } from './comet/serve.js'
import type { Listening } from './http.js'
import { serveRest } from './rest/serve.js'
import { DEFAULT_CHAIN_LIMITS, limitsOf, type ChainLimits } from './limits.js'
import type { ServerObserver } from './observer.js'
import { portOf, type Port, type PortOptions } from './port.js'

/** The ports of a chain to open. */
export interface ServeChainOptions extends PortOptions, ServerObserver {
  /** 0 (the default) means any free port. */
  readonly ports?: { readonly rpc?: number; readonly rest?: number; readonly grpc?: number }
  readonly limits?: Partial<ChainLimits>
}

/** The URLs of a chain's servers. */
export interface ServedUrls {
  /** CometBFT RPC, e.g. `http://127.0.0.1:26657`. */
  readonly rpc: string
  /** Its WebSocket, e.g. `ws://127.0.0.1:26657/websocket`. */
  readonly ws: string
  /** The REST gateway. */
  readonly rest: string
  /** gRPC without TLS, e.g. `127.0.0.1:9090`. */
  readonly grpc: string
}

/** A served chain. */
export interface ChainServer {
  readonly urls: ServedUrls
  /** Stops listening and closes all connections. */
  close(): Promise<void>
}

/**
 * Opens the ports of a chain for real clients. Signatures are always checked here, even if they are not in process.
 * @throws UsageError if a port cannot be opened (then none stays open), for an allowed name that is not a host, and for an unknown limit
 */
export const serveChain = atCallersLine(strict('serveChain', serve))

async function serve(chain: ServedChain, options: ServeChainOptions = {}): Promise<ChainServer> {
  // The library of gRPC is large, and the ports of an EVM alone do without it.
  const { serveGrpc } = await import('./grpc/serve.js')
  const { ports = {}, onRequest, onCheckTx } = options
  const limits = limitsOf(DEFAULT_CHAIN_LIMITS, options.limits)
  const port = (wanted: number | undefined): Port<ChainLimits> => portOf(options, limits, wanted)
  const node = new ChainNode(chain, limits, definedMembers({ onRequest, onCheckTx }))
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
