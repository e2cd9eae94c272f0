import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demangle, MAX_NAME_LENGTH } from '../../../src/vm/tools/demangle.js'

const WAT = join(import.meta.dirname, '../../../fixtures/hostile/modules/names.wat')
const SHORT = '_ZN5vault6ledger5spend17h0123456789abcdefE'

/** A tuple of two of the one before, `levels` times. */
const doubled = (levels: number): string => `_Z1f1aIiiE${'S_IS0_S0_E'.repeat(levels)}`

test('names that stand for far longer ones stay mangled, and the demangler goes on', () => {
  const names = [...readFileSync(WAT, 'utf8').matchAll(/\(func \$(\S+)/g)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(60)
  expect(names.map(demangle)).toEqual(names)
  expect(demangle(SHORT)).toBe('vault::ledger::spend')
  const { arrayBuffers, external } = process.memoryUsage()
  expect(arrayBuffers + external).toBeLessThan(128 * 1024 * 1024)
})

test('a name is cut where it is too long', () => {
  const part = `${'a'.repeat(99)}_`
  const legacy = (parts: number): string => `_ZN${`100${part}`.repeat(parts)}E`
  expect(demangle(legacy(9))).toBe(Array.from({ length: 9 }, () => part).join('::'))
  expect(demangle(legacy(11))).toBe(`${legacy(11).slice(0, MAX_NAME_LENGTH)}…`)
  expect(demangle(doubled(0))).toBe('f(a<int, int>)')
  const long = demangle(doubled(40))
  expect(long).toMatch(/^f\(a<int, int>, a<a<int, int>, a<int, int> >/)
  expect(long).toHaveLength(MAX_NAME_LENGTH + 1)
  expect(demangle('x'.repeat(MAX_NAME_LENGTH))).toHaveLength(MAX_NAME_LENGTH)
  expect(demangle('x'.repeat(MAX_NAME_LENGTH + 1))).toBe(`${'x'.repeat(MAX_NAME_LENGTH)}…`)
  expect(demangle(`${'x'.repeat(MAX_NAME_LENGTH - 1)}😀`)).toBe(`${'x'.repeat(MAX_NAME_LENGTH - 1)}…`)
})
