import type { Hex } from '../hex.js'

/** A connection that events can be pushed to: an in-process EIP-1193 provider, or a WebSocket. */
export interface Session {
  /** Delivers one event of a subscription. */
  notify(subscription: Hex, result: unknown): void
  /** Functions that end the open subscriptions. The owner calls them all when the connection closes. */
  readonly subscriptions: Map<Hex, () => void>
  /** Called before a subscription is added: throws an RpcError if there are too many. If undefined, there is no limit. */
  readonly admit?: () => void
}

export function closeSession(session: Session): void {
  for (const end of session.subscriptions.values()) end()
  session.subscriptions.clear()
}
