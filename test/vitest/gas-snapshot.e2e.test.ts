import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { GasReporter } from 'sudobox/vitest/reporter'
import { readGas, writeGas } from '../../src/vitest/gas/file.js'
import { VitestProject } from './run-vitest.js'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'sudobox-gas-'))
  folders.push(made)
  return made
}

describe('the file', () => {
  test('has one line for each entry, sorted by name, and reads back', () => {
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

  test('that is invalid is refused with the line', () => {
    const path = join(folder(), 'a.gas-snapshot')
    writeFileSync(path, 'a (gas: 1)\n<<<<<<< HEAD\n')
    expect(() => readGas(path)).toThrow(/a\.gas-snapshot:2 is not a line of a gas snapshot.*<<<<<<< HEAD/s)
  })
})

/** A project with test files, each of which Vitest runs in a process of its own. */
function project() {
  const vitest = new VitestProject('{ gasReport: true }')
  const write = (name: string, figures: Record<string, string>) =>
    vitest.write(
      `test/${name}.test.ts`,
      `import { expect, test } from 'sudobox/vitest'
       ${Object.entries(figures)
         .map(([title, body]) => `test(${JSON.stringify(title)}, () => { ${body} })`)
         .join('\n')}`,
    )
  const gas = (name: string) => {
    const path = join(vitest.folder, 'test/__snapshots__', `${name}.test.ts.gas-snapshot`)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  return { write, gas, run: vitest.run.bind(vitest) }
}

test('a run writes what is new, compares what is there, and reports the differences', async () => {
  const { write, run, gas } = project()
  write('one', {
    pays: 'expect(100000n).toMatchGasSnapshot(); expect({ gasUsed: 7n }).toMatchGasSnapshot(); expect(5).toMatchGasSnapshot("refund")',
    claims: 'expect({ gasUsed: "0x10" }).toMatchGasSnapshot()',
  })
  write('two', { votes: 'expect(1n).toMatchGasSnapshot()' })

  // CI writes nothing, and says what is missing.
  const inCi = await run([], { CI: 'true' })
  expect(inCi.code).toBe(1)
  expect(inCi.printed).toContain('has no entry "pays", and new entries are not written in CI')
  expect(gas('one')).toBeUndefined()

  const first = await run()
  expect(first).toMatchObject({ code: 0 })
  expect(gas('one')).toBe('claims (gas: 16)\npays (gas: 100000)\npays 2 (gas: 7)\npays > refund (gas: 5)\n')
  expect(gas('two')).toBe('votes (gas: 1)\n')
  expect(first.printed).toContain('5 of 5 gas values are new, changed or obsolete')

  // One changed, one is gone.
  write('one', { pays: 'expect(101250n).toMatchGasSnapshot(); expect(7n).toMatchGasSnapshot()', claims: '' })
  const changed = await run(['test/one.test.ts'])
  expect(changed.code).toBe(1)
  expect(changed.printed).toMatch(
    /expected "pays" to use 100000 gas as in .*one\.test\.ts\.gas-snapshot, but it used 101250 \(\+1250, \+1\.25 %\)/,
  )
  expect(changed.printed).toMatch(/pays +│ +100000 │ +101250 │ \+1250, \+1\.25 % │ differs/)
  expect(changed.printed).not.toContain('obsolete │')
  expect(gas('one')).toContain('pays (gas: 100000)')

  const updated = await run(['-u'])
  expect(updated.code).toBe(0)
  expect(gas('one')).toBe('pays (gas: 101250)\npays 2 (gas: 7)\n')
  expect(updated.printed).toMatch(/claims +│ +16 │ +│ +│ removed/)
  expect(gas('two')).toBe('votes (gas: 1)\n')

  // What nobody asks for any more is told, and stays.
  write('one', { pays: 'expect(101250n).toMatchGasSnapshot()' })
  const obsolete = await run([], { CI: 'true' })
  expect(obsolete.code).toBe(0)
  expect(obsolete.printed).toMatch(/pays 2 +│ +7 │ +│ +│ obsolete/)
  expect(gas('one')).toContain('pays 2')
})

test('without changes the reporter prints one line, without figures nothing', () => {
  let told = ''
  const reporter = new GasReporter({ write: (text) => (told += text) })
  void reporter.onTestRunEnd([])
  expect(told).toBe('')
})
