// Set-up of each test file: counts what its contracts run, and stores it for the reporter in the main process.
import { threadId } from 'node:worker_threads'
import { afterAll } from 'vitest'
import { countAll } from '../../app/vms.js'
import { countedCodes } from '../../coverage/counted-code.js'
import { writePart } from '../../coverage/parts.js'
import { COVERAGE_PARTS } from './reporter.js'

const folder = process.env[COVERAGE_PARTS]
if (folder !== undefined) {
  countAll()
  // A process can load this several times, with counters of their own.
  const name = `${process.pid}-${threadId}-${Math.round(performance.now() * 1000)}`
  // Where files share a process, the next one begins anew.
  afterAll(() => writePart(folder, name, countedCodes({ reset: true })))
}
