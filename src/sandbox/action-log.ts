import type { Action } from './action.js'

/** An action with those before it: lists share their tails, so that a snapshot just keeps a head. */
export interface LogEntry {
  readonly action: Action
  readonly before: LogEntry | undefined
}

/** What was done, in order. Keeping a moment and going back to it take the same time however long the log is. */
export class ActionLog {
  #last: LogEntry | undefined
  /** All of them as a list, up to `#listed`; made again when it is asked for after a step back. */
  #list: Action[] = []
  #listed: LogEntry | undefined

  push(action: Action): void {
    const isListed = this.#listed === this.#last
    this.#last = { action, before: this.#last }
    if (!isListed) return
    this.#list.push(action)
    this.#listed = this.#last
  }

  get actions(): readonly Action[] {
    if (this.#listed !== this.#last) {
      this.#list = []
      for (let entry = this.#last; entry !== undefined; entry = entry.before) this.#list.push(entry.action)
      this.#list.reverse()
      this.#listed = this.#last
    }
    return this.#list
  }

  snapshot(): LogEntry | undefined {
    return this.#last
  }
  restore(entry: LogEntry | undefined): void {
    this.#last = entry
  }
}
