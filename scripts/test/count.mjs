/** The last line of a test command. */
export const countLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const LAST = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/

/** What one command counted in its last line. One that counts nothing is a single test; one that ends badly has a failure. */
function counted({ output, code }) {
  const match = LAST.exec(output.trimEnd().split('\n').at(-1))
  if (match === null) return code === 0 ? [1, 0, 0] : [0, 1, 0]
  const [passed, failed, skipped] = match.slice(1).map((digits) => Number(digits ?? 0))
  return [passed, Math.max(failed, code === 0 ? 0 : 1), skipped]
}

/** The sum of what commands counted. */
export function sumOf(runs) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const [passed, failed, skipped] of runs.map(counted)) {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  return sum
}
