import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EvmNode } from '../evm/index.js'
import { atCallersLine, RpcError, strict } from '../base/index.js'
import { isTrusted, type Access } from './bearer.js'
import { end, endUnread, httpServer, listenHttp, readBody } from './http.js'
import { answer, errorCode } from './json-rpc.js'
import { attachWebSocket } from './json-rpc-ws.js'
import { DEFAULT_LIMITS, limitsOf, type ChainLimits, type JsonRpcLimits } from './limits.js'
import { observed, type ServerObserver } from './observer.js'
import { portOf, type Port, type PortOptions } from './port.js'

/** Options of an EVM node's port. */
export interface JsonRpcServerOptions extends PortOptions, Pick<ServerObserver, 'onRequest'> {
  /** Default 0: any free port. */
  readonly port?: number
  /** Limits of other servers are ignored. */
  readonly limits?: Partial<ChainLimits>
  /**
   * Token that clients must send (`Authorization: Bearer …`) to call private methods: those that change something without a signature, and those that
   * reveal information about the node. Without a token they are answered on a loopback address only; in the profile `documented` not at all.
   */
  readonly token?: string
  /** Whether to accept WebSockets too; default true. For a separate WebSocket port call {@link serveJsonRpc} again. */
  readonly webSocket?: boolean
}

/** An open port of an EVM node. */
export interface JsonRpcServer {
  /** URL, e.g. `http://127.0.0.1:8545`. */
  readonly url: string
  /** URL for WebSockets, e.g. `ws://127.0.0.1:8545`. */
  readonly wsUrl: string
  readonly port: number
  /** Stops listening and closes all connections. */
  close(): Promise<void>
}

/** What the server needs from a node. */
export type JsonRpcNode = Pick<EvmNode, 'dispatch' | 'release' | 'profile'>

/**
 * Serves a node's JSON-RPC over HTTP, `POST /` with a call or a batch, and over WebSockets on the same port.
 * @throws UsageError if it cannot listen on the address, for an allowed name that is not a host, and for an unknown limit.
 */
export const serveJsonRpc = atCallersLine(strict('serveJsonRpc', serve))

async function serve(node: JsonRpcNode, options: JsonRpcServerOptions = {}): Promise<JsonRpcServer> {
  const port = portOf(options, limitsOf(DEFAULT_LIMITS, options.limits), options.port)
  const access: Access = { profile: node.profile, token: options.token, host: port.host }
  const setting: Setting = { node: watched(node, options), port, access }
  const server = httpServer(port, 'POST', (request, response) => handle(setting, request, response))
  const endSockets = options.webSocket === false ? undefined : attachWebSocket(server, setting)
  const listening = await listenHttp(server, port)
  return {
    url: `http://${listening.authority}`,
    wsUrl: `ws://${listening.authority}`,
    port: listening.port,
    close: () => {
      endSockets?.()
      return listening.close()
    },
  }
}

/** Passes the calls of a node to an observer. */
const watched = (node: JsonRpcNode, observer: ServerObserver): JsonRpcNode =>
  observer.onRequest === undefined
    ? node
    : {
        profile: node.profile,
        dispatch: (method, ...others) =>
          observed(observer, { server: 'evm', method }, () => node.dispatch(method, ...others), { ofError: errorCode }),
        release: (session) => node.release(session),
      }

export interface Setting {
  readonly node: JsonRpcNode
  readonly port: Port<JsonRpcLimits>
  readonly access: Access
}

const AUTHENTICATION_REQUIRED = -32001

async function handle(
  { node, port: { limits }, access }: Setting,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url?.split('?')[0] !== '/') return end(response, 404, '404 page not found')
  if (request.method !== 'POST') return end(response, 405, 'method not allowed')
  if (!/^application\/json(?:\s*;|$)/i.test(request.headers['content-type'] ?? 'application/json'))
    return end(response, 415, 'invalid content type, only application/json is supported')
  const body = await readBody(request, limits.httpBodyLimit)
  if (body === undefined) return endUnread(response, 413, `content length too large (> ${limits.httpBodyLimit})`)
  const trusted = isTrusted(request, access)
  let refused = false
  const note = (error: unknown): never => {
    refused ||= error instanceof RpcError && error.code === AUTHENTICATION_REQUIRED
    throw error
  }
  const ask = (method: string, params: unknown): unknown => {
    try {
      const result = node.dispatch(method, params, undefined, trusted)
      return result instanceof Promise ? result.catch(note) : result
    } catch (error) {
      return note(error)
    }
  }
  const given = answer(body, ask, limits)
  const text = given instanceof Promise ? await given : given
  response.setHeader('content-type', 'application/json')
  // A batch has a response for each call, even if others fail.
  const shut = refused && text?.startsWith('{') === true
  if (shut) response.setHeader('www-authenticate', 'Bearer')
  return end(response, shut ? 401 : 200, text)
}
