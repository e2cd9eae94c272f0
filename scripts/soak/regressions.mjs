/** Of one test that fails with every seed a few cases are enough. */
const CASES_OF_A_TEST = 3

const nameOf = ({ file, test }) => `${file}\n${test.replace(/ \(with seed=-?\d+\)$/, '')}`

/** The list with the failures of a file added. A failure without a path is repeated by its seed alone. */
export function addRegressions(list, file, seed, failures) {
  const all = [...list]
  for (const { testName, path, counterexample } of failures) {
    const one = {
      file,
      test: testName,
      seed: seed | 0,
      ...(path !== undefined && { path }),
      ...(counterexample !== undefined && { counterexample }),
    }
    const alike = all.filter((other) => nameOf(other) === nameOf(one))
    if (alike.length < CASES_OF_A_TEST && !alike.some((other) => other.seed === one.seed)) all.push(one)
  }
  return all
}
