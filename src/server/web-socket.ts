import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { refuseHost } from './hosts.js'
import { goText } from '../codec/go-json/index.js'
import type { JsonRpcLimits } from './limits.js'
import { allowsOrigin } from './origins.js'
import type { Port } from './port.js'

/** Bytes that may be queued for a slow client before its connection is closed. */
const MAX_BUFFERED = 16 * 1024 * 1024

/** The handler of one connection. */
export interface SocketSession {
  /** Undefined if there is nothing to answer. Never throws. */
  answer(text: string): string | undefined | Promise<string | undefined>
  close(): void
}

/**
 * Accepts WebSockets on an HTTP server. Responses come in the order of the messages. A client that requests a host name other than those
 * allowed is refused, and so is a page of another origin. A connection that does not answer pings is closed. Returns a function that closes all.
 * @param path the only path for WebSockets; any path if undefined
 */
export function webSockets(
  server: Server,
  { allows, origins, limits }: Port<JsonRpcLimits>,
  path: string | undefined,
  open: (send: (text: string) => void, request: IncomingMessage) => SocketSession,
): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.wsMessageLimit,
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    // The HTTP server no longer owns the socket, so it has to be closed here.
    const refuse = (status: number, text = '') =>
      socket
        .once('finish', () => socket.destroy())
        .end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n\r\n${text}`)
    const refusal = refuseHost(allows, request)
    if (refusal !== undefined) return refuse(refusal.status, `${refusal.text}\n`)
    if (!allowsOrigin(request.headers.origin, origins)) return refuse(403)
    if (path !== undefined && request.url?.split('?')[0] !== path) return refuse(404)
    return sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, (send) => open(send, request)))
  })
  const endPings = ping(sockets, limits.httpIdleTimeout)
  return () => {
    endPings()
    for (const ws of sockets.clients) ws.terminate()
    sockets.close()
  }
}

/** Closes dead connections. One that is handling a message reads no pongs meanwhile. */
function ping(sockets: WebSocketServer, every: number): () => void {
  if (every === 0) return () => undefined
  const silent = new WeakSet<WebSocket>()
  const timer = setInterval(() => {
    for (const ws of sockets.clients) {
      if (ws.isPaused) continue
      if (silent.has(ws)) {
        ws.terminate()
        continue
      }
      silent.add(ws)
      const onActivity = (): void => {
        silent.delete(ws)
        ws.off('pong', onActivity).off('message', onActivity)
      }
      ws.on('pong', onActivity).on('message', onActivity).ping()
    }
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}

function serve(ws: WebSocket, open: (send: (text: string) => void) => SocketSession): void {
  const send = (text: string): void => {
    if (ws.bufferedAmount > MAX_BUFFERED) ws.terminate()
    else if (ws.readyState === ws.OPEN) ws.send(text)
  }
  const session = open(send)
  const reply = (text: string | undefined): void => {
    if (text !== undefined) send(text)
  }
  // Messages are handled one at a time; while one has to wait for its response, reading pauses.
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  const wait = (answer: Promise<string | undefined>): void => {
    waiting++
    ws.pause()
    last = answer.then((text) => {
      reply(text)
      if (--waiting === 0) ws.resume()
    })
  }
  ws.on('message', (data: Buffer) => {
    const text = goText(data)
    if (waiting > 0) return wait(last.then(() => session.answer(text)))
    const answer = session.answer(text)
    return answer instanceof Promise ? wait(answer) : reply(answer)
  })
  ws.on('close', () => session.close())
  ws.on('error', () => ws.terminate())
}
