import { RpcError, SudoboxError } from '../base/index.js'
import { idsOf, type RawId } from './raw-ids.js'
import type { JsonRpcLimits } from './limits.js'

/** Handles a call: returns a result or a promise of one, or throws an {@link RpcError}. */
export type Dispatch = (method: string, params: unknown) => unknown

/** What a response says of an error. */
type ErrorObject = Pick<RpcError, 'code' | 'message'> & { readonly data?: unknown }

const PARSE_ERROR = { code: -32700, message: 'parse error' }
const INVALID_REQUEST = { code: -32600, message: 'invalid request' }
const EMPTY_BATCH = { code: -32600, message: 'empty batch' }
const BATCH_TOO_LARGE = { code: -32600, message: 'batch too large' }
const RESPONSE_TOO_LARGE = { code: -32003, message: 'response too large' }

/** A response. Undefined if there is nothing to answer: notifications only. */
type Answer = string | undefined

/**
 * Answers one JSON-RPC message, a call or a batch of them, in the order of the calls; at once, without a promise, if
 * it is one call whose result is there at once. Never throws or rejects. Source: JSON-RPC 2.0; go-ethereum rpc/handler.go for batches and limits.
 */
export function answer(text: string, dispatch: Dispatch, limits: JsonRpcLimits): Answer | Promise<Answer> {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return failure(undefined, PARSE_ERROR)
  }
  const ids = idsOf(text, message)
  if (!Array.isArray(message)) return answerOne(message, ids[0], dispatch)
  if (message.length === 0) return failure(undefined, EMPTY_BATCH)
  if (message.length > limits.batchRequestLimit) return failure(undefined, BATCH_TOO_LARGE)
  return answerBatch(message, ids, dispatch, limits)
}

async function answerBatch(
  batch: readonly unknown[],
  ids: readonly RawId[],
  dispatch: Dispatch,
  limits: JsonRpcLimits,
): Promise<Answer> {
  const answers: string[] = []
  let size = 0
  for (const [i, one] of batch.entries()) {
    const text = size > limits.batchResponseMaxSize ? refused(one, ids[i]) : await answerOne(one, ids[i], dispatch)
    if (text === undefined) continue
    answers.push(text)
    size += text.length
  }
  return answers.length === 0 ? undefined : `[${answers.join(',')}]`
}

function answerOne(message: unknown, id: RawId, dispatch: Dispatch): Answer | Promise<Answer> {
  const call = read(message, id)
  if (call === undefined) return failure(id, INVALID_REQUEST)
  try {
    const given = dispatch(call.method, call.params)
    if (!(given instanceof Promise)) return success(call, given)
    return given.then((result) => success(call, result)).catch((error: unknown) => failed(call, error))
  } catch (error) {
    return failed(call, error)
  }
}

/** @throws if the result has no JSON, or more of it than a string can hold */
function success({ id }: Call, result: unknown): Answer {
  const text = JSON.stringify(result ?? null)
  return id === undefined ? undefined : `{"jsonrpc":"2.0","id":${id},"result":${text}}`
}

const failed = ({ id }: Call, error: unknown): Answer => (id === undefined ? undefined : failure(id, described(error)))

interface Call {
  readonly id: RawId
  readonly method: string
  readonly params: unknown
}

function read(message: unknown, id: RawId): Call | undefined {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined
  const { jsonrpc, method, params, ...rest } = message as Record<string, unknown>
  if (jsonrpc !== '2.0' || typeof method !== 'string') return undefined
  // An object or a list is no id.
  if (id === undefined && rest['id'] !== undefined) return undefined
  return { id, method, params }
}

const refused = (message: unknown, id: RawId): Answer =>
  read(message, id)?.id === undefined ? undefined : failure(id, RESPONSE_TOO_LARGE)

/** The text of an error response. */
const failure = (id: RawId, error: ErrorObject): string =>
  `{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${JSON.stringify(error)}}`

/** The code of the response to a call that failed. */
export const errorCode = (error: unknown): number => described(error).code

/** Texts of internal errors are hidden. */
function described(error: unknown): ErrorObject {
  if (error instanceof RpcError) {
    const { code, shortMessage: message, data } = error
    return { code, message, ...(data !== undefined && { data }) }
  }
  if (error instanceof SudoboxError) return { code: -32000, message: error.shortMessage }
  // A result whose text is longer than a string can be.
  if (error instanceof RangeError && error.message === 'Invalid string length') return RESPONSE_TOO_LARGE
  return { code: -32603, message: 'internal error' }
}
