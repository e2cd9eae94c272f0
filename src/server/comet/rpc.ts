import { SudoboxError } from '../../base/errors.js'
import type { ChainNode } from '../chain-node.js'
import { RpcFailure } from './failure.js'
import { METHODS } from './methods.js'
import { jsonParams, uriParams } from './params.js'
import type { View } from './views.js'

type Id = string | number | null

/** What a connection answers beside the common methods; undefined for a method that it does not know. */
export type OwnMethods = (method: string, params: unknown, id: Id) => View | undefined

const none: OwnMethods = () => undefined

/** JSON-RPC as CometBFT speaks it. Source: cometbft v0.38 rpc/jsonrpc. */

const success = (id: Id, result: View): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${JSON.stringify(result)}}`

/** Faults of ours show no inner text. */
export function failureText(id: Id, error: unknown): string {
  const failure =
    error instanceof RpcFailure
      ? error
      : new RpcFailure(error instanceof SudoboxError ? error.shortMessage : 'internal error')
  const { code, rpcMessage: message, shortMessage: data } = failure
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })
}

/** Answers a message, a call or a batch; undefined for notifications alone. Never throws. */
export function answerJson(node: ChainNode, text: string, own: OwnMethods = none): string | undefined {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch (error) {
    return failureText(-1, new RpcFailure(`error unmarshalling request: ${(error as Error).message}`, 'parse'))
  }
  if (!Array.isArray(message)) return answerOne(node, message, own)
  const { batchRequestLimit, batchResponseMaxSize } = node.limits
  if (message.length > batchRequestLimit)
    return failureText(
      -1,
      new RpcFailure(`batch request exceeds maximum (${batchRequestLimit}) allowed number of requests`, 'request'),
    )
  const answers: string[] = []
  let size = 0
  for (const call of message) {
    const answer =
      size > batchResponseMaxSize
        ? failureText(idOf(call), new RpcFailure('response too large', 'server'))
        : answerOne(node, call, own)
    if (answer === undefined) continue
    size += answer.length
    answers.push(answer)
  }
  return answers.length === 0 ? undefined : `[${answers.join(',')}]`
}

function answerOne(node: ChainNode, message: unknown, own: OwnMethods): string | undefined {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return failureText(-1, new RpcFailure('error unmarshalling request: not an object', 'parse'))
  const { method, params } = message as Record<string, unknown>
  // A request without id is a notification, which the server does not answer.
  if (!Object.hasOwn(message, 'id')) return undefined
  const id = idOf(message)
  if (typeof method !== 'string') return failureText(id, new RpcFailure('method must be a string', 'request'))
  try {
    const answered = own(method, params, id)
    if (answered !== undefined) return success(id, answered)
    const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
    if (known === undefined) throw new RpcFailure('', 'method')
    return success(id, known.run(node, jsonParams(known.params, params)))
  } catch (error) {
    return failureText(id, error)
  }
}

function idOf(message: unknown): Id {
  const id = typeof message === 'object' && message !== null ? (message as { id?: unknown }).id : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : -1
}

/** Answers `GET /method?name=value`. @returns undefined for a method that there is not */
export function answerUri(
  node: ChainNode,
  name: string,
  query: URLSearchParams,
): { status: number; text: string } | undefined {
  const known = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
  if (known === undefined) return undefined
  try {
    return { status: 200, text: success(-1, known.run(node, uriParams(known.params, query))) }
  } catch (error) {
    return { status: 500, text: failureText(-1, error) }
  }
}
