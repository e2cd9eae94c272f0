// Every random test takes fast-check from here. Its seed is the same on each run, so that one source gives one answer. `npm run soak`
// chooses others: SEED is the seed, RUNS how many times as many runs each test has, RUN_PATH the one run to repeat.
import { configureGlobal } from 'fast-check'

const { SEED, RUNS, RUN_PATH } = process.env

/** The seed of all random tests of this process, a 32-bit integer. */
const seed = SEED === undefined ? 1 : Number(SEED) | 0

/** How many runs a random test has, where it has `count` in the suite. */
export const runs = (count: number): number => count * Number(RUNS ?? 1)

configureGlobal({ seed, numRuns: runs(100), ...(RUN_PATH !== undefined && { path: RUN_PATH }) })

export { fc, test } from '@fast-check/vitest'
