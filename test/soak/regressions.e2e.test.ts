import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

interface Regression {
  readonly file: string
  readonly test: string
  readonly seed: number
  /** The run that failed; without it all runs of the seed are repeated. */
  readonly path?: string
}

const ROOT = new URL('../../', import.meta.url)
const regressions = JSON.parse(
  readFileSync(new URL('fixtures/soak/regressions.json', ROOT), 'utf8'),
) as readonly Regression[]

test('each case that a soak found is of a test file that is there', () => {
  for (const { file } of regressions) expect(existsSync(new URL(file, ROOT)), file).toBe(true)
})

test.for(regressions.map((one) => [`${one.file}: ${one.test}, seed ${one.seed}`, one] as const))(
  '%s',
  async ([, { file, test: name, seed, path }]) => {
    const own = Object.entries(process.env).filter(([key]) => !/^(?:VITEST|TEST$|NODE_ENV$)/.test(key))
    const pattern = `^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', file, '-t', pattern, '--reporter=json'],
      {
        cwd: ROOT,
        env: { ...Object.fromEntries(own), SEED: String(seed), ...(path !== undefined && { RUN_PATH: path }) },
        maxBuffer: 64 * 1024 * 1024,
      },
    ).catch((error: { stdout: string }) => error)
    const report = JSON.parse(stdout) as { numPassedTests: number; numFailedTests: number }
    expect(report, stdout).toMatchObject({ numPassedTests: 1, numFailedTests: 0 })
  },
)
