import type { HttpLimits } from './http.js'
import { hostRule, type HostRule } from './hosts.js'

/** Where ports are opened, and whom they let in. */
export interface PortOptions {
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string
  /**
   * Names and addresses under which clients may ask for the server (`Host` header, `:authority` of gRPC) beside loopback, what is listened on,
   * and the address that the connection came to; `*` for all. Default none: what keeps out pages that rebind a name of theirs.
   */
  readonly allowedHosts?: readonly string[]
  /** Host names of pages in browsers that are let in, `*` for all. Default `127.0.0.1`, `localhost` and `[::1]`. */
  readonly origins?: readonly string[]
}

/** A port with all that it is opened with. */
export interface Port<L extends HttpLimits = HttpLimits> {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly allows: HostRule
  readonly origins: readonly string[]
  readonly limits: L
}

/** @throws UsageError for an allowed name that is no host */
export function portOf<L extends HttpLimits>(options: PortOptions, limits: L, port = 0): Port<L> {
  const { host = '127.0.0.1', allowedHosts = [], origins = ['127.0.0.1', 'localhost', '[::1]'] } = options
  return { host, port, allows: hostRule(host, allowedHosts), origins, limits }
}
