// Runs the tests of one part and closes with one line that counts them. Other arguments go to Vitest as file filters.
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest, startVitest } from 'vitest/node'
import { countLine } from './test/count.mjs'
import { PARTS } from './test/parts.mjs'

const HELP = `Runs the tests of one part of all.

${PARTS.map(({ command, about }) => `  ${command.padEnd(28)}${about}`).join('\n')}
  ${'npm run test:all'.padEnd(28)}these ${PARTS.length}

  -- FILTER…   only the files whose paths contain a filter
  -- --cpu     prints the CPU seconds that each file took, most first
  -- --list    prints the files of the part, and runs none

\`npx vitest run FILE…\` runs files of any part.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: PARTS[0].name },
    list: { type: 'boolean' },
    cpu: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})
const part = [...PARTS, { name: 'all', projects: [] }].find(({ name }) => name === values.part)
if (values.help || part === undefined) {
  console.log(HELP)
  process.exit(values.help ? 0 : 2)
}

/** Prints the part's files. Without `process.exit`, which would cut what is still on its way into a pipe. */
async function list() {
  const vitest = await createVitest('test', { watch: false, project: part.projects })
  const specifications = await vitest.globTestSpecifications(positionals)
  await vitest.close()
  for (const file of specifications.map(({ moduleId }) => relative(process.cwd(), moduleId)).sort()) console.log(file)
}

function printCpu(modules) {
  const rows = modules.map((module) => ({ ...module.meta().cpu, file: relative(process.cwd(), module.moduleId) }))
  const sum = (key) => rows.reduce((total, { [key]: value = 0 }) => total + value, 0)
  for (const { file, taken = 0 } of rows.toSorted((a, b) => (b.taken ?? 0) - (a.taken ?? 0)))
    if (taken >= 0.1) console.log(`${taken.toFixed(1).padStart(7)} s  ${file}`)
  const { user, system } = process.cpuUsage()
  const [files, imports, start] = ['taken', 'imports', 'start'].map((key) => sum(key).toFixed(1))
  const own = ((user + system) / 1e6).toFixed(1)
  console.log(`${files} s in files (${imports} in imports), ${start} s in starting processes, ${own} s in Vitest`)
}

async function run() {
  // vitest.config.ts takes the runner that measures.
  if (values.cpu) process.env.SUDOBOX_CPU = '1'
  const vitest = await startVitest('test', positionals, { watch: false, project: part.projects })
  const modules = vitest.state.getTestModules()
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const count = (state) => tests.filter((test) => test.result().state === state).length
  // Errors outside of any test (a file that does not load, an unhandled rejection) are failures too.
  const broken =
    modules.reduce((sum, module) => sum + module.errors().length, 0) + vitest.state.getUnhandledErrors().length
  const [passed, failed, skipped] = [count('passed'), count('failed') + broken, count('skipped')]
  if (values.cpu) printCpu(modules)
  await vitest.close()
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
  console.log(countLine({ passed, failed, skipped }))
}

await (values.list ? list() : run())
