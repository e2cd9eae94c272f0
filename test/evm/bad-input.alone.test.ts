import { rmSync } from 'node:fs'
import { fc, property, runs } from '../random.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RpcError, type Profile } from '../../src/evm/index.js'
import { nodeNumber } from '../../src/evm/rpc/profiles/cosmos-evm/refs.js'
import { methodsOf } from '../../src/evm/rpc/profiles/profiles.js'
import type { Method } from '../../src/evm/rpc/table.js'
import { any } from '../../src/evm/validate.js'
import { examplesOf } from './specification/examples.js'
import type { Json } from './specification/match.js'
import { NAMESPACES, scenario, type Scenario } from './specification/scenario.js'

/** A value of each kind that JSON has, none of which most arguments take. */
const KINDS: readonly Json[] = [true, -1.5, '\u0000 no', [[[]]], { x: {} }]

const nested = (depth: number): Json => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as Json

const HOSTILE_TEXTS = [
  '',
  '0x',
  '0xzz',
  '0x01',
  '-1',
  '../../x',
  '/etc/passwd',
  '__proto__',
  'constructor',
  '\ud800',
  '١',
  `0x${'f'.repeat(64)}`,
  `0x${'f'.repeat(65)}`,
  `0x${'ab'.repeat(200_000)}`,
  'x'.repeat(500_000),
]

const HOSTILE: readonly Json[] = [
  ...KINDS,
  ...HOSTILE_TEXTS,
  -1,
  2 ** 53,
  1e300,
  1e-7,
  nested(2000),
  Array.from({ length: 100_001 }, () => '0x0'),
  [null],
  {},
  [],
  JSON.parse('{"__proto__":{"to":1},"constructor":null}') as Json,
  Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`key${i}`, i])),
]

const CODES = new Set([-32600, -32601, -32602, -32000, 3])
const isKnown = (code: number): boolean => CODES.has(code) || (code <= -38010 && code >= -38030)

describe.each<Profile>(['functional', 'documented', 'cosmos-evm'])('bad input in the profile %s', (profile) => {
  const namespaces = profile === 'functional' ? undefined : NAMESPACES
  const methods = methodsOf({ profile, namespaces, testing: false })
  let given: Scenario
  beforeAll(async () => {
    given = await scenario(profile)
  })
  afterAll(async () => {
    await given.node.close()
    rmSync(given.directory, { recursive: true })
  })

  /** A node of cosmos/evm crashes at a request without a sender, and says so. */
  const isOfNode = (code: number, text: string): boolean =>
    profile === 'cosmos-evm' && code === -32603 && text === 'method handler crashed'

  /** The reference of this profile does not name arguments. */
  const named = (text: string): string => (profile === 'cosmos-evm' ? '' : text)

  const examples = (method: Method): Json[] => examplesOf(method, given)

  /** What a call comes to; the chain is as before after it. */
  async function outcome(method: string, params: readonly Json[]): Promise<RpcError | undefined> {
    const { node } = given
    const before = node.snapshot()
    try {
      await node.request({ method, params })
      return undefined
    } catch (error) {
      expect(error).toBeInstanceOf(RpcError)
      const { code, shortMessage } = error as RpcError
      const cause = (error as RpcError).cause
      expect(isKnown(code) || isOfNode(code, shortMessage), `${method}: ${code} ${shortMessage} ${String(cause)}`).toBe(
        true,
      )
      expect(shortMessage).not.toBe('')
      return error as RpcError
    } finally {
      if (method.endsWith('setIntervalMining')) await node.request({ method, params: [0] })
      node.restore(before)
    }
  }

  test('missing parameters are named', async () => {
    for (const method of methods)
      for (const [index, { name, fallback }] of method.params.entries()) {
        if (fallback !== undefined) continue
        const refused = await outcome(method.name, examples(method).slice(0, index))
        expect([method.name, refused?.code, refused?.shortMessage]).toEqual([
          method.name,
          -32602,
          `missing value for required argument ${index}${named(` (${name})`)}`,
        ])
      }
  })

  const takes = (read: Method['params'][number]['read'], value: Json): boolean => {
    try {
      read(value, '')
      return true
    } catch {
      return false
    }
  }

  test('surplus parameters are counted', async () => {
    for (const method of methods) {
      const many = method.params.length
      // A missing or wrong argument would be reported first.
      const usual = method.params.map(({ fallback, read }, index) => {
        const example = examples(method)[index] ?? (fallback ? null : '0x0')
        // An example of the functional profile may be none of this one: seconds there are whole numbers.
        return example === null || takes(read, example) ? example : 1
      })
      const refused = await outcome(method.name, [...usual, '0x0'])
      expect([method.name, refused?.code, refused?.shortMessage]).toEqual([
        method.name,
        -32602,
        `too many arguments, want at most ${many}`,
      ])
    }
  })

  test('a wrong type is named, with its place', async () => {
    for (const method of methods)
      for (const [index, { name, read }] of method.params.entries()) {
        // Of these two, any value is one.
        if (read === any || read === nodeNumber) continue
        const texts: string[] = []
        for (const wrong of KINDS) {
          const params = [...examples(method).slice(0, index), wrong]
          const refused = await outcome(method.name, params)
          if (refused?.code === -32602) texts.push(refused.shortMessage)
        }
        const naming = texts.filter((text) => text.startsWith(`invalid argument ${index}: ${named(name)}`))
        expect(naming.length, `${method.name} ${name}: ${texts.join('; ')}`).toBeGreaterThanOrEqual(3)
      }
  })

  test('no error text has undefined values, whatever is missing', async () => {
    for (const method of methods) {
      const given = examples(method)
      // Each of these was given once by somebody: nothing, all null, empty objects and lists, and what is taken with one member less.
      const less = given.flatMap((example, index) =>
        example !== null && typeof example === 'object' && !Array.isArray(example)
          ? [...Object.keys(example), ''].map((left) =>
              given.map((one, at) =>
                at === index ? Object.fromEntries(Object.entries(example).filter(([key]) => key !== left)) : one,
              ),
            )
          : [],
      )
      const alike = [null, {}, [], [null], '', 0, true].map((one) => given.map(() => one as Json))
      // Once each: without arguments all are alike.
      const calls = new Map([[], ...alike, ...less].map((params) => [JSON.stringify(params), params]))
      for (const params of calls.values()) {
        if (/Profile$|Trace$/.test(method.name) && params.length > 0) continue
        const refused = await outcome(method.name, params)
        // The specification's own text.
        const text = refused?.shortMessage.replace('domain is undefined', '') ?? ''
        expect(text, `${method.name} ${JSON.stringify(params)}`).not.toMatch(
          /undefined|cannot read|\[object|NaN|is not a function|is not iterable/i,
        )
      }
    }
  })

  property(
    [
      fc.constantFrom(...methods),
      fc.nat(),
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
        { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<Json> },
      ),
    ],
    { numRuns: runs(100) },
  )(
    'what is hostile ends in an answer or in an error with code and text',
    async (method, at, value) => {
      const params = examples(method)
      if (params.length > 0) params[at % params.length] = value
      // It would wait or work for so long because it was asked to.
      if (/Profile$|Trace$|_mine$/.test(method.name) && Number(value) > 1) return
      // What it writes is everything that this process holds.
      if (method.name === 'debug_writeMemProfile') return
      await outcome(method.name, params)
    },
    120_000,
  )
})
