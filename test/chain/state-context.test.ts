import { expect, test } from 'vitest'
import { UsageError } from '../../src/base/errors.js'
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

test('an unknown store is named with those that exist', () => {
  expect(() => fresh().store('gov')).toThrow('there is no store "gov"\n  stores: bank, wasm')
})
