import { goText } from '../codec/go-json/index.js'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { ownPorts, UsageError } from '../base/index.js'
import { refuseHost } from './hosts.js'
import { allowsOrigin } from './origins.js'
import type { Port } from './port.js'

/** Limits of every HTTP server. */
export interface HttpLimits {
  /** Bytes of a request body. */
  readonly httpBodyLimit: number
  /** Concurrent connections; 0 means no limit. */
  readonly maxOpenConnections: number
  /** Milliseconds for a request to arrive. */
  readonly httpTimeout: number
  /** Milliseconds before an idle connection is closed. */
  readonly httpIdleTimeout: number
}

export interface Listening {
  /** e.g. `127.0.0.1:8545`. */
  readonly authority: string
  readonly port: number
  /** Stops listening and closes all connections. */
  close(): Promise<void>
}

/**
 * A server that answers only requests for its own host names and from allowed origins, within the limits. A handler
 * that throws ends its connection only.
 * @param verbs the HTTP methods that web pages may use
 */
export function httpServer(
  { allows, origins, limits }: Port,
  verbs: string,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Server {
  // How often the server checks for requests that time out.
  const connectionsCheckingInterval = Math.min(30_000, Math.max(limits.httpTimeout / 2, 100))
  const server = createServer({ connectionsCheckingInterval }, (request, response) => {
    const refusal = refuseHost(allows, request)
    if (refusal !== undefined) return endUnread(response, refusal.status, `${refusal.text}\n`)
    if (answerOrigin(request, response, origins, verbs)) return undefined
    return void handle(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        // From Node 24 on, a request whose connection has closed has no socket.
        const socket = request.socket as IncomingMessage['socket'] | null
        // A client that does not read the response loses its connection.
        if (!response.writableFinished) socket?.setTimeout(limits.httpTimeout)
      })
  })
  server.requestTimeout = limits.httpTimeout
  server.headersTimeout = limits.httpTimeout
  server.keepAliveTimeout = limits.httpIdleTimeout
  if (limits.maxOpenConnections > 0) server.maxConnections = limits.maxOpenConnections
  return server
}

/** @throws UsageError if it cannot listen on the address */
export const listenHttp = (server: Server, port: Port): Promise<Listening> =>
  listen(server, port, () => server.closeAllConnections())

/** @throws UsageError if it cannot listen on the address */
export async function listen(
  server: NetServer,
  { host, port }: Pick<Port, 'host' | 'port'>,
  endConnections: () => void,
): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: Error): void =>
      reject(
        new UsageError(`cannot listen on ${host}:${port}: ${cause.message}`, {
          cause,
          ...('code' in cause &&
            cause.code === 'EADDRINUSE' && { details: ['right: another port, or 0 for a free one'] }),
        }),
      )
    server.once('error', fail)
    try {
      server.listen(port, host, () => {
        server.off('error', fail)
        resolve()
      })
    } catch (error) {
      // From Node 24 on, a name with a zero byte is not asked for.
      fail(error as Error)
    }
  })
  const bound = server.address() as AddressInfo
  ownPorts.add(bound.port)
  return {
    authority: `${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`,
    port: bound.port,
    close: () =>
      new Promise((resolve) => {
        ownPorts.delete(bound.port)
        server.close(() => resolve())
        endConnections()
      }),
  }
}

/**
 * Accepts web pages of the allowed origins, and answers preflight requests.
 * @returns whether the request has been answered
 */
function answerOrigin(
  request: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
  methods: string,
): boolean {
  const { origin } = request.headers
  if (!allowsOrigin(origin, origins)) {
    endUnread(response, 403, 'origin not allowed')
    return true
  }
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'origin')
  }
  if (request.method !== 'OPTIONS') return false
  response.setHeader('access-control-allow-methods', methods)
  response.setHeader('access-control-allow-headers', 'content-type, authorization, x-cosmos-block-height')
  end(response, 204)
  return true
}

export function end(response: ServerResponse, status: number, text?: string): void {
  response.statusCode = status
  response.end(text)
}

/** Answers a request without reading the rest of its body; the connection closes after the response. */
export function endUnread(response: ServerResponse, status: number, text: string): void {
  response.setHeader('connection', 'close')
  end(response, status, text)
}

export function endJson(response: ServerResponse, status: number, text: string): void {
  response.setHeader('content-type', 'application/json')
  end(response, status, text)
}

/** The body as text; undefined if it exceeds the limit. Rejects if the client goes away before its end. */
export function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) return resolve(undefined)
    const parts: Buffer[] = []
    let size = 0
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size <= limit) return parts.push(part)
      request.removeAllListeners('data').pause()
      return resolve(undefined)
    })
    request.on('end', () => resolve(goText(parts.length === 1 ? parts[0]! : Buffer.concat(parts))))
    request.on('error', reject)
    return request.on('close', () => {
      // Creating an error is slow, because it captures its stack, and every request closes.
      if (!request.complete) reject(new Error('the connection was closed'))
    })
  })
}
