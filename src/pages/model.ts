/** Any JSON. This file imports nothing, because the page is built without the rest. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }

/** A call under the sudo limit. */
export interface SudoData {
  readonly contract: string
  /** Such as `timeout`. */
  readonly kind: string
  readonly gas: string
  readonly limit: string
  /** Its id is that under which the chain keeps it, if it does. */
  readonly failure?: { readonly id?: string; readonly error: string; readonly details: string }
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
  /** Its lines of Rust, for some calls of contracts with a debug twin. */
  readonly lines?: LinesData
  readonly children: readonly CallData[]
}

/** A call line by line. */
export interface LinesData {
  /** In the order in which they ran: all of them, or those at the beginning and at the end. */
  readonly lines: readonly LineData[]
  /** How many lines ran. */
  readonly count: number
  /** Which of `lines` failed; the last one for a call that succeeded. */
  readonly at: number
  readonly failed?: true
  /** Whether gas was mapped from a debug twin that is other code. */
  readonly isTwin: boolean
  /** Texts of files that were found, by their name in `lines`. */
  readonly sources: { readonly [file: string]: string }
  readonly storage: readonly StorageUseData[]
}

export interface LineData {
  /** From 1. */
  readonly number: number
  readonly function: string
  readonly file?: string
  readonly line?: number
  /** The functions around it, the innermost first. */
  readonly callers?: readonly string[]
  /** SDK gas that the call had used when the line began. */
  readonly gas: string
  readonly locals: readonly (readonly [name: string, value: string])[]
}

/** What a line did with a key. */
interface StorageUseData {
  /** The number of the line. */
  readonly during: number
  readonly kind: 'read' | 'write' | 'remove'
  readonly key: string
  /** Undefined for none. */
  readonly value?: string
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
