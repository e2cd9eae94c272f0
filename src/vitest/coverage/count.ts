// Set-up of each test file: counts what its contracts run, and stores it for the reporter in the main process.
import { threadId } from 'node:worker_threads'
import { afterAll } from 'vitest'
import { COUNTS_LINES, countedCodes, writePart } from '../../coverage/index.js'
import { observeByDefault } from '../../sandbox/internal.js'
import { COVERAGE_PARTS } from './reporter.js'

const folder = process.env[COVERAGE_PARTS]
if (folder !== undefined) {
  const { vms, end } = observeByDefault(COUNTS_LINES)
  // A process can load this several times, with counters of their own.
  const name = `${process.pid}-${threadId}-${Math.round(performance.now() * 1000)}`
  afterAll(() => {
    // Where files share a process, the next one begins anew.
    end()
    writePart(folder, name, countedCodes(vms))
  })
}
