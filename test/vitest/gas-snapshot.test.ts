import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { GasReporter } from 'sudobox/vitest/reporter'
import { readGas, writeGas } from '../../src/vitest/gas/file.js'

const root = join(import.meta.dirname, '../..')
const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'sudobox-gas-'))
  folders.push(made)
  return made
}

describe('the file', () => {
  test('has a line an entry in the order of their names, and reads back', () => {
    const path = join(folder(), 'deep', 'a.gas-snapshot')
    const entries = new Map([
      ['b > x (gas: 1)', 2n],
      ['a', 12345678901234567890n],
    ])
    writeGas(path, entries)
    expect(readFileSync(path, 'utf8')).toBe('a (gas: 12345678901234567890)\nb > x (gas: 1) (gas: 2)\n')
    expect(readGas(path)).toEqual(entries)
    writeGas(path, new Map())
    expect(existsSync(path)).toBe(false)
    expect(readGas(path)).toEqual(new Map())
  })

  test('that is none is refused by its line', () => {
    const path = join(folder(), 'a.gas-snapshot')
    writeFileSync(path, 'a (gas: 1)\n<<<<<<< HEAD\n')
    expect(() => readGas(path)).toThrow(/a\.gas-snapshot:2 is not a line of a gas snapshot.*<<<<<<< HEAD/s)
  })
})

/** A project with two test files, which Vitest runs in two processes. */
function project() {
  const at = folder()
  symlinkSync(join(root, 'node_modules'), join(at, 'node_modules'))
  writeFileSync(join(at, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(at, 'vitest.config.ts'),
    `import { sudobox } from ${JSON.stringify(join(root, 'src/vitest/config.ts'))}
     export default { plugins: [sudobox({ gasReport: true })], test: { maxWorkers: 2, setupFiles: ['./setup.ts'] } }`,
  )
  // Of the matchers only these: the others would load the chains in each of the runs.
  writeFileSync(
    join(at, 'setup.ts'),
    `import { expect } from 'vitest'
     import { gasMatchers } from ${JSON.stringify(join(root, 'src/vitest/gas/matcher.ts'))}
     expect.extend(gasMatchers)`,
  )
  mkdirSync(join(at, 'test'))
  const write = (name: string, figures: Record<string, string>) =>
    writeFileSync(
      join(at, 'test', `${name}.test.ts`),
      `import { expect, test } from 'vitest'
       ${Object.entries(figures)
         .map(([title, body]) => `test(${JSON.stringify(title)}, () => { ${body} })`)
         .join('\n')}`,
    )
  const run = (args: string[] = [], env: Record<string, string> = {}) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args],
      {
        cwd: at,
        encoding: 'utf8',
        env: { ...process.env, CI: '', GITHUB_ACTIONS: '', NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
      },
    )
    return { output: stdout + stderr, status }
  }
  const gas = (name: string) => {
    const path = join(at, 'test/__snapshots__', `${name}.test.ts.gas-snapshot`)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  return { write, run, gas }
}

test('a run writes what is new, compares what is there, and reports the differences', () => {
  const { write, run, gas } = project()
  write('one', {
    pays: 'expect(100000n).toMatchGasSnapshot(); expect({ gasUsed: 7n }).toMatchGasSnapshot(); expect(5).toMatchGasSnapshot("refund")',
    claims: 'expect({ gasUsed: "0x10" }).toMatchGasSnapshot()',
  })
  write('two', { votes: 'expect(1n).toMatchGasSnapshot()' })

  // CI writes nothing, and says what is missing.
  const inCi = run([], { CI: 'true' })
  expect(inCi.status).toBe(1)
  expect(inCi.output).toContain('has no entry "pays", and a run in CI writes none')
  expect(gas('one')).toBeUndefined()

  const first = run()
  expect(first).toMatchObject({ status: 0 })
  expect(gas('one')).toBe('claims (gas: 16)\npays (gas: 100000)\npays 2 (gas: 7)\npays > refund (gas: 5)\n')
  expect(gas('two')).toBe('votes (gas: 1)\n')
  expect(first.output).toContain('5 of 5 gas figures are new, changed or obsolete')

  // One changed, one is gone.
  write('one', { pays: 'expect(101250n).toMatchGasSnapshot(); expect(7n).toMatchGasSnapshot()', claims: '' })
  const changed = run(['test/one.test.ts'])
  expect(changed.status).toBe(1)
  expect(changed.output).toMatch(
    /expected "pays" to use 100000 gas as in .*one\.test\.ts\.gas-snapshot, but it used 101250 \(\+1250, \+1\.25 %\)/,
  )
  expect(changed.output).toMatch(/pays +│ +100000 │ +101250 │ \+1250, \+1\.25 % │ differs/)
  expect(changed.output).not.toContain('obsolete │')
  expect(gas('one')).toContain('pays (gas: 100000)')

  const updated = run(['-u'])
  expect(updated.status).toBe(0)
  expect(gas('one')).toBe('pays (gas: 101250)\npays 2 (gas: 7)\n')
  expect(updated.output).toMatch(/claims +│ +16 │ +│ +│ removed/)
  expect(gas('two')).toBe('votes (gas: 1)\n')

  // What nobody asks for any more is told, and stays.
  write('one', { pays: 'expect(101250n).toMatchGasSnapshot()' })
  const obsolete = run([], { CI: 'true' })
  expect(obsolete.status).toBe(0)
  expect(obsolete.output).toMatch(/pays 2 +│ +7 │ +│ +│ obsolete/)
  expect(gas('one')).toContain('pays 2')
})

test('where all is as it was the reporter says so in a line, and without figures nothing', () => {
  let told = ''
  const reporter = new GasReporter({ write: (text) => (told += text) })
  void reporter.onTestRunEnd([])
  expect(told).toBe('')
})
