import { EventEmitter } from 'node:events'
import type { RunnerTestCase, RunnerTestFile } from 'vitest'

interface Events {
  begin: [RunnerTestCase]
  end: [RunnerTestCase]
  file: [RunnerTestFile | undefined]
}

/** The tests of a process in which mutants are tried: what its runner says, and what it is asked. */
class Trial extends EventEmitter<Events> {
  /** Ids of the tests that run, those to run first; undefined: all. */
  only: ReadonlySet<string> | undefined
  /** Whether the first failure ends the run. */
  bails = false
}

/** One for the process: Vitest makes the runner, and the worker the loop around it. */
export const trial = new Trial()
