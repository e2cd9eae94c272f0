import { expect, test } from 'vitest'
import { UsageError } from '../../src/base/errors.js'
import { anyBelow } from '../../src/chain/any-below.js'
import { ContextKey } from '../../src/chain/context.js'
import { event } from '../../src/chain/events.js'
import { FiniteGasMeter, OutOfGasPanic } from '../../src/chain/gas.js'
import { newContext } from '../../src/chain/state-context.js'
import { asciiKey } from '../../src/store/key.js'
import { MultiStore } from '../../src/store/multistore.js'

const start = { block: { chainId: 'test-1', height: 1, time: 0n }, prefix: 'neutron' }
const a = asciiKey('a')
const one = new Uint8Array([1])

function fresh() {
  const stores = new MultiStore(['bank', 'wasm'])
  return newContext(stores, stores.working, start)
}

test('a written branch keeps its writes and events, a discarded one loses both, and the gas stays used', () => {
  const ctx = fresh()
  const kept = ctx.branch()
  kept.ctx.store('bank').set(a, one)
  kept.ctx.events.emit(event('kept'))
  kept.write()
  const dropped = ctx.branch()
  dropped.ctx.store('bank').delete(a)
  dropped.ctx.events.emit(event('dropped'))
  expect(dropped.ctx.rawStore('bank').has(a)).toBe(false)
  dropped.discard()
  expect(ctx.rawStore('bank').get(a)).toEqual(one)
  expect(ctx.events.events).toEqual([event('kept')])
  expect(ctx.gasMeter.consumed).toBe(2000 + 30 + 30 + 1000)
})

test('while a branch is open its parent reads the old state and cannot write', () => {
  const ctx = fresh()
  const branch = ctx.branch()
  branch.ctx.store('bank').set(a, one)
  expect(ctx.rawStore('bank').has(a)).toBe(false)
  expect(() => ctx.store('bank').set(a, one)).toThrow(UsageError)
  branch.write()
  expect(() => branch.ctx.store('bank').set(a, one)).toThrow(UsageError)
  expect(() => branch.write()).toThrow(UsageError)
})

test('a meter of its own pays for what happens under it', () => {
  const ctx = fresh()
  const meter = new FiniteGasMeter(1005)
  expect(() => ctx.withGasMeter(meter).store('wasm').set(a, one)).toThrow(new OutOfGasPanic('WriteFlat'))
  expect([meter.consumed, ctx.gasMeter.consumed]).toEqual([2000, 0])
})

test('values are only in the context that was given them', () => {
  const key = new ContextKey<number>('depth')
  const ctx = fresh()
  const deeper = ctx.withValue(key, 1)
  expect([ctx.value(key), deeper.value(key), deeper.branch().ctx.value(key)]).toEqual([undefined, 1, 1])
})

test('what follows from a store is computed again when a value of that store changes, and only then', () => {
  const ctx = fresh()
  const rows = new ContextKey<boolean>('rows')
  let computed = 0
  const hasRows = (on: typeof ctx): boolean =>
    on.fromStore('bank', rows, (reading) => {
      computed++
      return reading.store('bank').iterator().valid
    })
  expect([hasRows(ctx), hasRows(ctx)]).toEqual([false, false])
  ctx.store('wasm').set(a, one)
  const branch = ctx.branch()
  expect([hasRows(ctx), hasRows(branch.ctx), computed]).toEqual([false, false, 1])
  branch.ctx.store('bank').set(a, one)
  expect([hasRows(ctx), hasRows(branch.ctx), computed]).toEqual([false, true, 2])
  branch.discard()
  expect([hasRows(ctx), computed]).toEqual([false, 2])
  expect(ctx.gasMeter.consumed).toBe(2 * (2000 + 30 + 30))
})

test('a look for rows costs gas as an iteration does when there are none', () => {
  const ctx = fresh()
  const hasA = anyBelow('bank', a)
  expect([hasA(ctx), hasA(ctx), ctx.gasMeter.consumed]).toEqual([false, false, 60])
  ctx.rawStore('bank').set(asciiKey('b'), one)
  expect(hasA(ctx)).toBe(false)
  ctx.rawStore('bank').set(asciiKey('a1'), one)
  expect([hasA(ctx), ctx.gasMeter.consumed]).toEqual([true, 90])
})

test('an unknown store is named with those that exist', () => {
  expect(() => fresh().store('gov')).toThrow('there is no store "gov"\n  stores: bank, wasm')
})
