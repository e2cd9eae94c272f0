// Every random test takes fast-check from here. Its seed is the same on each run, so that one source gives one answer. `npm run soak`
// chooses others: SEED is the seed, RUNS how many times as many runs each test has, RUN_PATH the one run to repeat.
import * as fc from 'fast-check'
import { test } from 'vitest'

const { SEED, RUNS, RUN_PATH } = process.env

/** The seed of all random tests of this process, a 32-bit integer. */
const seed = SEED === undefined ? 1 : Number(SEED) | 0

/** How many runs a random test has, where it has `count` in the suite. */
export const runs = (count: number): number => count * Number(RUNS ?? 1)

fc.configureGlobal({ seed, numRuns: runs(100), ...(RUN_PATH !== undefined && { path: RUN_PATH }) })

export { fc }

/** The code points that are halves of characters: where they begin, and how many they are. */
const [FIRST, COUNT] = [0xd800, 0x800]

const character = fc
  .integer({ min: 0, max: 0x10ffff - COUNT })
  .map((index) => String.fromCodePoint(index < FIRST ? index : index + COUNT), indexOf)

/** Also says of the names that may be dangerous, such as `__proto__`, that they are made of characters: so they come up. */
function indexOf(text: unknown): number {
  const [first, ...others] = typeof text === 'string' ? text : ''
  const point = first?.codePointAt(0)
  if (point === undefined || others.length > 0 || (point >= FIRST && point < FIRST + COUNT))
    throw new Error('no character')
  return point < FIRST ? point : point - COUNT
}

/** The texts of `fc.string({ unit: 'binary' })`, which keeps a map of all 1,112,064 characters: a second and 85 MB of each process. */
export const anyText = (constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: character })

/** A test of a property. @fast-check/vitest has the same, but takes 1 to 3 s of each process to build all chains of a test's modifiers. */
export const property =
  <T extends [unknown, ...unknown[]]>(
    arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
    parameters: fc.Parameters<T> = {},
  ) =>
  (name: string, holds: (...values: T) => unknown, timeout?: number): void =>
    test(
      `${name} (with seed=${seed})`,
      () =>
        fc.assert(
          fc.asyncProperty<T>(...arbitraries, async (...values: T) => (await holds(...values)) as boolean | void),
          parameters,
        ),
      timeout,
    )
