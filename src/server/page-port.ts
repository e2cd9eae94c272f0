import type { IncomingMessage, ServerResponse } from 'node:http'
import { isTrusted, type Access } from './bearer.js'
import { isLoopback } from './hosts.js'
import { end, endJson, endUnread, httpServer, listenHttp, readBody } from './http.js'
import { DEFAULT_LIMITS, limitsOf, type ChainLimits, type JsonRpcLimits } from './limits.js'
import { allowsOrigin, webPage } from './origins.js'
import { portOf, type Port, type PortOptions } from './port.js'

/** Options of a port that serves a page. */
export interface PagePortOptions extends PortOptions {
  /** Default 0: any free port. */
  readonly port?: number
  readonly limits?: Partial<ChainLimits>
  /** Token that the page must send (`Authorization: Bearer …`). Without a token it is answered on a loopback address only. */
  readonly token?: string
}

/** An answer in JSON. */
export interface PageAnswer {
  readonly status: number
  readonly body: string
}

/** The requests of a page to its server. None of the functions may throw. */
export interface PageHandler {
  /** One HTML file, which loads nothing. */
  readonly html: string
  /** `GET /api/NAME?…` */
  readonly read: (name: string, params: URLSearchParams) => Promise<PageAnswer>
  /** `POST /api/NAME` with a body of JSON. */
  readonly write: (name: string, body: string) => Promise<PageAnswer>
  /** `GET /api/listen`: sends lines of JSON as long as the page listens. @returns a function that ends it */
  readonly listen: (send: (line: string) => void) => () => void
}

/** An open port of a page. */
export interface PageServer {
  readonly url: string
  readonly port: number
  /** Stops listening and closes all connections. */
  close(): Promise<void>
}

/** Large enough for the code of a contract in base64. */
const BODY_LIMIT = 16 * 1024 * 1024

/** Milliseconds between keep-alive lines to a page that listens. */
const SIGN_OF_LIFE = 15_000

/** Bytes that may wait for a page that does not read. */
const MAX_BUFFERED = 4 * 1024 * 1024

/** Headers of the page: it cannot be framed, and its policy restricts what it loads. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Serves a page and its requests. Other web pages are refused: requests must come from the page itself.
 * @throws UsageError if it cannot listen on the address, for an allowed name that is not a host, and for an unknown limit
 */
export async function servePage(handler: PageHandler, options: PagePortOptions = {}): Promise<PageServer> {
  const limits = limitsOf({ ...DEFAULT_LIMITS, httpBodyLimit: BODY_LIMIT }, options.limits)
  const port = portOf(options, limits, options.port)
  const setting: Setting = {
    handler,
    port,
    access: { profile: 'cosmos-evm', token: options.token, host: port.host },
    origins: options.origins ?? [],
  }
  const server = httpServer(port, 'GET, POST', (request, response) => handle(setting, request, response))
  const listening = await listenHttp(server, port)
  return { url: `http://${listening.authority}`, port: listening.port, close: () => listening.close() }
}

interface Setting {
  readonly handler: PageHandler
  readonly port: Port<JsonRpcLimits>
  readonly access: Access
  /** Hosts of other pages that a user allowed. */
  readonly origins: readonly string[]
}

async function handle(setting: Setting, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { handler, port, access } = setting
  const url = new URL(request.url ?? '/', 'http://page')
  if (url.pathname === '/') {
    if (request.method !== 'GET' && request.method !== 'HEAD') return endUnread(response, 405, 'method not allowed')
    for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value)
    return end(response, 200, request.method === 'HEAD' ? undefined : handler.html)
  }
  const [, name] = /^\/api\/(\w+)$/.exec(url.pathname) ?? []
  if (name === undefined) return endUnread(response, 404, '404 page not found')
  response.setHeader('cache-control', 'no-store')
  if (!isOwnPage(setting, request)) return refuse(response, 403, 'origin', 'only the page of this port may ask this')
  if (!isTrusted(request, access)) return refuseStranger(response, access)
  if (request.method === 'GET') {
    if (name === 'listen') return stream(handler, response)
    const answer = await handler.read(name, url.searchParams)
    return endJson(response, answer.status, answer.body)
  }
  if (request.method !== 'POST') return endUnread(response, 405, 'method not allowed')
  if (!/^application\/json(?:\s*;|$)/i.test(request.headers['content-type'] ?? ''))
    return endUnread(response, 415, 'invalid content type, only application/json is supported')
  const body = await readBody(request, port.limits.httpBodyLimit)
  if (body === undefined)
    return refuse(response, 413, 'invalid', `the request is larger than ${port.limits.httpBodyLimit} bytes`)
  const answer = await handler.write(name, body)
  return endJson(response, answer.status, answer.body)
}

/**
 * Whether the request comes from the page of this port, or from a client that is no web page. Another page on this machine has the same host name, so the
 * port counts too.
 */
function isOwnPage({ origins }: Setting, { headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  if (origin !== undefined && origins.length > 0 && allowsOrigin(origin, origins)) return true
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || webPage(origin)?.host === host?.toLowerCase()
}

function refuseStranger(response: ServerResponse, { token, host }: Access): void {
  if (token === undefined) {
    const how = isLoopback(host) ? 'ask from this machine' : 'start the server with --token TEXT (in code: token)'
    return refuse(response, 403, 'refused', `without a token the page is answered on a loopback address only: ${how}`)
  }
  response.setHeader('www-authenticate', 'Bearer')
  return refuse(response, 401, 'token', 'the token of the server is needed')
}

function refuse(response: ServerResponse, status: number, kind: string, message: string): void {
  response.setHeader('content-type', 'application/json')
  endUnread(response, status, JSON.stringify({ error: { kind, message, details: [] } }))
}

function stream(handler: PageHandler, response: ServerResponse): void {
  response.setHeader('content-type', 'application/x-ndjson')
  response.writeHead(200)
  const send = (line: string): void => {
    if (response.writableLength > MAX_BUFFERED) response.destroy()
    else response.write(`${line}\n`)
  }
  const stop = handler.listen(send)
  const timer = setInterval(() => send(''), SIGN_OF_LIFE)
  timer.unref()
  response.on('close', () => {
    clearInterval(timer)
    stop()
  })
}
