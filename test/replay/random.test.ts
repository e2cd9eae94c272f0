import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FixtureError, SudoboxError } from '../../src/base/errors.js'
import { checkFixture, readFixture, replay } from '../../src/replay/index.js'
import { parseText } from '../../src/replay/read.js'
import { fc, runs } from '../random.js'

const FILE = 'fixtures/scenarios/packets.yaml'
const TEXT = readFileSync(FILE, 'utf8')

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Path = readonly (string | number)[]

/** Every place of a value, itself first. */
function places(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, item]) => places(item, [...path, key]))]
}

/** The value with the member at the path replaced; without it where the replacement is undefined. */
function changed(value: Json, [key, ...rest]: Path, to: Json | undefined): Json | undefined {
  if (key === undefined) return to
  if (Array.isArray(value)) {
    const item = changed(value[Number(key)]!, rest, to)
    return value.flatMap((old, index) => (index !== Number(key) ? [old] : item === undefined ? [] : [item]))
  }
  const { [key]: old, ...others } = value as { [key: string]: Json }
  const item = changed(old!, rest, to)
  return item === undefined ? others : { ...others, [key]: item }
}

const PLACES = places(parseText(TEXT, FILE) as Json)
/** Words that mean something somewhere, and values at the edges of what numbers and texts can be. */
const VALUES: readonly Json[] = [
  -1,
  0,
  1,
  2 ** 31,
  2 ** 53,
  1e300,
  0.5,
  '',
  '0',
  '-1',
  '18446744073709551616',
  `1${'0'.repeat(80)}`,
  '1untrn',
  '100000000000000000000untrn',
  '1untrn,1untrn',
  'alice',
  'bob',
  'neutron',
  'hub',
  '${hub.bob}',
  '${nobody}',
  '${',
  '__proto__',
  '\u0000',
  '\ud800',
  'x'.repeat(5000),
  'channel-1',
  'connection-1',
  '07-tendermint-1',
  'relay',
  'recv',
  'timeout',
  'ack',
  null,
  true,
  false,
  [],
  {},
  [[]],
  { action: 'relay' },
  { action: 'pending' },
]

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
)
const edit = fc.record({ at: fc.constantFrom(...PLACES), to: fc.option(value, { nil: undefined }) })

test('a fixture that was changed anywhere is refused with its file, or runs to its end or to a step that cannot run', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      let document = parseText(TEXT, FILE) as Json
      for (const { at, to } of edits)
        if (at.every((_, index) => holds(document, at.slice(0, index + 1))))
          document = changed(document, at, to) ?? null
      try {
        const report = await replay(checkFixture(document, FILE), FILE, { goOn: true })
        expect(report.steps.length).toBe(report.planned)
      } catch (error) {
        expect(error).toBeInstanceOf(SudoboxError)
        if (error instanceof FixtureError) expect(error.message).toContain(FILE)
      }
    }),
    { numRuns: runs(25) },
  )
})

/** Whether there is something at the path. */
function holds(value: Json, path: Path): boolean {
  let here: unknown = value
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return false
    here = (here as Record<string, unknown>)[key]
  }
  return true
}

test('text that was changed anywhere is a fixture or is refused with its place', () => {
  const cut = fc.record({ at: fc.nat(TEXT.length), length: fc.nat(40), insert: fc.string({ maxLength: 12 }) })
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 3 }), (cuts) => {
      let text = TEXT
      for (const { at, length, insert } of cuts) text = text.slice(0, at) + insert + text.slice(at + length)
      try {
        checkFixture(parseText(text, FILE), FILE)
      } catch (error) {
        expect(error).toBeInstanceOf(FixtureError)
        expect((error as Error).message).toContain(FILE)
      }
    }),
    { numRuns: runs(60) },
  )
})

test('the unchanged fixture passes', async () => {
  expect((await replay(readFixture(FILE), FILE)).passed).toBe(true)
})
