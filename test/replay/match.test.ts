import { fc, property } from '../random.js'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/base/errors.js'
import { firstDifference } from '../../src/replay/match.js'
import type { Json } from '../../src/sandbox/values/values.js'

const outcome: Json = {
  ok: true,
  gasUsed: '1017115',
  events: [
    { type: 'sudo', attributes: { _contract_address: 'neutron1x' } },
    { type: 'wasm', attributes: { a: 'b' } },
  ],
}

describe('an expectation', () => {
  test.each<[string, Json, string | undefined]>([
    ['holds when it names a part of the outcome', { ok: true }, undefined],
    ['may write a whole number as a number', { gasUsed: 1017115 }, undefined],
    ['differs at the member that is not as told', { ok: true, gasUsed: '1' }, '/gasUsed'],
    ['differs at a member that is not there', { rawLog: 'x' }, '/rawLog'],
    ['compares lists element by element', { events: [{ type: 'sudo' }, { type: 'execute' }] }, '/events/1/type'],
    ['compares the length of lists', { events: [{ type: 'sudo' }] }, '/events'],
    ['finds elements anywhere with $contains', { events: { $contains: [{ attributes: { a: 'b' } }] } }, undefined],
    ['tells when $contains finds none', { events: { $contains: [{ type: 'x' }] } }, '/events'],
    ['bounds numbers', { gasUsed: { $min: 1000000, $max: '1017115' } }, undefined],
    ['tells a bound that is passed', { gasUsed: { $max: 1017114 } }, '/gasUsed'],
    ['matches texts', { gasUsed: { $match: '^1017' } }, undefined],
    ['can ask for absence', { failure: { $absent: true }, ok: { $absent: true } }, '/ok'],
  ])('%s', (_, expected, pointer) => {
    expect(firstDifference(expected, outcome)?.pointer).toBe(pointer)
  })

  test('refuses an operator that it does not know', () => {
    expect(() => firstDifference({ gasUsed: { $most: 1 } }, outcome)).toThrow(UsageError)
  })

  property([fc.jsonValue({ maxDepth: 4 })])('holds for the very value', (value) => {
    fc.pre(!JSON.stringify(value).includes('"$'))
    expect(firstDifference(value as Json, value as Json)).toBeUndefined()
  })
})
