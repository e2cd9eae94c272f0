import type { Session } from '../requests/session.js'
import type { Profile } from './options.js'

/** Where and how a node is served. */
export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly webSocket: boolean
  /** Host names of browser pages that are allowed; undefined is the server's default. */
  readonly origins?: readonly string[]
  /** Further host names under which clients may reach the port; undefined is the server's default. */
  readonly allowedHosts?: readonly string[]
}

/** The node's interface for the server. */
export interface ServedNode {
  readonly profile: Profile
  /**
   * Answers a request of a connection, synchronously if the node has started and no EVM is needed.
   * @param trusted whether private methods may be called; default true
   * @throws RpcError
   */
  dispatch(method: string, params: unknown, session?: Session, trusted?: boolean): unknown
  /** A connection was closed: its subscriptions end. */
  release(session: Session): void
}

/** Opens a port for a node: `serveJsonRpc` of `sudobox/server`, or another one. Rejects when that fails. */
export type Serve = (node: ServedNode, options: ServeOptions) => Promise<Server>

/** An open port. */
export interface Server {
  /** URL, e.g. `http://127.0.0.1:8545`. */
  readonly url: string
  close(): Promise<void>
}
