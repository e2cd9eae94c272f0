import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UsageError } from '../base/errors.js'
import type { EvmNode } from '../evm/index.js'
import { answer } from './json-rpc.js'
import { attachWebSocket } from './json-rpc-ws.js'
import { DEFAULT_LIMITS, type JsonRpcLimits } from './limits.js'
import { allowsOrigin } from './origins.js'

export interface JsonRpcServerOptions {
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string
  /** Default 0: a free port is taken. */
  readonly port?: number
  readonly limits?: Partial<JsonRpcLimits>
  /** Whether WebSockets are answered too; default true. On a port of their own with {@link serveJsonRpc} a second time. */
  readonly webSocket?: boolean
  /** Host names of pages in browsers that are let in, `*` for all. Default `127.0.0.1` and `localhost`. */
  readonly origins?: readonly string[]
}

export interface JsonRpcServer {
  /** Where it listens, e.g. `http://127.0.0.1:8545`. */
  readonly url: string
  /** The same for WebSockets, e.g. `ws://127.0.0.1:8545`. */
  readonly wsUrl: string
  readonly port: number
  /** Ends the listening and all connections. */
  close(): Promise<void>
}

/** What the server needs of a node. */
export type JsonRpcNode = Pick<EvmNode, 'dispatch' | 'release'>

/**
 * Serves a node's JSON-RPC over HTTP, `POST /` with a call or a batch, and over WebSockets on the same port.
 * @throws UsageError when the address cannot be listened on.
 */
export async function serveJsonRpc(node: JsonRpcNode, options: JsonRpcServerOptions = {}): Promise<JsonRpcServer> {
  const { host = '127.0.0.1', port = 0, origins = ['127.0.0.1', 'localhost'] } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const server = createServer((request, response) => {
    handle({ node, limits, origins }, request, response).catch(() => response.destroy())
  })
  server.requestTimeout = limits.httpTimeout
  server.headersTimeout = limits.httpTimeout
  server.keepAliveTimeout = limits.httpIdleTimeout
  if (limits.maxOpenConnections > 0) server.maxConnections = limits.maxOpenConnections
  const endSockets = options.webSocket === false ? undefined : attachWebSocket(server, node, limits, origins)
  await listen(server, host, port)
  const bound = server.address() as AddressInfo
  const authority = `${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`
  return {
    url: `http://${authority}`,
    wsUrl: `ws://${authority}`,
    port: bound.port,
    close: () =>
      new Promise((resolve) => {
        endSockets?.()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void =>
      reject(new UsageError(`cannot listen on ${host}:${port}: ${cause.message}`, { cause }))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

interface Setting {
  readonly node: JsonRpcNode
  readonly limits: JsonRpcLimits
  readonly origins: readonly string[]
}

async function handle(
  { node, limits, origins }: Setting,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { origin } = request.headers
  if (!allowsOrigin(origin, origins)) return end(response, 403, 'origin not allowed')
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'origin')
  }
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'POST')
    response.setHeader('access-control-allow-headers', 'content-type, authorization')
    return end(response, 204)
  }
  if (request.url?.split('?')[0] !== '/') return end(response, 404, '404 page not found')
  if (request.method !== 'POST') return end(response, 405, 'method not allowed')
  if (!/^application\/json(?:\s*;|$)/i.test(request.headers['content-type'] ?? 'application/json'))
    return end(response, 415, 'invalid content type, only application/json is supported')
  const body = await readBody(request, limits.httpBodyLimit)
  if (body === undefined) {
    // What is still on its way is not read: the connection ends with the answer.
    response.setHeader('connection', 'close')
    return end(response, 413, `content length too large (> ${limits.httpBodyLimit})`)
  }
  const text = await answer(body, (method, params) => node.dispatch(method, params), limits)
  response.setHeader('content-type', 'application/json')
  return end(response, 200, text)
}

function end(response: ServerResponse, status: number, text?: string): void {
  response.statusCode = status
  response.end(text)
}

/** The body as text; undefined when it is longer than the limit. */
async function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > limit) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
