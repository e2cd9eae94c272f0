import { ChainError, NotSupportedError, UsageError } from '../base/index.js'
import { plainError } from '../codec/index.js'

export { plainError }

/** A root error of a module. Source: cosmossdk.io/errors `Error`. */
export interface RegisteredError {
  readonly codespace: string
  readonly code: number
  readonly text: string
  /** The error itself, or wrapped: `description: text`. */
  error(description?: string): ChainError
  /** Whether the error is this one, wrapped or not. */
  is(error: unknown): boolean
}

const registered = new Map<string, RegisteredError>()

const rootOf = (codespace: string, code: number, text: string, is: RegisteredError['is']): RegisteredError => ({
  codespace,
  code,
  text,
  error: (description) => {
    const error = new ChainError({ codespace, code, log: text })
    return description === undefined ? error : wrapError(error, description)
  },
  is,
})

/** Registers a root error once for the whole program. @throws UsageError when the code is already registered with another text. */
export function registerError(codespace: string, code: number, text: string): RegisteredError {
  const id = `${codespace}/${code}`
  const known = registered.get(id)
  if (known !== undefined) {
    if (known.text === text) return known
    throw new UsageError(`error ${id} is registered as ${JSON.stringify(known.text)} already`)
  }
  const is = (error: unknown) => error instanceof ChainError && error.codespace === codespace && error.code === code
  const root = rootOf(codespace, code, text, is)
  registered.set(id, root)
  return root
}

/** A root error with the text that it has in another release. */
export const reworded = (root: RegisteredError, text: string): RegisteredError =>
  rootOf(root.codespace, root.code, text, (error) => root.is(error))

/** Adds context to an error: `description: text`; codespace, code and details stay. Source: cosmossdk.io/errors `Wrap`. */
export const wrapError = (error: ChainError, description: string, details = error.details): ChainError =>
  new ChainError({
    codespace: error.codespace,
    code: error.code,
    log: `${description}: ${error.log}`,
    details,
    cause: error,
  })

/** The error with lines of our own, which no chain prints. */
export const withDetails = ({ codespace, code, log, cause }: ChainError, details: readonly string[]): ChainError =>
  new ChainError({ codespace, code, log, details, cause })

/**
 * Why a message failed that no transaction has: a block goes on without it. What Sudobox lacks fails it too, since such a block would end every time.
 * @throws the error itself if it is of another kind
 */
export function failureOf(error: unknown): ChainError {
  if (error instanceof ChainError) return error
  if (error instanceof NotSupportedError) return plainError(error.shortMessage, error)
  throw error
}

/** Runs a step; a chain error is mapped to another one. */
export function rethrowing<T>(turn: (error: ChainError) => Error, step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw error instanceof ChainError ? turn(error) : error
  }
}

/** Runs a step; a chain error is wrapped with a description. Source: cosmossdk.io/errors `Wrap`. */
export const wrapping = <T>(description: string | ((error: ChainError) => string), step: () => T): T =>
  rethrowing((error) => wrapError(error, typeof description === 'string' ? description : description(error)), step)

/** A collection has no such key. @param key as Go prints it @param type of its values, a message. Source: cosmossdk.io/collections `ErrNotFound`. */
export const notInCollection = (key: string, type: string): ChainError =>
  plainError(`collections: not found: key '${key}' of type github.com/cosmos/gogoproto/${type}`)

/** What a contract may see of an error whose text is not deterministic. Source: wasmd `redactError`. */
export const redactedText = (error: ChainError): string => `codespace: ${error.codespace}, code: ${error.code}`

/** gRPC status codes. Source: google.golang.org/grpc/codes. */
export const GRPC_CODES = {
  Unknown: 2,
  InvalidArgument: 3,
  NotFound: 5,
  AlreadyExists: 6,
  PermissionDenied: 7,
  FailedPrecondition: 9,
  OutOfRange: 11,
  Unimplemented: 12,
  Internal: 13,
  Unavailable: 14,
} as const

export type GrpcCode = keyof typeof GRPC_CODES

/** A query error with a gRPC code; Go prints it as `rpc error: code = … desc = …`. Source: google.golang.org/grpc/status. */
export class GrpcError extends ChainError {
  readonly grpcCode: GrpcCode
  readonly description: string

  constructor(grpcCode: GrpcCode, description: string) {
    super({ codespace: 'undefined', code: 1, log: `rpc error: code = ${grpcCode} desc = ${description}` })
    this.grpcCode = grpcCode
    this.description = description
  }
}

/** An error whose code gRPC does not show, as another error is around it that has the same text. */
export class UncodedError extends ChainError {
  constructor({ codespace, code, log }: ChainError) {
    super({ codespace, code, log })
  }
}

const isPlain = (error: ChainError): boolean =>
  error.codespace === 'undefined' &&
  error.code === 1 &&
  !(error instanceof GrpcError || error instanceof UncodedError || error.cause instanceof ChainError)

/**
 * Code and message with which gRPC and REST report an error. A wrapped registered error reads from the inside out,
 * `codespace sdk code 18: invalid request: inner: outer`; of a wrapped error without a code the text is lost. Source: cosmossdk.io/errors `GRPCStatus`.
 */
export function grpcStatus(error: ChainError): { readonly code: number; readonly message: string } {
  if (error instanceof UncodedError) return { code: GRPC_CODES.Unknown, message: error.log }
  if (error instanceof GrpcError) return { code: GRPC_CODES[error.grpcCode], message: error.description }
  if (error.cause instanceof ChainError && error.log.endsWith(`: ${error.cause.log}`)) {
    const description = error.log.slice(0, -error.cause.log.length - 2)
    if (isPlain(error.cause)) return { code: GRPC_CODES.Unknown, message: description }
    const inner = grpcStatus(error.cause)
    return { code: inner.code, message: `${inner.message}: ${description}` }
  }
  if (error.codespace === 'undefined') return { code: GRPC_CODES.Unknown, message: error.log }
  return { code: GRPC_CODES.Unknown, message: `codespace ${error.codespace} code ${error.code}: ${error.log}` }
}
