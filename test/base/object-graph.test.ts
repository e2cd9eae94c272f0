import { describe, expect, test } from 'vitest'
import { GraphReader, GraphWriter, savedClass, type GraphScope } from '../../src/base/object-graph/index.js'
import { SudoboxError } from '../../src/base/errors.js'
import { anyText, fc, property } from '../random.js'

class Point {
  readonly at: readonly [number, number]
  constructor(at: readonly [number, number]) {
    this.at = at
  }
}

const savedPoint = savedClass({
  name: 'Point',
  type: Point,
  write: ({ at }) => ({ at }),
  read: ({ at }) => new Point(at),
})
const OURS = { name: 'the object of this process' }
const scope: GraphScope = { classes: [savedPoint], known: new Map([['ours', OURS]]) }
const again = (value: unknown): unknown => new GraphReader(scope).read(new GraphWriter(scope).write(value))

const scalar = fc.oneof(
  fc.constantFrom(undefined, null, true, false, 0, -0, NaN, Infinity, Number.MAX_SAFE_INTEGER, 2 ** 60, -1),
  fc.integer(),
  fc.double(),
  fc.bigInt(),
  anyText(),
  fc.constantFrom('\ud800', '__proto__', 'constructor', 'ÿ', 'Ā', 'a'.repeat(200)),
)
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => {
  const value = tie('value')
  return {
    value: fc.oneof(
      { withCrossShrink: true },
      scalar,
      fc.uint8Array(),
      fc.array(value, { maxLength: 5 }),
      fc.dictionary(fc.oneof(anyText({ maxLength: 4 }), fc.constant('__proto__')), value, {
        maxKeys: 4,
        noNullPrototype: true,
      }),
      fc.array(fc.tuple(value, value), { maxLength: 3 }).map((entries) => new Map(entries)),
      fc.array(value, { maxLength: 3 }).map((values) => new Set(values)),
      fc.tuple(fc.integer(), fc.integer()).map((at) => new Point(at)),
      fc.constant(OURS),
    ),
  }
})

describe('a graph of objects', () => {
  property([anyValue])('comes back as it was', (value) => {
    expect(again(value)).toStrictEqual(value)
  })

  property([fc.array(anyValue, { minLength: 1, maxLength: 5 })])(
    'is written piece by piece, also by the reader of the pieces before',
    (values) => {
      const writer = new GraphWriter(scope)
      const reader = new GraphReader(scope)
      const read = values.map((_, index) => reader.read(writer.write(values.slice(0, index + 1))))
      const later = new GraphWriter(scope)
      later.continue(reader)
      const more = later.write([...(read.at(-1) as unknown[]), 'more'])
      expect(reader.read(more)).toStrictEqual([...values, 'more'])
    },
  )

  test('keeps what is shared', () => {
    const shared = { bytes: Uint8Array.of(1, 2), list: [1] }
    const read = again({ a: shared, b: [shared, shared.list], ours: OURS }) as Record<string, unknown>
    expect(read.a).toBe((read.b as unknown[])[0])
    expect((read.a as typeof shared).list).toBe((read.b as unknown[])[1])
    expect(read.ours).toBe(OURS)
  })

  test('costs only what is new', () => {
    const long = Array.from({ length: 1000 }, (_, index) => ({ index }))
    const writer = new GraphWriter(scope)
    writer.write(long)
    expect(writer.write({ long, more: true }).length).toBeLessThan(40)
  })

  test('may be deeper than the stack', () => {
    let list: { before: unknown } | undefined
    for (let depth = 0; depth < 20_000; depth++) list = { before: list }
    let depth = 0
    for (let at = again(list) as typeof list; at !== undefined; at = at.before as typeof list) depth++
    expect(depth).toBe(20_000)
  })

  test.each([
    ['a function', { a: [1, { work: () => 1 }] }, 'the function work at .a.1.work cannot be written'],
    ['an unknown class', [new Date(0)], 'an instance of Date at .0 cannot be written'],
    ['a symbol', [Symbol('s')], 'Symbol(s) cannot be written'],
  ])('%s is refused with its place', (_, value, message) => {
    expect(() => new GraphWriter(scope).write(value)).toThrow(message)
  })

  test('an object that contains itself is refused', () => {
    const one: { it?: unknown } = {}
    one.it = [one]
    expect(() => new GraphWriter(scope).write(one)).toThrow('an object contains itself at .it.0')
  })

  property([anyValue, fc.nat(), fc.integer({ min: 0, max: 255 })])(
    'damaged bytes are refused with a typed error, or read as something else',
    (value, at, byte) => {
      const whole = new GraphWriter(scope).write(value)
      const bytes = Uint8Array.from(whole)
      bytes[at % bytes.length] = byte
      try {
        new GraphReader(scope).read(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(SudoboxError)
      }
      expect(() => new GraphReader(scope).read(whole.subarray(0, -1))).toThrow('not a saved state')
    },
  )
})
