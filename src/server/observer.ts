import type { TxOutcome } from '../chain/index.js'

/** The server of a chain that answered a request. */
export type ServerName = 'rpc' | 'rest' | 'grpc' | 'evm'

/** A request that a server has answered. */
export interface AnsweredRequest {
  readonly server: ServerName
  /**
   * `block_results` of the RPC; `eth_call` of the EVM; `/cosmos.bank.v1beta1.Query/Balance` of gRPC, also over REST. `unknown` for a method that
   * the server does not have, so that clients cannot make up names without end.
   */
  readonly method: string
  /** Code of the error: of JSON-RPC for the RPC and the EVM, of gRPC, the HTTP status for REST. Undefined if the request succeeded. */
  readonly code: number | undefined
  /** From the complete request to its response. */
  readonly milliseconds: number
}

/** Watches the servers of a chain. The functions must not throw, nor act on the chain. */
export interface ServerObserver {
  /** Called after each call of a method; each call of a batch is one. */
  readonly onRequest?: (request: AnsweredRequest) => void
  /** Called after each check of a transaction that a client broadcasts. @param size bytes of the transaction */
  readonly onCheckTx?: (check: TxOutcome, size: number) => void
}

/** Stands for all methods that a server does not have. */
export const UNKNOWN_METHOD = 'unknown'

/** The code of what a request returned or threw; undefined if that is no error. */
interface Codes<T> {
  readonly ofResult?: (result: T) => number | undefined
  readonly ofError?: (error: unknown) => number
}

/** Codes of JSON-RPC. */
const [METHOD_NOT_FOUND, INTERNAL_ERROR] = [-32601, -32603]

/** Tells an observer of a request once it has ended, whether it returns, throws, or is awaited. */
export function observed<R>(
  { onRequest }: ServerObserver,
  { server, method }: Pick<AnsweredRequest, 'server' | 'method'>,
  run: () => R,
  { ofResult = () => undefined, ofError = () => INTERNAL_ERROR }: Codes<Awaited<R>> = {},
): R {
  if (onRequest === undefined) return run()
  const from = performance.now()
  const tell = (code: number | undefined): void =>
    onRequest({
      server,
      method: code === METHOD_NOT_FOUND ? UNKNOWN_METHOD : method,
      code,
      milliseconds: performance.now() - from,
    })
  const returned = <T extends Awaited<R>>(result: T): T => {
    tell(ofResult(result))
    return result
  }
  const thrown = (error: unknown): never => {
    tell(ofError(error))
    throw error
  }
  let result: R
  try {
    result = run()
  } catch (error) {
    return thrown(error)
  }
  if (result instanceof Promise) return result.then(returned, thrown) as R
  return returned(result as Awaited<R>)
}
