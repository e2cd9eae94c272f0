import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ContractCoverageReporter, partsOf } from '../../src/vitest/coverage/reporter.js'
import type { GasEntry } from '../../src/vitest/gas/entry.js'
import { gasFileOf, readGas, writeGas } from '../../src/vitest/gas/file.js'
import { gasParts, GasProfileReporter } from '../../src/vitest/gas-profile/reporter.js'
import { GasReporter } from '../../src/vitest/reporter.js'
// The reporters load it when a run ends.
import '../../src/coverage/index.js'

// The reporters, with modules of tests as Vitest gives them.

afterEach(() => void vi.unstubAllEnvs())

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-reporter-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

interface FakeTest {
  readonly name: string
  readonly state?: 'passed' | 'failed' | 'skipped'
  readonly gas?: readonly Omit<GasEntry, 'file'>[]
}

interface FakeModule {
  readonly update?: 'none' | 'all'
  readonly errors?: readonly { readonly message: string; readonly stack?: string }[]
}

function moduleOf(path: string, tests: readonly FakeTest[], { update = 'none', errors = [] }: FakeModule = {}) {
  const file = gasFileOf(path)
  const all = tests.map(({ name, state = 'passed', gas }) => ({
    name,
    meta: () => ({ sudoboxGas: gas?.map((entry) => ({ file, ...entry })) }),
    result: () => ({ state }),
  }))
  return {
    moduleId: path,
    children: { allTests: () => all },
    errors: () => errors,
    project: { config: { snapshotOptions: { updateSnapshot: update } } },
  }
}

async function told(root: string, ...modules: readonly ReturnType<typeof moduleOf>[]): Promise<string> {
  let text = ''
  const reporter = new GasReporter({ write: (more) => (text += more) })
  reporter.onInit({ config: { root }, onClose: () => undefined } as never)
  await reporter.onTestRunEnd(modules as never)
  return stripVTControlCharacters(text)
}

const same = (name: string) => ({ name, was: '5', is: '5', status: 'same' }) as const
/** The cells of the rows of the table. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('│'))
    .map((line) =>
      line
        .split('│')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

test('figures that match are told in one line', async () => {
  const root = scratch()
  const path = join(root, 'a.test.ts')
  writeGas(gasFileOf(path), new Map([['a', 5n]]))
  expect(await told(root, moduleOf(path, [{ name: 'a', gas: [same('a')] }]))).toBe(
    '\ngas: 1 value matches its snapshot\n',
  )
  writeGas(
    gasFileOf(path),
    new Map([
      ['a', 5n],
      ['b', 5n],
    ]),
  )
  expect(await told(root, moduleOf(path, [{ name: 'a', gas: [same('a'), same('b')] }]))).toBe(
    '\ngas: 2 values match their snapshots\n',
  )
  // No test compared gas.
  expect(await told(root, moduleOf(join(root, 'b.test.ts'), [{ name: 'a' }]))).toBe('')
})

test('differences are a table: was, is, change, by file and name', async () => {
  const root = scratch()
  const second = moduleOf(join(root, 'z.test.ts'), [
    { name: 'x', state: 'failed', gas: [{ name: 'x', was: '100', is: '90', status: 'differs' }] },
  ])
  const first = moduleOf(join(root, 'a.test.ts'), [
    {
      name: 'y',
      gas: [
        { name: 'new', was: undefined, is: '7', status: 'written' },
        { name: 'ci', was: undefined, is: '8', status: 'missing' },
        { name: 'kept', was: '5', is: '5', status: 'same' },
      ],
    },
  ])
  const text = await told(root, second, first)
  expect(rowsOf(text)).toEqual([
    ['gas', 'was', 'is', 'change', ''],
    ['ci', '', '8', '', 'not written (CI)'],
    [join('__snapshots__', 'a.test.ts.gas-snapshot'), '', '', '', ''],
    ['new', '', '7', '', 'written'],
    [join('__snapshots__', 'a.test.ts.gas-snapshot'), '', '', '', ''],
    ['x', '100', '90', '-10, -10.00 %', 'differs'],
    [join('__snapshots__', 'z.test.ts.gas-snapshot'), '', '', '', ''],
  ])
  expect(text).toMatch(/\n3 of 4 gas values are new, changed or obsolete\n$/)
})

test('an entry that no test used is obsolete, and removed by an update', async () => {
  const root = scratch()
  const path = join(root, 'a.test.ts')
  const file = gasFileOf(path)
  const left = new Map([
    ['a', 5n],
    ['gone', 9n],
  ])
  writeGas(file, left)
  const tests: FakeTest[] = [{ name: 'a', gas: [same('a')] }]
  const obsolete = await told(root, moduleOf(path, tests))
  expect(rowsOf(obsolete)[1]).toEqual(['gone', '9', '', '', 'obsolete'])
  expect(readGas(file)).toEqual(left)

  const removed = await told(root, moduleOf(path, tests, { update: 'all' }))
  expect(rowsOf(removed)[1]).toEqual(['gone', '9', '', '', 'removed'])
  expect(removed).toContain('1 of 2 gas values')
  expect(readGas(file)).toEqual(new Map([['a', 5n]]))
  // Nothing is left over now.
  expect(await told(root, moduleOf(path, tests, { update: 'all' }))).toContain('1 value matches')
})

test.each<readonly [string, readonly FakeTest[], FakeModule]>([
  [
    'a test failed',
    [
      { name: 'a', gas: [same('a')] },
      { name: 'b', state: 'failed' },
    ],
    {},
  ],
  [
    'a test was skipped',
    [
      { name: 'a', gas: [same('a')] },
      { name: 'b', state: 'skipped' },
    ],
    {},
  ],
  ['the file has an error', [{ name: 'a', gas: [same('a')] }], { errors: [{ message: 'no' }] }],
  ['no test was found', [], {}],
])('an entry may still be used when %s', async (_, tests, module) => {
  const root = scratch()
  const path = join(root, 'a.test.ts')
  const entries = new Map([
    ['a', 5n],
    ['left', 9n],
  ])
  writeGas(gasFileOf(path), entries)
  expect(await told(root, moduleOf(path, tests, { ...module, update: 'all' }))).not.toContain('left')
  expect(readGas(gasFileOf(path))).toEqual(entries)
})

/** What a run prints on the standard output and the standard error. */
function capture() {
  const printed = { out: '', err: '' }
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed.out += String(text)), true))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((printed.err += String(text)), true))
  onTestFinished(() => void vi.restoreAllMocks())
  return printed
}

test('coverage begins without what an earlier run left, and leaves only its report', async () => {
  const folder = join(scratch(), 'coverage')
  const reporter = new ContractCoverageReporter(folder)
  expect(partsOf(folder)).toBe(join(folder, '.parts'))
  writeGas(join(partsOf(folder), 'part-old.json'), new Map([['not a part', 1n]]))
  reporter.onTestRunStart()
  expect(existsSync(partsOf(folder))).toBe(false)
  // Also where there is none.
  reporter.onTestRunStart()

  const printed = capture()
  writeGas(join(partsOf(folder), 'notes.txt'), new Map([['not a part', 1n]]))
  await reporter.onTestRunEnd()
  expect(existsSync(partsOf(folder))).toBe(false)
  expect(readFileSync(join(folder, 'lcov.info'), 'utf8')).toBe('')
  expect(printed.out).toMatch(/index\.html, .*lcov\.info\n$/)
  expect(printed.err).toBe('')
  expect(process.exitCode).toBeUndefined()
})

test('a profile of gas begins anew, and is written in the folders that it names', async () => {
  const file = join(scratch(), 'deep', 'gas.folded')
  const reporter = new GasProfileReporter([file])
  writeGas(join(gasParts(), 'part-old.json'), new Map([['not a part', 1n]]))
  reporter.onTestRunStart()
  expect(existsSync(gasParts())).toBe(false)
  const printed = capture()
  await reporter.onTestRunEnd()
  expect(readFileSync(file, 'utf8').trim()).toBe('')
  expect(printed.out).toMatch(/\ngas profile: .*gas\.folded\n$/)
})

test('a snapshot of gas that cannot be read says why', () => {
  const root = scratch()
  expect(() => readGas(root)).toThrow(/EISDIR/)
  writeFileSync(join(root, 'a'), 'a (gas: 1)\n\nb (gas: 2)\r\n')
  expect([...readGas(join(root, 'a'))]).toEqual([
    ['a', 1n],
    ['b', 2n],
  ])
})
