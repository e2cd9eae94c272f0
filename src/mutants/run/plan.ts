import type { Mutant } from '../make/mutant.js'
import type { CoveredFile, CoveredTest, Part } from './job.js'

/** By path. */
export type Covered = ReadonlyMap<string, CoveredFile>

/** Milliseconds that a test may take at least. */
const MIN_MS = 2000

const reaches = ({ answer, id }: Mutant, test: CoveredTest): boolean => {
  if (answer === undefined) return test.mutants.includes(id)
  const { entry, message, change } = answer
  const seen = test.answers[message === undefined ? entry : `${entry}.${message}`]
  return seen !== undefined && (change === 'error' ? seen.errors > 0 : seen.messages > change)
}

/** The tests that reach a mutant, file by file, the quickest first. Tests that fail without a mutant are left out. */
export function partsFor(mutant: Mutant, covered: Covered): readonly Part[] {
  return [...covered]
    .flatMap(([path, { tests, overhead }]) => {
      const usable = tests.filter(({ id, passes }) => id !== '' && passes)
      const isShared = tests.some((test) => test.id === '' && reaches(mutant, test))
      const chosen = (isShared ? usable : usable.filter((test) => reaches(mutant, test))).toSorted(
        (a, b) => a.ms - b.ms,
      )
      if (chosen.length === 0) return []
      const longest = chosen.at(-1)!.ms
      const cost = overhead + chosen.reduce((sum, { ms }) => sum + ms, 0)
      return [{ path, tests: chosen.map(({ id }) => id), ms: MIN_MS + 5 * longest, isShared, cost }]
    })
    .sort((a, b) => a.cost - b.cost)
    .map(({ path, tests, ms, isShared }) => ({ path, tests, ms, isShared }))
}

/** Milliseconds after which a mutant counts as one that does not end. */
export const patienceFor = (parts: readonly Part[]): number =>
  10_000 + parts.reduce((sum, { tests, ms }) => sum + Math.min(ms * tests.length, 30_000), 0)
