// Runs the tests and closes with one line that counts them. Other arguments go to Vitest as file filters.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { globSync } from 'tinyglobby'
import { startVitest } from 'vitest/node'

/** Test files that are left out of `--quick`; written by `--find-slow` after a run of all. */
const SLOW_FILES = 'test/setup/slow.json'
/** Milliseconds from which on a file is slow. */
const SLOW = 300

const HELP = `Runs the tests.

  npm test [-- FILTER…]      all, or the files whose paths contain a filter
  npm run test:quick         the files that take less than ${SLOW} ms each, from the sources alone
  npm test -- --find-slow    all, and writes down which files are slow (${SLOW_FILES})
  npm test -- --cpu          prints the CPU seconds that each file took, most first`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    'find-slow': { type: 'boolean' },
    cpu: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}

// vitest.config.ts takes the runner that measures.
if (values.cpu) process.env.SUDOBOX_CPU = '1'

const quickFiles = () => globSync('test/**/*.test.ts', { ignore: JSON.parse(readFileSync(SLOW_FILES, 'utf8')) })
const vitest = values.quick
  ? await startVitest('test', quickFiles(), { watch: false, project: ['src'] })
  : await startVitest('test', positionals, { watch: false })
const modules = vitest.state.getTestModules()
const tests = modules.flatMap((module) => [...module.children.allTests()])
const count = (state) => tests.filter((test) => test.result().state === state).length
// Errors outside of any test (a file that does not load, an unhandled rejection) are failures too.
const broken =
  modules.reduce((sum, module) => sum + module.errors().length, 0) + vitest.state.getUnhandledErrors().length
const [passed, failed, skipped] = [count('passed'), count('failed') + broken, count('skipped')]
if (values['find-slow']) {
  const slow = modules.filter((module) => module.diagnostic().duration >= SLOW)
  const names = slow.map(({ moduleId }) => relative(process.cwd(), moduleId)).sort()
  writeFileSync(SLOW_FILES, `${JSON.stringify(names, undefined, 2)}\n`)
}
if (values.cpu) {
  const rows = modules.map((module) => ({ ...module.meta().cpu, file: relative(process.cwd(), module.moduleId) }))
  const sum = (key) => rows.reduce((total, { [key]: value = 0 }) => total + value, 0)
  for (const { file, taken = 0 } of rows.toSorted((a, b) => (b.taken ?? 0) - (a.taken ?? 0)))
    if (taken >= 0.1) console.log(`${taken.toFixed(1).padStart(7)} s  ${file}`)
  const { user, system } = process.cpuUsage()
  const [files, imports, start] = ['taken', 'imports', 'start'].map((key) => sum(key).toFixed(1))
  const own = ((user + system) / 1e6).toFixed(1)
  console.log(`${files} s in files (${imports} in imports), ${start} s in starting processes, ${own} s in Vitest`)
}
await vitest.close()
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
