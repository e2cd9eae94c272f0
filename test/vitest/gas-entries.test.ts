import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { GasEntry } from '../../src/vitest/gas/entry.js'
import { gasFileOf, readGas } from '../../src/vitest/gas/file.js'
import {
  changedFunctions,
  functionsFileOf,
  readFunctions,
  writeFunctions,
} from '../../src/vitest/gas/functions-file.js'
import { gasMatchers } from '../../src/vitest/gas/matcher.js'

// The entries of gas snapshots: under which names, and when they are written.

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-entries-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

interface Task {
  readonly meta: { sudoboxGas?: GasEntry[] }
  readonly result: { retryCount: number }
}

function matching(testPath: string, currentTestName = 'pays') {
  const task: Task = { meta: {}, result: { retryCount: 0 } }
  const match = (received: unknown, { name, mode = 'new' }: { name?: string; mode?: 'new' | 'none' | 'all' } = {}) =>
    gasMatchers.toMatchGasSnapshot.call(
      {
        isNot: false,
        testPath,
        currentTestName,
        task,
        snapshotState: { snapshotUpdateState: mode },
      } as never,
      received,
      name,
    )
  return { match, task, entries: () => Object.fromEntries(readGas(gasFileOf(testPath))) }
}

test.each([
  [7n, 7n],
  [0n, 0n],
  [7, 7n],
  [0, 0n],
  [{ gasUsed: 7n }, 7n],
  [{ gasUsed: '0x1F' }, 31n],
  [{ gasUsed: '21000' }, 21000n],
])('the gas of %s', (received, gas) => {
  const { match, entries } = matching(join(scratch(), 'a.test.ts'))
  expect(match(received).pass).toBe(true)
  expect(entries()).toEqual({ pays: gas })
})

test('the modes of a run: new entries are written, changed ones only by an update, in CI none', () => {
  const path = join(scratch(), 'a.test.ts')
  const { match, task, entries } = matching(path)
  const once = (gas: bigint, mode: 'new' | 'none' | 'all') => {
    // Each as the first comparison of a test.
    task.result.retryCount++
    task.meta.sudoboxGas = []
    const { pass, message } = match(gas, { mode })
    const { was, is, status } = task.meta.sudoboxGas[0]!
    return { pass, was, is, status, message: message() }
  }
  expect(once(5n, 'none')).toMatchObject({ pass: false, was: undefined, is: '5', status: 'missing' })
  expect(existsSync(gasFileOf(path))).toBe(false)
  expect(once(5n, 'new')).toMatchObject({ pass: true, was: undefined, is: '5', status: 'written' })
  expect(once(5n, 'none')).toMatchObject({ pass: true, was: '5', is: '5', status: 'same' })
  const differs = once(4n, 'new')
  expect(differs).toMatchObject({ pass: false, was: '5', is: '4', status: 'differs' })
  expect(differs.message).toMatch(/expected "pays" to use 5 gas as in .*, but it used 4 \(-1, -20\.00 %\); vitest -u/)
  expect(entries()).toEqual({ pays: 5n })
  expect(once(4n, 'none')).toMatchObject({ pass: false, status: 'differs' })
  expect(once(4n, 'all')).toMatchObject({ pass: true, was: '5', is: '4', status: 'written' })
  expect(once(4n, 'all')).toMatchObject({ status: 'same' })
  expect(entries()).toEqual({ pays: 4n })
})

test('several entries of a test are counted by name, and anew for each attempt', () => {
  const { match, task, entries } = matching(join(scratch(), 'a.test.ts'), ' a suite\n  > pays \r\n')
  match(1n)
  match(2n)
  match(3n, { name: 'refund\nof all ' })
  match(4n, { name: 'refund of all' })
  const all = {
    'a suite > pays': 1n,
    'a suite > pays 2': 2n,
    'a suite > pays > refund of all': 3n,
    'a suite > pays > refund of all 2': 4n,
  }
  expect(entries()).toEqual(all)
  task.result.retryCount = 1
  expect(match(1n, { mode: 'none' }).pass).toBe(true)
  expect(match(2n, { mode: 'none' }).pass).toBe(true)
  expect(entries()).toEqual(all)
})

test('the functions of an entry: those that spend most, the others as a sum', () => {
  const path = functionsFileOf(join(scratch(), 'deep', 'a.gas-snapshot'))
  expect(path).toMatch(/a\.gas-functions\.json$/)
  expect(readFunctions(path, 'pays')).toBeUndefined()
  const many = new Map(Array.from({ length: 43 }, (_, i) => [`f${String(i).padStart(2, '0')}`, i + 1]))
  writeFunctions(path, 'pays', many)
  const kept = readFunctions(path, 'pays')!
  expect(kept.size).toBe(41)
  expect([...kept].slice(0, 2)).toEqual([
    ['f42', 43],
    ['f41', 42],
  ])
  expect(kept.get('other functions')).toBe(1 + 2 + 3)
  expect(kept.has('f02')).toBe(false)

  // Equal ones by name; entries by theirs.
  writeFunctions(path, 'claims', new Map([['b', 5], ['a', 5]])) // prettier-ignore
  expect([...readFunctions(path, 'claims')!.keys()]).toEqual(['a', 'b'])
  expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object)).toEqual(['claims', 'pays'])
  expect(readFunctions(path, 'toString')).toBeUndefined()

  writeFunctions(path, 'pays', undefined)
  expect(readFunctions(path, 'pays')).toBeUndefined()
  writeFunctions(path, 'claims', undefined)
  expect(existsSync(path)).toBe(false)
  writeFileSync(path, '<<<<<<<')
  expect(() => readFunctions(path, 'pays')).toThrow(/is not JSON\n? *.*right: delete the file, and run vitest -u/s)
})

const gas = (units: number) => units * 140_000

test('functions whose gas changed are told with sign and order', () => {
  const before = new Map(Object.entries({ same: gas(5), more: gas(10), less: gas(2000), gone: gas(3) }))
  const is = new Map(Object.entries({ same: gas(5), more: gas(10.25), less: gas(500), fresh: gas(7) }))
  expect(changedFunctions(before, is)).toEqual([
    '  less: 2,000 → 500 (-1,500)',
    '  fresh: 0 → 7 (+7)',
    '  gone: 3 → 0 (-3)',
    '  more: 10 → 10.25 (+0.25)',
  ])
  // Of those that were not kept only the sum is known.
  expect(changedFunctions(new Map([['other functions', gas(9)]]), new Map([['x', gas(4)], ['y', gas(6)]]))).toEqual([
    '  other functions: 9 → 10 (+1)',
  ]) // prettier-ignore
  const ten = new Map(Array.from({ length: 10 }, (_, i) => [`f${i}`, gas(i + 1)]))
  expect(changedFunctions(new Map(), ten)).toHaveLength(9)
  expect(changedFunctions(new Map(), ten).at(-1)).toBe('  and 2 more')
})

test('a line of a snapshot that is no entry is told with its place, and empty lines are none', () => {
  const path = join(scratch(), 'a.gas-snapshot')
  writeFileSync(path, 'one (gas: 5)\n\ntwo > three (gas: 60)\r\n')
  expect(Object.fromEntries(readGas(path))).toEqual({ one: 5n, 'two > three': 60n })
  for (const line of ['one', 'one (gas: )', ' (gas: 5)x', '(gas: 5)', 'one (gas: -5)']) {
    writeFileSync(path, `one (gas: 5)\n${line}\n`)
    expect(() => readGas(path)).toThrow(
      `${path}:2 is not a line of a gas snapshot\n  given: ${line}\n  right: name of the test (gas: 123456)`,
    )
  }
})
