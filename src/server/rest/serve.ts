import type { IncomingMessage, ServerResponse } from 'node:http'
import { GRPC_CODES } from '../../chain/errors.js'
import type { ChainNode } from '../chain-node.js'
import { answerOrigin, endJson, endTooLarge, httpServer, listen, readBody, type Listening } from '../http.js'
import { restError, RestGateway } from './answer.js'

/** Serves the REST gateway. @throws UsageError when the address cannot be listened on */
export function serveRest(node: ChainNode, host: string, port: number, origins: readonly string[]): Promise<Listening> {
  const gateway = new RestGateway(node)
  return listen(
    httpServer(node.limits, (request, response) => handle(node, gateway, origins, request, response)),
    host,
    port,
  )
}

async function handle(
  node: ChainNode,
  gateway: RestGateway,
  origins: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (answerOrigin(request, response, origins, 'GET, POST')) return
  const body = await readBody(request, node.limits.httpBodyLimit)
  if (body === undefined) {
    response.setHeader('content-type', 'application/json')
    return endTooLarge(response, 413, restError(GRPC_CODES.InvalidArgument, 'http: request body too large').body)
  }
  const wanted = request.headers['x-cosmos-block-height']
  const height = Number(wanted ?? 0)
  if (!Number.isSafeInteger(height)) {
    const { status, body: text } = restError(
      GRPC_CODES.InvalidArgument,
      `invalid height header "x-cosmos-block-height": ${String(wanted)}`,
    )
    return endJson(response, status, text)
  }
  response.setHeader('grpc-metadata-x-cosmos-block-height', String(height || node.app.last.height))
  const verb = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET')
  const answer = gateway.answer({ verb, url: request.url ?? '/', body, height })
  endJson(response, answer.status, answer.body)
}
