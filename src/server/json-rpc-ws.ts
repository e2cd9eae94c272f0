import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { EvmNode, Session } from '../evm/index.js'
import { answer } from './json-rpc.js'
import type { JsonRpcLimits } from './limits.js'
import { allowsOrigin } from './origins.js'

/** Bytes that may wait for a slow reader before its connection is ended. */
const MAX_BUFFERED = 16 * 1024 * 1024

/** What a WebSocket needs of a node. */
export type WsNode = Pick<EvmNode, 'dispatch' | 'release'>

/**
 * Answers JSON-RPC over WebSockets on an HTTP server: calls, batches and subscriptions. Answers come in the order of the
 * messages. A connection from a page of another origin than those allowed is refused.
 * Returns how to end all of it.
 */
export function attachWebSocket(
  server: Server,
  node: WsNode,
  limits: JsonRpcLimits,
  origins: readonly string[],
): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.wsMessageLimit, perMessageDeflate: false })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!allowsOrigin(request.headers.origin, origins)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, node, limits))
  })
  return () => {
    for (const ws of sockets.clients) ws.terminate()
    sockets.close()
  }
}

function serve(ws: WebSocket, node: WsNode, limits: JsonRpcLimits): void {
  const send = (text: string): void => {
    if (ws.bufferedAmount > MAX_BUFFERED) ws.terminate()
    else if (ws.readyState === ws.OPEN) ws.send(text)
  }
  const session: Session = {
    subscriptions: new Map(),
    notify: (subscription, result) =>
      send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } })),
  }
  // One message after the other, and no reading ahead of what is answered.
  let last: Promise<void> = Promise.resolve()
  ws.on('message', (data: Buffer) => {
    ws.pause()
    last = last.then(async () => {
      const text = await answer(
        data.toString('utf8'),
        (method, params) => node.dispatch(method, params, session),
        limits,
      )
      if (text !== undefined) send(text)
      ws.resume()
    })
  })
  ws.on('close', () => node.release(session))
  ws.on('error', () => ws.terminate())
}
