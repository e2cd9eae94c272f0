import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reporter } from 'vitest/node'
import { writeAtomically } from '../../base/index.js'
import { readRuns } from './file.js'

/** Environment variable of test processes: the folder for the callbacks that they ran. */
export const CALLBACK_RUNS = 'SUDOBOX_CALLBACK_RUNS'

/** Environment variable of a run: the file of its callbacks. */
export const CALLBACKS = 'SUDOBOX_CALLBACKS'

/** Where the processes of this run store the callbacks that they ran. */
export const callbackRuns = (): string => join(tmpdir(), `sudobox-callbacks-${process.pid}`)

/** At the end of a run, writes which callbacks its tests ran, with gas, limit and outcomes. */
export class CallbackReporter implements Reporter {
  readonly #file: string

  /** @param file absolute path */
  constructor(file: string) {
    this.#file = file
  }

  onTestRunStart(): void {
    rmSync(callbackRuns(), { recursive: true, force: true })
  }

  onTestRunEnd(): void {
    const document = { version: 1, callbacks: readRuns(callbackRuns()) }
    rmSync(callbackRuns(), { recursive: true, force: true })
    writeAtomically(this.#file, `${JSON.stringify(document, undefined, 2)}\n`)
  }
}
