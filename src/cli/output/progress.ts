import type { Terminal } from './terminal.js'

/** Milliseconds between two lines where none can be written over. */
const PAUSE = 10_000

/** One line about how far a command has come, on the error output: written over on a terminal, else a new one now and then. */
export class ProgressLine {
  readonly #terminal: Terminal
  #last = performance.now()
  #shown = false

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** @param text given when it is shown, so that it costs nothing otherwise */
  show(text: () => string): void {
    if (this.#terminal.live) {
      this.#shown = true
      process.stderr.write(`\r\u001b[2K${text()}`)
      return
    }
    const now = performance.now()
    if (now - this.#last < PAUSE) return
    this.#last = now
    console.error(text())
  }

  /** Makes room for something else. */
  clear(): void {
    if (this.#shown) process.stderr.write('\r\u001b[2K')
    this.#shown = false
  }
}
