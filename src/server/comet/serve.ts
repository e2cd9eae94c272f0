import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ChainNode } from '../chain-node.js'
import { answerOrigin, end, endJson, endTooLarge, httpServer, listen, readBody, type Listening } from '../http.js'
import { webSockets } from '../web-socket.js'
import { RpcFailure } from './failure.js'
import { METHODS } from './methods.js'
import { answerJson, answerUri, failureText } from './rpc.js'
import { Subscriptions } from './subscriptions.js'

/** Serves the RPC of CometBFT: calls by POST and by URI, and WebSockets under `/websocket`. @throws UsageError when the address cannot be listened on */
export async function serveComet(
  node: ChainNode,
  host: string,
  port: number,
  origins: readonly string[],
): Promise<Listening> {
  const server = httpServer(node.limits, (request, response) => handle(node, origins, request, response))
  const endSockets = webSockets(server, { limits: node.limits, origins, path: '/websocket' }, (send) => {
    const subscriptions = new Subscriptions(node, send)
    return {
      answer: async (text) => answerJson(node, text, subscriptions.methods),
      close: () => subscriptions.end(),
    }
  })
  const listening = await listen(server, host, port)
  return {
    ...listening,
    close: () => {
      endSockets()
      return listening.close()
    },
  }
}

async function handle(
  node: ChainNode,
  origins: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (answerOrigin(request, response, origins, 'GET, POST')) return
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (url.pathname === '/') return endJson(response, 200, JSON.stringify({ methods: Object.keys(METHODS) }))
    const answer = answerUri(node, url.pathname.slice(1), url.searchParams)
    return answer === undefined
      ? end(response, 404, '404 page not found')
      : endJson(response, answer.status, answer.text)
  }
  if (request.method !== 'POST') return end(response, 405, 'method not allowed')
  if (url.pathname !== '/') return end(response, 404, '404 page not found')
  const body = await readBody(request, node.limits.httpBodyLimit)
  if (body === undefined) {
    const failure = new RpcFailure('error reading request body: http: request body too large', 'request')
    response.setHeader('content-type', 'application/json')
    return endTooLarge(response, 400, failureText(-1, failure))
  }
  const text = answerJson(node, body)
  return text === undefined ? end(response, 204) : endJson(response, 200, text)
}
