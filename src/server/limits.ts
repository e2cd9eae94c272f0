import type { HttpLimits } from './http.js'

/** Bounds of what a client may send. Names and defaults are those of cosmos/evm, `[json-rpc]` in app.toml. */
export interface JsonRpcLimits extends HttpLimits {
  /** Bytes of a WebSocket message. */
  readonly wsMessageLimit: number
  /** Calls in one batch. */
  readonly batchRequestLimit: number
  /** Bytes of the answers to one batch. */
  readonly batchResponseMaxSize: number
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

/** Bounds of the servers of a chain. */
export interface ChainLimits extends JsonRpcLimits {
  /** Subscriptions of one WebSocket. Source: cometbft `max_subscriptions_per_client`. */
  readonly subscriptionsPerClient: number
  /** SDK gas of one query, 0 for no limit; smart queries have a lower one of their own. Source: cosmos-sdk `query-gas-limit`. */
  readonly queryGasLimit: number
  /** Milliseconds that a search through blocks and transactions may take. */
  readonly searchTimeout: number
}

/** What the ports of a chain take when they are told nothing. */
export const DEFAULT_CHAIN_LIMITS: ChainLimits = {
  ...DEFAULT_LIMITS,
  wsMessageLimit: DEFAULT_LIMITS.httpBodyLimit,
  batchRequestLimit: 100,
  maxOpenConnections: 900,
  subscriptionsPerClient: 5,
  queryGasLimit: 0,
  searchTimeout: 5000,
}
