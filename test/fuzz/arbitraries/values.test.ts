import { fc, runs } from '../../random.js'
import { describe, expect, test } from 'vitest'
import { arbitraries, readContractSchemaFile } from 'sudobox/fuzz'
import { UsageError } from 'sudobox'
import { coinsProblem, parseCoins } from '../../../src/codec/coins.js'
import { fromBase64, fromUtf8 } from '../../../src/base/bytes.js'

const many = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 2000): T[] => fc.sample(arbitrary, { numRuns, seed: 3 })

describe('numbers', () => {
  test('Uint128 has edge values and values around given ones, and is never too large', () => {
    const values = many(arbitraries.uint128([1_000_000n]))
    for (const edge of [
      0n,
      1n,
      2n ** 64n - 1n,
      2n ** 64n,
      2n ** 64n + 1n,
      2n ** 128n - 1n,
      999_999n,
      1_000_000n,
      1_000_001n,
    ])
      expect(values).toContain(String(edge))
    for (const value of values) expect(BigInt(value) >= 0n && BigInt(value) < 2n ** 128n).toBe(true)
  })

  test('each width keeps its bounds', () => {
    fc.assert(
      fc.property(fc.constantFrom(8, 16, 32, 64, 128, 256, 512), fc.array(fc.bigInt()), (bits, near) => {
        for (const value of fc.sample(arbitraries.unsigned(bits, near), 20))
          expect(BigInt.asUintN(bits, value)).toBe(value)
        for (const value of fc.sample(arbitraries.signed(bits, near), 20))
          expect(BigInt.asIntN(bits, value)).toBe(value)
      }),
      { numRuns: runs(20) },
    )
  })

  test('decimals have at most 18 places and fit into the type', () => {
    const values = many(arbitraries.decimal())
    for (const edge of [
      '0',
      '1',
      '0.000000000000000001',
      '0.999999999999999999',
      '340282366920938463463.374607431768211455',
    ])
      expect(values).toContain(edge)
    for (const value of values) {
      expect(value).toMatch(/^\d+(\.\d{0,17}[1-9])?$/)
      const [whole = '', places = ''] = value.split('.')
      expect(BigInt(whole + places.padEnd(18, '0')) < 2n ** 128n).toBe(true)
    }
  })
})

test('coins are valid for a transaction: sorted, each denomination once, above zero', () => {
  const values = many(arbitraries.coins({ denoms: ['untrn', 'ibc/ABC', 'uatom'], near: [500n] }))
  expect(values).toContain('')
  expect(values).toContain('500untrn')
  expect(values.some((text) => text.split(',').length > 1)).toBe(true)
  for (const text of values) expect(coinsProblem(parseCoins(text))).toBeUndefined()
})

test('binaries hold the given messages, other JSON, other bytes, or nothing', () => {
  const values = many(arbitraries.binary(fc.constant({ bond: {} }))).map((text) => fromBase64(text))
  const texts = values.map((bytes) => {
    try {
      return fromUtf8(bytes)
    } catch {
      return undefined
    }
  })
  for (const wanted of ['{"bond":{}}', '{}', '', undefined]) expect(texts).toContain(wanted)
})

describe('messages of a schema', () => {
  const { execute } = readContractSchemaFile('contracts/artifacts/schema/cw20_base.json')

  test('have only the requested kinds, with values from the surroundings', () => {
    const around = { addresses: ['neutron1alice'], numbers: [123_456_789n] }
    const values = many(arbitraries.messages(execute!, { only: ['transfer', 'burn'], around }), 300)
    const kinds = values.map((value) => Object.keys(value as object)[0])
    expect(new Set(kinds)).toEqual(new Set(['transfer', 'burn']))
    expect(values).toContainEqual({ transfer: { recipient: 'neutron1alice', amount: '123456789' } })
  })

  test('invalid ones are close to valid ones', () => {
    const values = many(arbitraries.wrongMessages(execute!, { only: ['burn'] }), 600).map((value) =>
      JSON.stringify(value),
    )
    for (const wanted of ['{"burn":{}}', '{"burn":null}', '"burn"', '{"burn":{"amount":"-1"}}', '{"Burn":'])
      expect(
        values.some((text) => text.startsWith(wanted)),
        wanted,
      ).toBe(true)
    expect(values.some((text) => text.length > 40_000)).toBe(true)
    expect(values.some((text) => text.includes('['.repeat(129)))).toBe(true)
  })

  test('the error for an unknown kind lists the known ones', () => {
    expect(() => arbitraries.messages(execute!, { only: ['trasnfer'] })).toThrow(UsageError)
    expect(() => arbitraries.messages(execute!, { only: ['trasnfer'] })).toThrow(/wanted: trasnfer\n.*transfer, burn/)
  })
})
