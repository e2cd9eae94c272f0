import { Height } from 'cosmjs-types/ibc/core/client/v1/client'
import { ProtoWriter } from '../../codec/index.js'
import { ChainError } from '../../base/index.js'
import { GrpcError, type GrpcCode, type RegisteredError } from '../../chain/index.js'

/** Turns a chain error into a gRPC error with this code; the text stays as it is. */
export function asGrpc<T>(code: GrpcCode, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof ChainError && !(error instanceof GrpcError) ? new GrpcError(code, error.log) : error
  }
}
/** @throws GrpcError InvalidArgument */
export const check = (run: () => void): void => asGrpc('InvalidArgument', run)
export const notFound = (root: RegisteredError, description: string): GrpcError =>
  new GrpcError('NotFound', root.error(description).log)

/** Answers with sequences and the height of the state; no list is written when there are none. */
export const listed = (sequences: readonly bigint[], at: Height): ProtoWriter =>
  new ProtoWriter().packedUint64s(1, sequences).message(2, Height.encode(at).finish())
