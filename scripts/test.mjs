// Runs every test and closes with one line that counts them. Arguments go to Vitest as file filters.
import { startVitest } from 'vitest/node'

const vitest = await startVitest('test', process.argv.slice(2), { watch: false })
const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
const count = (state) => tests.filter((test) => test.result().state === state).length
// Errors outside of any test (a file that does not load, an unhandled rejection) are failures too.
const broken =
  vitest.state.getTestModules().reduce((sum, module) => sum + module.errors().length, 0) +
  vitest.state.getUnhandledErrors().length
const [passed, failed, skipped] = [count('passed'), count('failed') + broken, count('skipped')]
await vitest.close()
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
