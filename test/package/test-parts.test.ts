import { basename } from 'node:path'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { testFilesAt } from '../../scripts/mutants/area.mjs'
import { AREAS } from '../../scripts/mutants/areas.mjs'
import { countLine, sumOf } from '../../scripts/test/count.mjs'
import { ROOT } from '../cli/command.js'
import { KINDS } from '../setup/kinds.js'

test('a test file is of no kind, or of a kind that there is', () => {
  const kinds = globSync('test/**/*.test.ts', { cwd: ROOT }).flatMap((file) => basename(file).split('.').slice(1, -2))
  expect([...new Set(kinds)].sort()).toEqual([...KINDS].sort())
})

test('each place that an area of mutants names has test files', () => {
  for (const [area, places] of Object.entries(AREAS))
    for (const place of places) expect(testFilesAt(ROOT, `test/${place}`), `${area}: ${place}`).not.toEqual([])
})

test('the tests of several commands are counted by their last lines', () => {
  const runs = [
    { output: '✓ a test\n12 passed, 1 failed, 3 skipped\n', code: 1 },
    { output: 'more\n30 passed, 0 failed\n', code: 0 },
  ]
  expect(countLine(sumOf(runs))).toBe('42 passed, 1 failed, 3 skipped')
  expect(countLine(sumOf(runs.slice(1)))).toBe('30 passed, 0 failed')
})

test('a command that ends badly is a failure, whatever it has counted', () => {
  const counts = (output: string, code: number | null): string => countLine(sumOf([{ output, code }]))
  expect(counts('30 passed, 0 failed\n', 1)).toBe('30 passed, 1 failed')
  expect(counts('30 passed, 0 failed\n', null)).toBe('30 passed, 1 failed')
  expect(counts('0 passed, 0 failed\n', 1)).toBe('0 passed, 1 failed')
  expect(counts('Error: out of memory\n', 134)).toBe('0 passed, 1 failed')
  expect(counts('', 0)).toBe('1 passed, 0 failed')
})
