import type { ForkProgress } from '../../fork/index.js'
import { grouped } from './format.js'
import type { Terminal } from './terminal.js'
import { colouredLine } from '../../base/index.js'

/** Milliseconds between two lines if lines cannot be overwritten. */
const PAUSE = 10_000

/** A progress line on standard error: overwritten on a terminal, otherwise a new line every 10 seconds. */
export class ProgressLine {
  readonly #terminal: Terminal
  #last = performance.now()
  #shown = false

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** @param text called only when it is shown */
  show(text: () => string): void {
    if (this.#terminal.live) {
      this.#shown = true
      process.stderr.write(`\r\u001b[2K${colouredLine(text())}`)
      return
    }
    const now = performance.now()
    if (now - this.#last < PAUSE) return
    this.#last = now
    console.error(text())
  }

  /** Clears the line for other output. */
  clear(): void {
    if (this.#shown) process.stderr.write('\r\u001b[2K')
    this.#shown = false
  }
}

/** What was read of a live chain, in one line. */
export const forkText = ({ chainId, height, requests, rows }: ForkProgress): string =>
  `reading ${chainId} at height ${grouped(height)} · ${grouped(requests)} requests · ${grouped(rows)} rows`
