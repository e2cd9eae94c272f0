import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { JsonRpcLimits } from './limits.js'
import { allowsOrigin } from './origins.js'

/** Bytes that may wait for a slow reader before its connection is ended. */
const MAX_BUFFERED = 16 * 1024 * 1024

/** What answers one connection. */
export interface SocketSession {
  /** Undefined when there is nothing to answer. Never throws. */
  answer(text: string): Promise<string | undefined>
  close(): void
}

export interface SocketOptions {
  readonly limits: Pick<JsonRpcLimits, 'wsMessageLimit'>
  readonly origins: readonly string[]
  /** The only path that takes WebSockets; any when left out. */
  readonly path?: string
}

/**
 * Takes WebSockets on an HTTP server. Answers come in the order of the messages. A connection from a page of another origin than those
 * allowed is refused. Returns how to end all of it.
 */
export function webSockets(
  server: Server,
  { limits, origins, path }: SocketOptions,
  open: (send: (text: string) => void, request: IncomingMessage) => SocketSession,
): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.wsMessageLimit, perMessageDeflate: false })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const refuse = (status: string) => socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`)
    if (path !== undefined && request.url?.split('?')[0] !== path) return refuse('404 Not Found')
    if (!allowsOrigin(request.headers.origin, origins)) return refuse('403 Forbidden')
    return sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, (send) => open(send, request)))
  })
  return () => {
    for (const ws of sockets.clients) ws.terminate()
    sockets.close()
  }
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
