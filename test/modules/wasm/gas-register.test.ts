import { expect, test } from 'vitest'
import { eventCosts, replyCosts } from '../../../src/modules/wasm/calls/gas-register.js'

// Source: wasmd v0.61.14 x/wasm/types/gas_register.go `EventCosts`, `ReplyCosts`: 10 gas an attribute, 20 an event, 1 a byte, of which 100 are free.

/** An attribute of so many bytes. */
const attribute = (size: number) => ({ key: 'key', value: 'x'.repeat(size - 3) })
const event = (...sizes: readonly number[]) => ({ type: 'type', attributes: sizes.map(attribute) })
const EVENT = 20 + 'type'.length

test.each([
  ['nothing', [], [], 0],
  ['an attribute within the free bytes', [100], [], 10],
  ['an attribute beyond them', [101], [], 11],
  ['attributes that use them up together', [60, 60], [], 20 + 20],
  ['an event without attributes, whose type is never free', [], [event()], EVENT],
  ['an event with the free bytes that the attributes left', [60], [event(60)], 10 + EVENT + 10 + 20],
  ['events that share the free bytes', [], [event(60), event(60)], 2 * (EVENT + 10) + 20],
  ['events after the free bytes are used up', [], [event(100), event(60)], 2 * (EVENT + 10) + 60],
  [
    'events after more than the free bytes were used',
    [150],
    [event(60), event(1 + 3)],
    10 + 50 + 2 * (EVENT + 10) + 64,
  ],
  ['letters of several bytes', [], [{ type: 'é', attributes: [{ key: 'é', value: 'é'.repeat(50) }] }], 20 + 2 + 10 + 2],
])('%s', (_, attributes, events, gas) => {
  expect(eventCosts(attributes.map(attribute), events)).toBe(gas)
})

test('a reply has the free bytes once for all events that it is told of, and pays for no event', () => {
  const LOADED = 2000
  expect(replyCosts({ error: 'any text is free' })).toBe(LOADED)
  expect(replyCosts({ events: [], data: new Uint8Array(500), msgResponses: [] })).toBe(LOADED)
  const told = (...events: readonly ReturnType<typeof event>[]) =>
    replyCosts({ events, data: undefined, msgResponses: [] }) - LOADED
  expect(told(event())).toBe(4)
  expect(told(event(60), event(40))).toBe(2 * 4 + 2 * 10)
  expect(told(event(60), event(60))).toBe(2 * 4 + 2 * 10 + 20)
})
