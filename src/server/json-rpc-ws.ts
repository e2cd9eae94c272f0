import type { Server } from 'node:http'
import type { EvmNode, Session } from '../evm/index.js'
import { answer } from './json-rpc.js'
import type { JsonRpcLimits } from './limits.js'
import { webSockets } from './web-socket.js'

/** What a WebSocket needs of a node. */
export type WsNode = Pick<EvmNode, 'dispatch' | 'release'>

/** Answers JSON-RPC over WebSockets on an HTTP server: calls, batches and subscriptions. Returns how to end all of it. */
export const attachWebSocket = (
  server: Server,
  node: WsNode,
  limits: JsonRpcLimits,
  origins: readonly string[],
): (() => void) =>
  webSockets(server, { limits, origins }, (send) => {
    const session: Session = {
      subscriptions: new Map(),
      notify: (subscription, result) =>
        send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } })),
    }
    return {
      answer: (text) => answer(text, (method, params) => node.dispatch(method, params, session), limits),
      close: () => node.release(session),
    }
  })
