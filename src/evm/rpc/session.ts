import type { Hex } from '../hex.js'

/** A connection that can be told of events: an EIP-1193 provider in process, or a WebSocket. */
export interface Session {
  /** Delivers one event of a subscription. */
  notify(subscription: Hex, result: unknown): void
  /** Subscriptions that live: how to end each. The holder ends them all when the connection goes. */
  readonly subscriptions: Map<Hex, () => void>
  /** Asked before a subscription is added: throws an RpcError when there is no room for it. Without it there is. */
  readonly admit?: () => void
}

export function closeSession(session: Session): void {
  for (const end of session.subscriptions.values()) end()
  session.subscriptions.clear()
}
