import type { Action } from './schema.js'
import type { Outcome } from './outcome.js'

/** How an action ended. */
export type Ended = { readonly outcome: Outcome } | { readonly error: unknown }

/** An action with those before it: lists share their tails, so that a snapshot just keeps a head. */
export interface LogEntry {
  readonly action: Action
  readonly before: LogEntry | undefined
  /** Kept while somebody records; undefined too for one that has not ended. */
  ended: Ended | undefined
}

/** What was done, in order. Keeping a moment and going back to it take the same time however long the log is. */
export class ActionLog {
  #last: LogEntry | undefined
  /** All of them as a list, up to `#listed`; made again when it is asked for after a step back. */
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

  /** The same with how they ended. */
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
