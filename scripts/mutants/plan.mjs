/** The id of a mutant that throws at each place of one: it shows whether mutants have an effect. */
export const PLANTED = -2
const LIMIT_FACTOR = 100
const LIMIT_FLOOR = 100_000
/** Milliseconds of a test file that is tried against each mutant of a constant: it may read a table without running its source. */
const CHEAP = 1500

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

/**
 * What to run for each mutant, from the coverage of the dry run.
 * `covered` has two entries a test file: `first`, with the modules of `src` being loaded, and `again`, with all there.
 */
export function plan(mutants, covered, slow) {
  const files = Object.entries(covered)
  const passes = new Map()
  const once = new Set()
  for (const [, { first }] of files) for (const ids of Object.values(first.passes)) for (const [id] of ids) once.add(id)
  for (const [path, { again }] of files) {
    const times = new Map(again.tests.map((test) => [test.id, test.cpu]))
    for (const [test, ids] of Object.entries(again.passes)) {
      for (const [id, count] of ids) {
        if (!passes.has(id)) passes.set(id, new Map())
        const byFile = passes.get(id)
        if (!byFile.has(path)) byFile.set(path, { tests: new Map(), count: 0, all: false })
        const entry = byFile.get(path)
        entry.count += count
        if (test === '') entry.all = true
        else if ((times.get(test) ?? 0) <= slow) entry.tests.set(test, times.get(test) ?? 0)
      }
    }
  }
  const quick = (path) => covered[path].again.tests.filter((test) => test.cpu <= slow)
  /** One file's share of a mutant's run: which tests, and how long one of them may take. */
  const share = (path, tests, overhead) => {
    const took = quick(path).filter((test) => !tests || tests.has(test.id))
    const longest = Math.max(0, ...took.map((test) => test.ms))
    return {
      path,
      tests: took.map((test) => test.id),
      ms: 3 * longest + 5000,
      cost: sum(took.map((test) => test.ms)) + overhead,
    }
  }
  const overhead = (path) => Math.max(0, covered[path].again.ms - sum(covered[path].again.tests.map((test) => test.ms)))
  const cheap = Object.keys(covered).filter((path) => share(path, undefined, overhead(path)).cost <= CHEAP)
  const touching = new Map()
  for (const mutant of mutants) {
    for (const path of passes.get(mutant.id)?.keys() ?? []) {
      if (!touching.has(mutant.file)) touching.set(mutant.file, new Set())
      touching.get(mutant.file).add(path)
    }
  }
  return mutants.map((mutant) => {
    const byFile = passes.get(mutant.id)
    const fresh = !byFile && once.has(mutant.id)
    const shares = byFile
      ? [...byFile].map(([path, { tests, all }]) => share(path, all ? undefined : tests, overhead(path)))
      : fresh
        ? [...new Set([...cheap, ...(touching.get(mutant.file) ?? Object.keys(covered))])].map((path) =>
            share(path, undefined, overhead(path)),
          )
        : []
    const chosen = shares.filter(({ tests }) => tests.length > 0).sort((a, b) => a.cost - b.cost)
    return {
      id: mutant.id,
      fresh,
      files: chosen,
      limit: LIMIT_FLOOR + LIMIT_FACTOR * sum([...(byFile?.values() ?? [])].map(({ count }) => count)),
      ms: Math.round(4 * sum(chosen.map(({ cost }) => cost)) + 10_000 + (fresh ? 20_000 : 0)),
    }
  })
}
