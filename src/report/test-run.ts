import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../base/index.js'
import { describeAction } from '../replay/internal.js'
import { partOf, withRuns } from '../pages/index.js'
import { isRun, type Sandbox, type TxResult } from '../sandbox/internal.js'
import type { Verdict } from './model.js'
import { reportPage } from './page.js'
import { RunRecorder, type Recorded } from './record/recorder.js'
import { Runs } from './runs.js'

/** Watches the sandbox of a test. Everything that one await of the test leads to is one step. */
export class TestRecording {
  readonly #sandbox: Sandbox
  readonly #recorder: RunRecorder
  #results: TxResult[] = []
  /** How many actions of the log are steps already. */
  #seen: number

  /** @param sandbox before the test */
  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#recorder = new RunRecorder(sandbox)
    this.#seen = sandbox.log.length
  }

  /** Called for each transaction, callback and run. */
  readonly onTx = (result: TxResult): void => {
    this.#results.push(result)
    // The block of a delivery is not there yet.
    if (this.#results.length === 1) queueMicrotask(() => this.#flush())
  }

  #flush(): void {
    const { log } = this.#sandbox
    // After a restore the log is shorter.
    const fresh = log.slice(Math.min(this.#seen, log.length))
    this.#seen = log.length
    const parts = withRuns(this.#results.filter((result) => !isRun(result)).map(partOf), this.#results.filter(isRun))
    this.#results = []
    for (const [i, action] of fresh.entries()) {
      const own = i === fresh.length - 1 ? parts : []
      this.#recorder.step({ name: describeAction(action), action, parts: own, failed: false })
    }
    if (fresh.length === 0 && parts.length > 0)
      this.#recorder.step({ name: 'transactions', action: undefined, parts, failed: false })
  }

  /** @returns what was recorded; undefined when nothing was done */
  done(): Recorded | undefined {
    this.#flush()
    return this.#recorder.steps === 0 ? undefined : this.#recorder.done()
  }
}

/** Leaves what was recorded of a test in a folder, for the reporter. @returns the file */
export function leaveRun(folder: string, recorded: Recorded): string {
  const file = join(folder, `${randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(recorded))
  return file
}

export const takeRun = (file: string): Recorded => JSON.parse(readFileSync(file, 'utf8')) as Recorded

/** A page of one test alone. */
export function testPage(title: string, recorded: Recorded, verdict: Verdict): string {
  const runs = new Runs()
  runs.add(recorded, { title, verdict })
  return reportPage({ format: 1, by: `sudobox ${version()}`, kind: 'replay', title, runs: runs.runs }, runs.blocks)
}
