/** Any JSON. This file imports nothing, because the page is built without the rest. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }

/** A call under the sudo limit. */
export interface SudoData {
  readonly contract: string
  /** Such as `timeout`. */
  readonly kind: string
  readonly gas: string
  readonly limit: string
  readonly failure?: { readonly id: string; readonly error: string; readonly details: string }
}

/** A transaction, callback, delivery or run of a schedule. */
export interface PartDetail {
  readonly title: string
  readonly chain: string
  readonly height: string
  readonly hash: string
  readonly code: number
  readonly codespace: string
  readonly log: string
  readonly gasUsed: string
  readonly gasWanted: string
  readonly impersonated?: string
  /** Set for a run of a module at the beginning or end of a block. */
  readonly run?: true
  /** The packet or the query, member by member. */
  readonly carries?: { readonly [member: string]: string }
  readonly calls: readonly CallData[]
  readonly sudo: readonly SudoData[]
  readonly events: readonly EventData[]
  readonly debug?: readonly string[]
  readonly faults?: readonly string[]
}

export interface EventData {
  readonly type: string
  readonly attributes: readonly (readonly [key: string, value: string])[]
}

/** One call of the tree. */
export interface CallData {
  readonly kind: 'call' | 'message' | 'query'
  readonly entry: string
  readonly contract: string
  readonly label?: string
  readonly double?: true
  /** The layer around transfers that made the call. */
  readonly layer?: string
  readonly sender?: string
  readonly funds?: string
  readonly message: string
  /** Its response, if known. */
  readonly answer?: string
  readonly gas: string
  readonly ownGas: string
  readonly limit?: string
  readonly error?: string
  readonly fault?: string
  readonly stack?: readonly string[]
  readonly storage?: readonly string[]
  readonly children: readonly CallData[]
}

/** A packet, and what followed from it. */
export interface JourneyData {
  /** The packet's id, as in rows. */
  readonly id: string
  readonly from: string
  readonly to: string
  readonly sequence: string
  readonly sourceChannel: string
  readonly destinationChannel: string
  /** What it carries, in a few words. */
  readonly content: string
  readonly origin: 'sent' | 'forwarded' | 'retried' | 'caused'
  readonly state: 'sent' | 'received' | 'answered' | 'delivered' | 'refused' | 'timedOut'
  /** What the receiving chain answered. */
  readonly answer?: string
  readonly steps: readonly {
    readonly event: 'sent' | 'received' | 'answered' | 'acknowledged' | 'timedOut'
    readonly chain: string
    readonly height: string
    /** The row of the transaction, if it is shown. */
    readonly row?: number
  }[]
  readonly next: readonly JourneyData[]
}
