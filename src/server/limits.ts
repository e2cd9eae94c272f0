/** Bounds of what a client may send. Names and defaults are those of cosmos/evm, `[json-rpc]` in app.toml. */
export interface JsonRpcLimits {
  /** Bytes of an HTTP body. */
  readonly httpBodyLimit: number
  /** Bytes of a WebSocket message. */
  readonly wsMessageLimit: number
  /** Calls in one batch. */
  readonly batchRequestLimit: number
  /** Bytes of the answers to one batch. */
  readonly batchResponseMaxSize: number
  /** Connections at the same time; 0 is no limit. */
  readonly maxOpenConnections: number
  /** Milliseconds for a request to arrive. */
  readonly httpTimeout: number
  /** Milliseconds for which an idle connection is kept. */
  readonly httpIdleTimeout: number
}

export const DEFAULT_LIMITS: JsonRpcLimits = {
  httpBodyLimit: 5 * 1024 * 1024,
  wsMessageLimit: 1024 * 1024,
  batchRequestLimit: 1000,
  batchResponseMaxSize: 25_000_000,
  maxOpenConnections: 0,
  httpTimeout: 30_000,
  httpIdleTimeout: 120_000,
}
