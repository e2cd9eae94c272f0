import { RpcError, SudoboxError } from '../base/index.js'

/** Codes of JSON-RPC 2.0, and those that go-ethereum adds. */
export const INVALID_REQUEST = -32600
const METHOD_NOT_FOUND = -32601
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603
export const AUTHENTICATION_REQUIRED = -32001

export const methodNotFound = (method: string): RpcError =>
  new RpcError({ code: METHOD_NOT_FOUND, message: `the method ${method} does not exist/is not available` })

export const invalidParams = (message: string): RpcError => new RpcError({ code: INVALID_PARAMS, message })

/** Turns whatever was thrown into an error that may go over the wire: without a stack, and without the text of an internal error. */
export function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error
  if (error instanceof SudoboxError) return new RpcError({ code: -32000, message: error.shortMessage, cause: error })
  return new RpcError({ code: INTERNAL_ERROR, message: 'internal error', cause: error })
}

/** A message that cannot be run at all, as opposed to one that runs and fails. */
export const refuse = (message: string, code = -32000): RpcError => new RpcError({ code, message })

/** Ends an execution midway: what ran it cannot run anything else. */
export class Stop extends RpcError {
  constructor(message: string) {
    super({ code: -32000, message })
  }
}

/** Why a message cannot be run, for callers that answer each reason differently. */
export type RefusalReason =
  | 'nonceTooLow'
  | 'nonceTooHigh'
  | 'nonceMax'
  | 'feeCap'
  | 'funds'
  | 'intrinsicGas'
  | 'floorGas'
  | 'initCode'
  | 'tipAboveFeeCap'
  | 'other'

export class MessageRefusal extends RpcError {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super({ code: -32000, message })
    this.reason = reason
  }
}

/**
 * Runs a job; says in the words of a method why its message was refused.
 * @throws RpcError instead of a {@link MessageRefusal}
 */
export async function worded<T>(words: (reason: string) => string, job: () => T | Promise<T>): Promise<T> {
  try {
    return await job()
  } catch (error) {
    throw error instanceof MessageRefusal ? refuse(words(error.shortMessage)) : error
  }
}
