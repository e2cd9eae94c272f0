import type { HttpLimits } from './http.js'
import { hostRule, type HostRule } from './hosts.js'

/** Where ports are opened, and which clients they accept. */
export interface PortOptions {
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string
  /**
   * Host names that clients may request (`Host` header, `:authority` of gRPC), besides loopback, the address that the server listens on,
   * and the local address of the connection; `*` for all. Default none, which protects against DNS rebinding.
   */
  readonly allowedHosts?: readonly string[]
  /** Host names of web pages that may make requests (CORS), `*` for all. Default `127.0.0.1`, `localhost` and `[::1]`. */
  readonly origins?: readonly string[]
}

/** A port with all its options. */
export interface Port<L extends HttpLimits = HttpLimits> {
  readonly host: string
  /** 0 means any free port. */
  readonly port: number
  readonly allows: HostRule
  readonly origins: readonly string[]
  readonly limits: L
}

/** @throws UsageError for an allowed name that is not a host */
export function portOf<L extends HttpLimits>(options: PortOptions, limits: L, port = 0): Port<L> {
  const { host = '127.0.0.1', allowedHosts = [], origins = ['127.0.0.1', 'localhost', '[::1]'] } = options
  return { host, port, allows: hostRule(host, allowedHosts), origins, limits }
}
