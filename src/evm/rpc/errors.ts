import { RpcError, SudoboxError } from '../../base/errors.js'

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
