import type { IncomingMessage, ServerResponse } from 'node:http'
import { GRPC_CODES } from '../../chain/index.js'
import type { ChainNode } from '../chain-node.js'
import { HEIGHT, requestedHeight } from '../height-header.js'
import { endJson, endUnread, httpServer, listenHttp, readBody, type Listening } from '../http.js'
import type { Port } from '../port.js'
import { restError, RestGateway } from './answer.js'

/** Serves the REST gateway. @throws UsageError if it cannot listen on the address */
export function serveRest(node: ChainNode, port: Port): Promise<Listening> {
  const gateway = new RestGateway(node)
  return listenHttp(
    httpServer(port, 'GET, POST', (request, response) => handle(node, gateway, request, response)),
    port,
  )
}

async function handle(
  node: ChainNode,
  gateway: RestGateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request, node.limits.httpBodyLimit)
  if (body === undefined) {
    response.setHeader('content-type', 'application/json')
    return endUnread(response, 413, restError(GRPC_CODES.InvalidArgument, 'http: request body too large').body)
  }
  const height = requestedHeight(String(request.headers[HEIGHT] ?? ''))
  response.setHeader(`grpc-metadata-${HEIGHT}`, String(height || node.app.last.height))
  const verb = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET')
  const answer = gateway.answer({ verb, url: request.url ?? '/', body, height })
  endJson(response, answer.status, answer.body)
}
