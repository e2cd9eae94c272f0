import { UsageError } from '../base/index.js'
import type { HttpLimits } from './http.js'

/** Limits on what a client may send. Names are those of cosmos/evm, `[json-rpc]` in app.toml, and of cometbft, `[rpc]` in config.toml. */
export interface JsonRpcLimits extends HttpLimits {
  /** Bytes of a WebSocket message. */
  readonly wsMessageLimit: number
  /** Calls per batch. */
  readonly batchRequestLimit: number
  /** Bytes of the responses to one batch. */
  readonly batchResponseMaxSize: number
  /** Subscriptions per WebSocket. */
  readonly subscriptionsPerClient: number
  /** WebSockets per port with subscriptions. */
  readonly subscriptionClients: number
}

export const DEFAULT_LIMITS: JsonRpcLimits = {
  httpBodyLimit: 5 * 1024 * 1024,
  wsMessageLimit: 1024 * 1024,
  batchRequestLimit: 1000,
  batchResponseMaxSize: 25_000_000,
  maxOpenConnections: 900,
  httpTimeout: 30_000,
  httpIdleTimeout: 120_000,
  subscriptionsPerClient: 1000,
  subscriptionClients: 100,
}

/** Limits of the servers of a chain. */
export interface ChainLimits extends JsonRpcLimits {
  /** SDK gas of one query, 0 for no limit; smart queries have a lower limit of their own. Source: cosmos-sdk `query-gas-limit`. */
  readonly queryGasLimit: number
  /** Milliseconds that a search of blocks and transactions may take. */
  readonly searchTimeout: number
  /** Bytes of a received gRPC message. Source of the name: cosmos-sdk, `[grpc]` in app.toml. */
  readonly grpcMaxRecvMsgSize: number
  /** Concurrent calls of one gRPC connection. */
  readonly grpcConcurrentStreams: number
  /** Milliseconds between keepalive pings of a gRPC connection. */
  readonly grpcKeepaliveTime: number
  /** Milliseconds in which it must answer a ping. */
  readonly grpcKeepaliveTimeout: number
}

/** Default limits of the ports of a chain. Those of subscriptions are cometbft's. */
export const DEFAULT_CHAIN_LIMITS: ChainLimits = {
  ...DEFAULT_LIMITS,
  wsMessageLimit: DEFAULT_LIMITS.httpBodyLimit,
  batchRequestLimit: 100,
  subscriptionsPerClient: 5,
  queryGasLimit: 0,
  searchTimeout: 5000,
  grpcMaxRecvMsgSize: DEFAULT_LIMITS.httpBodyLimit,
  grpcConcurrentStreams: 128,
  grpcKeepaliveTime: 60_000,
  grpcKeepaliveTimeout: 20_000,
}

/** Bytes of the headers of a request; also Node's own limit for HTTP/1. */
export const MAX_HEADER_BYTES = 16_384

/** The longest timeout of a timer, in milliseconds. */
export const MAX_TIMER = 2 ** 31 - 1

/**
 * The limits of a server: given limits over its defaults. Limits of other servers are ignored.
 * @throws UsageError for a name that no server knows, and for an invalid number
 */
export function limitsOf<L extends JsonRpcLimits>(defaults: L, given: Partial<ChainLimits> = {}): L {
  const limits = Object.fromEntries<number>(Object.entries(defaults))
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_CHAIN_LIMITS, name))
      throw new UsageError(`there is no limit ${JSON.stringify(name)}`, {
        details: [`limits: ${Object.keys(DEFAULT_CHAIN_LIMITS).join(', ')}`],
      })
    const most = /Time(?:out)?$/.test(name) ? MAX_TIMER : Number.MAX_SAFE_INTEGER
    if (!Number.isInteger(value) || value < 0 || value > most)
      throw new UsageError(`the limit ${name} must be a whole number from 0 to ${most}, not ${JSON.stringify(value)}`)
    if (Object.hasOwn(defaults, name)) limits[name] = value
  }
  return limits as unknown as L
}
