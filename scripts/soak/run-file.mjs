import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'

/** Test files that take fast-check from test/random.ts, in the order of their names. */
export const randomTestFiles = () =>
  globSync('test/**/*.test.ts')
    .filter((file) => /from '[./]+\/random\.js'/.test(readFileSync(file, 'utf8')))
    .sort()

/** The report of fast-check about a property that fails. */
const FOUND = /\{ seed: -?\d+, path: "([\d:]+)"/
/** The report of a test with a limit of its own has a stand-in for the text. */
const TIMED_OUT = /^(?:Error: )?(?:Test timed out in|STACK_TRACE_ERROR)/

function failureOf(test) {
  const message = test.failureMessages.join('\n')
  return {
    testName: test.fullName,
    path: FOUND.exec(message)?.[1],
    counterexample: /^Counterexample: (.*)$/m.exec(message)?.[1]?.slice(0, 2000),
    message,
  }
}

/** The environment of a Vitest of its own, also when another one is above. */
const environment = (more) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$)/.test(name))),
  ...more,
})

/**
 * Runs one file in a process of its own.
 * @returns seconds that its tests took, how many there are, and those that failed; one that ended by its limit of time failed only
 * when it had no more runs than in the suite.
 */
export async function runFile(file, { seed, factor }, children = new Set()) {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-soak-'))
  const output = join(folder, 'report.json')
  const options = ['--reporter=json', `--outputFile=${output}`, '--maxWorkers=1', '--testTimeout=600000']
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file, ...options], {
    env: environment({ SEED: String(seed), RUNS: String(factor) }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.add(child)
  const errors = []
  child.stderr.on('data', (part) => errors.push(part))
  await new Promise((resolve) => child.once('close', resolve))
  children.delete(child)
  try {
    const report = JSON.parse(readFileSync(output, 'utf8'))
    const [result] = report.testResults
    const tests = result.assertionResults
    const failed = tests.filter(({ status }) => status === 'failed').map(failureOf)
    const late = failed.filter(({ message }) => TIMED_OUT.test(message))
    const broken = result.status === 'failed' && failed.length === 0
    return {
      seconds: tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000,
      tests: tests.length,
      timedOut: late.length > 0,
      failures: [
        ...failed.filter((one) => factor === 1 || !late.includes(one)),
        ...(broken ? [{ testName: '', message: result.message }] : []),
      ],
    }
  } catch {
    const message = `the process ended without a report: ${Buffer.concat(errors).toString('utf8')}`
    return { seconds: 0.05, tests: 0, timedOut: false, failures: child.killed ? [] : [{ testName: '', message }] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
