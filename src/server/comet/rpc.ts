import { SudoboxError } from '../../base/index.js'
import { goJson, GoJsonError, goObject, goString } from '../../codec/go-json/index.js'
import type { ChainNode } from '../chain-node.js'
import { observed } from '../observer.js'
import { callOf, callsOf, type Call, type Id } from './calls.js'
import { RpcFailure } from './failure.js'
import { METHODS } from './methods.js'
import { jsonParams, uriParams } from './params.js'
import type { View } from './views.js'

/** Methods of a connection beyond the common ones; undefined for an unknown method. */
export type OwnMethods = (method: string, params: unknown, id: Id) => View | undefined

const none: OwnMethods = () => undefined

/** CometBFT's variant of JSON-RPC. Source: cometbft v0.38 rpc/jsonrpc. */

export const success = (id: Id, result: View): string =>
  `{"jsonrpc":"2.0","id":${idJson(id)},"result":${goJson(result)}}`

const idJson = (id: Id): string => (typeof id === 'string' ? goString(id) : String(id))

/** @param id undefined if the request's id is unreadable, or must not be echoed */
export function failureText(id: Id | undefined, error: unknown): string {
  const { code, rpcMessage: message, shortMessage: data } = rpcFailureOf(error)
  const json = goJson({ code, message, ...(data !== '' && { data }) })
  return goObject({ jsonrpc: '"2.0"', id: id === undefined ? undefined : idJson(id), error: json })
}

/** Texts of internal errors are hidden. */
const rpcFailureOf = (error: unknown): RpcFailure =>
  error instanceof RpcFailure
    ? error
    : new RpcFailure(error instanceof SudoboxError ? error.shortMessage : 'internal error')

/** At once, or for a method that waits for a block a promise. */
type Later<T> = T | Promise<T>

const CODES = { ofError: (error: unknown) => rpcFailureOf(error).code }

/** A response over HTTP. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/**
 * Answers a message, a call or a batch, whose calls follow each other; undefined for notifications alone. Never throws.
 * Source: rpc/jsonrpc/server/http_json_handler.go
 */
export function answerJson(
  node: ChainNode,
  text: string,
  own: OwnMethods = none,
  port: 'http' | 'ws' = 'http',
): Later<Answer | undefined> {
  let calls: readonly Call[]
  try {
    calls = port === 'http' ? callsOf(text) : [callOf(text)]
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    const failure = new RpcFailure(`error unmarshaling request: ${error.shortMessage}`, 'parse')
    return { status: 500, text: failureText(undefined, failure) }
  }
  const { batchRequestLimit } = node.limits
  if (calls.length > batchRequestLimit) {
    const text = `batch request exceeds maximum (${batchRequestLimit}) allowed number of requests`
    return { status: 200, text: failureText(undefined, new RpcFailure(text, 'request')) }
  }
  // A request without id is a notification, which the server does not answer.
  const wanted = calls.filter((call): call is AnsweredCall => call.id !== undefined)
  const answers = answersOf(node, wanted, own)
  return answers instanceof Promise ? answers.then(joined) : joined(answers)
}

/** The answers to calls, after those that there are already. */
function answersOf(
  node: ChainNode,
  calls: readonly AnsweredCall[],
  own: OwnMethods,
  before: readonly string[] = [],
): Later<readonly string[]> {
  const answers = [...before]
  let size = before.reduce((sum, { length }) => sum + length, 0)
  for (const [index, call] of calls.entries()) {
    const answer =
      size > node.limits.batchResponseMaxSize
        ? failureText(call.id, new RpcFailure('response too large', 'server'))
        : answerOne(node, call, own)
    if (answer instanceof Promise)
      return answer.then((text) => answersOf(node, calls.slice(index + 1), own, [...answers, text]))
    size += answer.length
    answers.push(answer)
  }
  return answers
}

/** The reference answers a single response without a list, even in a batch. */
const joined = (answers: readonly string[]): Answer | undefined =>
  answers.length === 0
    ? undefined
    : { status: 200, text: answers.length === 1 ? answers[0]! : `[${answers.join(',')}]` }

type AnsweredCall = Call & { readonly id: Id }

function answerOne(node: ChainNode, { id, method, params }: AnsweredCall, own: OwnMethods): Later<string> {
  const succeeded = (result: View): string => success(id, result)
  const failed = (error: unknown): string => failureText(id, error)
  try {
    const result = observed(
      node.observer,
      { server: 'rpc', method },
      () => own(method, params, id) ?? common(node, method, params),
      CODES,
    )
    return result instanceof Promise ? result.then(succeeded, failed) : succeeded(result)
  } catch (error) {
    return failed(error)
  }
}

/** @throws RpcFailure for an unknown method */
function common(node: ChainNode, method: string, params: unknown): Later<View> {
  const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  if (known === undefined) throw new RpcFailure('', 'method')
  return known.run(node, jsonParams(known.params, params))
}

/** Methods over WebSockets only. */
const ON_SOCKETS: readonly string[] = ['subscribe', 'unsubscribe', 'unsubscribe_all']

/** Answers `GET /method?name=value`. @returns undefined for an unknown method. Source: rpc/jsonrpc/server/http_uri_handler.go */
export function answerUri(node: ChainNode, name: string, query: URLSearchParams): Later<Answer> | undefined {
  if (ON_SOCKETS.includes(name)) return { status: 404, text: failureText(-1n, new RpcFailure('', 'method')) }
  const known = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
  if (known === undefined) return undefined
  const succeeded = (result: View): Answer => ({ status: 200, text: success(-1n, result) })
  const failed = (error: unknown): Answer => ({ status: 500, text: failureText(-1n, error) })
  try {
    const run = (): Later<View> => known.run(node, uriParams(known.params, query))
    const result = observed(node.observer, { server: 'rpc', method: name }, run, CODES)
    return result instanceof Promise ? result.then(succeeded, failed) : succeeded(result)
  } catch (error) {
    return failed(error)
  }
}
