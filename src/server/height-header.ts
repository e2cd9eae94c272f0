import { ErrInvalidRequest } from '../chain/index.js'
import { goQuote } from '../codec/index.js'

/** Name of the header with the height that a query reads. */
export const HEIGHT = 'x-cosmos-block-height'

/** The problem of a text that is no int64, or undefined. Source: Go's `strconv.ParseInt`. */
function int64Problem(text: string): string | undefined {
  if (!/^[-+]?[0-9]+$/.test(text)) return 'invalid syntax'
  const value = BigInt(text)
  return BigInt.asIntN(64, value) === value ? undefined : 'value out of range'
}

/**
 * The height of a gRPC call, 0 for the latest.
 * @throws ChainError sdk/18. Source: cosmos-sdk baseapp/grpcserver.go
 */
export function calledHeight(header: string): number {
  const problem = int64Problem(header)
  if (problem === undefined) return Number(header)
  throw ErrInvalidRequest.error(
    `Baseapp.RegisterGRPCServer: invalid height header "${HEIGHT}": strconv.ParseInt: parsing ${goQuote(header)}: ${problem}`,
  )
}

/** The height of a REST request: what is no height counts as the latest, 0. */
export const requestedHeight = (header: string): number =>
  int64Problem(header) === undefined ? Math.max(Number(header), 0) : 0
