import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ChainNode } from '../chain-node.js'
import { end, endJson, endUnread, httpServer, listenHttp, readBody, type Listening } from '../http.js'
import type { ChainLimits } from '../limits.js'
import type { Port } from '../port.js'
import { webSockets } from '../web-socket.js'
import { RpcFailure } from './failure.js'
import { METHODS } from './methods.js'
import { answerJson, answerUri, failureText } from './rpc.js'
import { Subscriptions } from './subscriptions.js'

/** Serves the RPC of CometBFT: calls by POST and by URI, and WebSockets under `/websocket`. @throws UsageError if it cannot listen on the address */
export async function serveComet(node: ChainNode, port: Port<ChainLimits>): Promise<Listening> {
  const server = httpServer(port, 'GET, POST', (request, response) => handle(node, request, response))
  const subscribers = new Set<Subscriptions>()
  const endSockets = webSockets(server, port, '/websocket', (send) => {
    const subscriptions = new Subscriptions(node, subscribers, send)
    return {
      answer: async (text) => (await answerJson(node, text, subscriptions.methods, 'ws'))?.text,
      close: () => subscriptions.end(),
    }
  })
  const listening = await listenHttp(server, port)
  return {
    ...listening,
    close: () => {
      endSockets()
      return listening.close()
    },
  }
}

const methodList = (): string => JSON.stringify({ methods: Object.keys(METHODS) })

async function handle(node: ChainNode, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (url.pathname === '/') return endJson(response, 200, methodList())
    const answer = await answerUri(node, url.pathname.slice(1), url.searchParams)
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
    return endUnread(response, 400, failureText(undefined, failure))
  }
  // The first request of a browser is empty.
  if (body === '') return endJson(response, 200, methodList())
  const answer = await answerJson(node, body)
  // An empty batch and notifications have an empty answer. Source: cometbft v0.38.21 rpc/jsonrpc/server/http_json_handler.go
  return answer === undefined ? end(response, 200) : endJson(response, answer.status, answer.text)
}
