import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atPointer } from '../../src/base/json-pointer.js'
import { FixtureError } from '../../src/base/errors.js'
import { Reach } from '../../src/base/reach.js'
import { substitute } from '../../src/replay/variables.js'

const names: Record<string, string | number | { a: number }> = { alice: 'neutron1alice', count: 3, whole: { a: 1 } }
const lookup = (name: string) => names[name]

test('names are replaced in texts, and a text that is nothing else becomes the value', () => {
  expect(
    substitute(
      { to: '${alice}', memo: 'for ${alice} (${count})', n: '${count}', all: '${whole}' },
      lookup,
      new Reach('f.yaml'),
    ),
  ).toEqual({
    to: 'neutron1alice',
    memo: 'for neutron1alice (3)',
    n: 3,
    all: { a: 1 },
  })
})

test('$${ is an escaped ${', () => {
  expect(substitute('$${alice} of ${alice}', lookup, new Reach('f.yaml'))).toBe('${alice} of neutron1alice')
})

test('an unknown name is an error with its place', () => {
  expect(() => substitute({ steps: [{ to: '${bob}' }] }, lookup, new Reach('f.yaml'))).toThrow(
    new FixtureError({ file: 'f.yaml', pointer: '/steps/0/to', message: '${bob} is not defined here' }),
  )
})

test('a value in a JSON file next to the fixture', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-'))
  writeFileSync(join(folder, 'a.json'), '{"abi":[{"name":"x"}]}')
  const fixture = join(folder, 'f.yaml')
  expect(substitute('${file:a.json#/abi/0/name}', lookup, new Reach(fixture))).toBe('x')
  expect(() => substitute('${file:b.json#/abi}', lookup, new Reach(fixture))).toThrow('cannot read b.json')
  expect(() => substitute('${file:a.json#/bytecode}', lookup, new Reach(fixture))).toThrow(
    '${file:a.json#/bytecode} is not defined here',
  )
})

test('pointers escape / and ~', () => {
  expect(atPointer({ 'a/b': { '~': 5 } }, '/a~1b/~0')).toBe(5)
  expect(atPointer({ a: 1 }, '/a/b')).toBeUndefined()
})
