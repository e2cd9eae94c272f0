import type { Server } from 'node:http'
import type { Session } from '../evm/index.js'
import { isTrusted } from './bearer.js'
import { answer } from './json-rpc.js'
import type { Setting } from './json-rpc-http.js'
import { webSockets } from './web-socket.js'

/** Answers JSON-RPC over WebSockets on an HTTP server: calls, batches and subscriptions. Returns how to end all of it. */
export const attachWebSocket = (server: Server, { node, limits, origins, access }: Setting): (() => void) =>
  webSockets(server, { limits, origins }, (send, request) => {
    const trusted = isTrusted(request, access)
    const session: Session = {
      subscriptions: new Map(),
      notify: (subscription, result) =>
        send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } })),
    }
    return {
      answer: (text) => answer(text, (method, params) => node.dispatch(method, params, session, trusted), limits),
      close: () => node.release(session),
    }
  })
