import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { refuseHost } from './hosts.js'
import type { JsonRpcLimits } from './limits.js'
import { allowsOrigin } from './origins.js'
import type { Port } from './port.js'

/** Bytes that may wait for a slow reader before its connection is ended. */
const MAX_BUFFERED = 16 * 1024 * 1024

/** What answers one connection. */
export interface SocketSession {
  /** Undefined when there is nothing to answer. Never throws. */
  answer(text: string): Promise<string | undefined>
  close(): void
}

/**
 * Takes WebSockets on an HTTP server. Answers come in the order of the messages. A client that asks for the server by another name than those
 * allowed is refused, and so is a page of another origin. A connection that does not answer pings is ended. Returns how to end all of it.
 * @param path the only one that takes WebSockets; any when undefined
 */
export function webSockets(
  server: Server,
  { allows, origins, limits }: Port<JsonRpcLimits>,
  path: string | undefined,
  open: (send: (text: string) => void, request: IncomingMessage) => SocketSession,
): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.wsMessageLimit, perMessageDeflate: false })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    // It is no longer the server's: nobody else ends it for a client that does not.
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

/** Ends connections whose other side is gone. One that works on a message reads no answers meanwhile. */
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
      const heard = (): void => {
        silent.delete(ws)
        ws.off('pong', heard).off('message', heard)
      }
      ws.on('pong', heard).on('message', heard).ping()
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
  // One message after the other, and no reading ahead of what is answered.
  let last: Promise<void> = Promise.resolve()
  ws.on('message', (data: Buffer) => {
    ws.pause()
    last = last.then(async () => {
      const text = await session.answer(data.toString('utf8'))
      if (text !== undefined) send(text)
      ws.resume()
    })
  })
  ws.on('close', () => session.close())
  ws.on('error', () => ws.terminate())
}
