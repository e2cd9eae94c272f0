import type { Action } from './schema.js'
import type { Json } from '../values/values.js'
import type { Outcome } from './outcome.js'

/** How an action ended; in a saved state that was resumed, how a fixture writes that: undefined for what no fixture can expect. */
export type Ended = { readonly outcome: Outcome } | { readonly error: unknown } | { readonly view: Json | undefined }

/** An action with those before it: lists share their tails, so that a snapshot just keeps a head. */
export interface LogEntry {
  readonly action: Action
  readonly before: LogEntry | undefined
  /** Kept only while a recording is running; also undefined for an action that has not ended. */
  ended: Ended | undefined
}

/** The performed actions, in order. Saving a position and going back to it take constant time, however long the log is. */
export class ActionLog {
  #last: LogEntry | undefined
  /** All of them as a list, up to `#listed`; rebuilt when it is needed after going back. */
  #list: Action[] = []
  #listed: LogEntry | undefined

  push(action: Action): LogEntry {
    const isListed = this.#listed === this.#last
    const entry = { action, before: this.#last, ended: undefined }
    this.#last = entry
    if (isListed) {
      this.#list.push(action)
      this.#listed = entry
    }
    return entry
  }

  get actions(): readonly Action[] {
    if (this.#listed !== this.#last) {
      this.#list = this.entries().map(({ action }) => action)
      this.#listed = this.#last
    }
    return this.#list
  }

  /** The actions with how they ended. */
  entries(): readonly LogEntry[] {
    const entries: LogEntry[] = []
    for (let entry = this.#last; entry !== undefined; entry = entry.before) entries.push(entry)
    return entries.reverse()
  }

  snapshot(): LogEntry | undefined {
    return this.#last
  }
  restore(entry: LogEntry | undefined): void {
    this.#last = entry
  }
}
