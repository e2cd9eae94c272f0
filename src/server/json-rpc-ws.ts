import type { Server } from 'node:http'
import { RpcError } from '../base/index.js'
import type { Session } from '../evm/index.js'
import { isTrusted } from './bearer.js'
import { answer } from './json-rpc.js'
import type { Setting } from './json-rpc-http.js'
import type { JsonRpcLimits } from './limits.js'
import { webSockets } from './web-socket.js'

/** Answers JSON-RPC over WebSockets on an HTTP server: calls, batches and subscriptions. Returns a function that closes everything. */
export function attachWebSocket(server: Server, { node, port, access }: Setting): () => void {
  const { limits } = port
  const sessions = new Set<Session>()
  return webSockets(server, port, undefined, (send, request) => {
    const trusted = isTrusted(request, access)
    const session: Session = {
      subscriptions: new Map(),
      admit: () => admit(session, sessions, limits),
      notify: (subscription, result) =>
        send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } })),
    }
    sessions.add(session)
    return {
      answer: (text) => answer(text, (method, params) => node.dispatch(method, params, session, trusted), limits),
      close: () => {
        sessions.delete(session)
        node.release(session)
      },
    }
  })
}

/** @throws RpcError if there are too many subscriptions */
function admit(
  { subscriptions }: Session,
  sessions: ReadonlySet<Session>,
  { subscriptionsPerClient, subscriptionClients }: JsonRpcLimits,
): void {
  if (subscriptions.size >= subscriptionsPerClient)
    throw tooMany(`want at most ${subscriptionsPerClient} of one connection`)
  if (subscriptions.size > 0) return
  const others = [...sessions].filter((session) => session.subscriptions.size > 0).length
  if (others >= subscriptionClients) throw tooMany(`want at most ${subscriptionClients} connections that have any`)
}

const tooMany = (want: string): RpcError => new RpcError({ code: -32000, message: `too many subscriptions: ${want}` })
