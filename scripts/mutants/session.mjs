import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest, ForksPoolWorker } from 'vitest/node'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const ROOT = here('../../')
const GRACE = 5000

/** Vitest over instrumented sources, in one process that stays and is killed when it hangs. */
export async function openSession(code) {
  let fork
  class MutantPoolWorker extends ForksPoolWorker {
    name = 'mutants'
    entrypoint = here('worker.mjs')
    async start() {
      await super.start()
      fork = this.fork
    }
  }
  const vitest = await createVitest(
    'test',
    {
      root: ROOT,
      config: here('vitest.config.ts'),
      watch: false,
      reporters: [{}],
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      update: false,
    },
    {
      plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => code.get(id.split('?')[0]) }],
      test: {
        pool: { name: 'mutants', createPoolWorker: (options) => new MutantPoolWorker(options) },
        runner: here('runner.mjs'),
        execArgv: ['--stack-size=3900', '--max-old-space-size=3000'],
        onConsoleLog: () => false,
      },
    },
  )
  await vitest.standalone()
  const project = vitest.getRootProject()
  const scratch = mkdtempSync(join(tmpdir(), 'mutants-'))
  const journal = join(scratch, 'journal')

  return {
    /**
     * Runs one job and hands its journal to `onLine`, line by line; a step that takes longer than it said ends the process
     * and is reported as `{ hung }`, one that takes the process down as `{ died }`. Resolves when the process has ended its work.
     */
    async perform(job, onLine) {
      writeFileSync(journal, '')
      let read = 0
      let step
      let since = Date.now()
      let hung = false
      const follow = () => {
        const lines = readFileSync(journal, 'utf8')
        const whole = lines.lastIndexOf('\n') + 1
        for (const line of lines.slice(read, whole).split('\n').filter(Boolean)) {
          const entry = JSON.parse(line)
          if ('begin' in entry) [step, since] = [entry, Date.now()]
          else [step, since] = [undefined, Date.now()]
          onLine(entry)
        }
        read = whole
        if (step && !hung && Date.now() - since > step.ms + GRACE) {
          hung = true
          process.kill(fork.pid, 'SIGKILL')
        }
      }
      const timer = setInterval(follow, 200)
      project.provide('job', { ...job, journal, tests: `${ROOT}test/`, sources: `${ROOT}src/` })
      await vitest.runTestSpecifications(
        job.files.map((file) => project.createSpecification(file)),
        true,
      )
      clearInterval(timer)
      follow()
      if (step) onLine(hung ? { hung: step.begin } : { died: step.begin })
      return vitest.state.getUnhandledErrors()
    },
    async close() {
      rmSync(scratch, { recursive: true })
      await vitest.close()
    },
  }
}
