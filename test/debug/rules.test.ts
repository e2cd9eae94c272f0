import { expect, test } from 'vitest'
import { watchedKey } from '../../src/debug/adapter/watch.js'
import { mapGas } from '../../src/debug/gas-map.js'
import { storageAt, type StorageUse } from '../../src/debug/storage.js'

const MARKS = [
  { twin: 100, contract: 80 },
  { twin: 300, contract: 180 },
]

test.each([
  [0, 0, true],
  [50, 40, false],
  [100, 80, true],
  [101, 81, false],
  [200, 130, false],
  [300, 180, true],
  [301, 180, false],
])('gas %d of the twin is %d of the contract, exact at ends of calls to the chain: %s', (twin, used, isExact) => {
  expect(mapGas(MARKS, twin)).toEqual({ used, isExact })
})

test('gas of the same code is its own', () => {
  expect(mapGas(undefined, 7)).toEqual({ used: 7, isExact: true })
})

test('a key has what was written in steps before, not in the step itself', () => {
  const use = (step: number, value: string | undefined): StorageUse => ({ step, kind: 'write', key: 'a', value })
  const uses = [use(2, '1'), use(4, undefined)]
  expect([2, 3, 4, 5].map((step) => [...storageAt(uses, step)])).toEqual([
    [],
    [['a', '1']],
    [['a', '1']],
    [['a', undefined]],
  ])
})

test.each([
  ['storage.counters', 'counters'],
  [' storage balances/a b ', 'balances/a b'],
  [`storage["received/0"]`, 'received/0'],
  ['storage[ x ]', 'x'],
  ['storages', undefined],
  ['storage', undefined],
  ['self.storage', undefined],
])('%j watches the key %j', (expression, key) => {
  expect(watchedKey(expression)).toBe(key)
})
