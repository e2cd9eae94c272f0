// The process of a test run in which mutants are tried. It stays, and mutants are swapped in one after the other.
import { setFlagsFromString } from 'node:v8'
import { init, setupEnvironment } from 'vitest/worker'
import { JobFolder, MUTANTS_JOB, MUTANTS_SHARE } from '../../mutants/index.js'
import { coverTests } from './cover.js'
import { TestProcess } from './process.js'
import { tryMutants } from './try.js'

// A mutant runs for too short a time to be worth optimising, and most of its functions never run.
for (const flag of ['--liftoff-only', '--wasm-lazy-validation']) setFlagsFromString(flag)

const folder = process.env[MUTANTS_JOB] ?? ''
const share = process.env[MUTANTS_SHARE] ?? '0'
const send = process.send!.bind(process)
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

init({
  post: (message) => send(message),
  on: (listener) => void process.on('message', listener),
  off: (listener) => void process.off('message', listener),
  setup: setupEnvironment,
  collectTests: () => {},
  runTests: async (state, traces) => {
    const job = new JobFolder(folder)
    const note = job.note.bind(job, share)
    note({ pid: process.pid })
    const tests = new TestProcess(state, traces)
    const work = job.read()
    if (work.phase === 'cover') await coverTests(tests, work, note)
    else await tryMutants(tests, work, { note, claim: (id) => job.claim(id) })
  },
})
