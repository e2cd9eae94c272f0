/** A release of three numbers. */
type Numbers = readonly [number, number, number]

const numbersOf = (version: string): Numbers => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part))
  return [major, minor, patch]
}

const compare = (a: Numbers, b: Numbers): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** The line of a release: `MAJOR.MINOR`. */
export const lineOf = (version: string): string => numbersOf(version).slice(0, 2).join('.')

/** Releases without repetitions, oldest first. */
export const inOrder = (versions: readonly string[]): readonly string[] =>
  [...new Set(versions)].sort((a, b) => compare(numbersOf(a), numbersOf(b)))

/** Releases that have a fault: from the first that has it, or from the beginning, and in each line up to the one that fixes it. */
export interface Affected {
  readonly since?: string
  /** The first release without the fault, in each line (`MAJOR.MINOR`) that got one, oldest first. */
  readonly patched: readonly string[]
}

/** Whether a release has the fault. A line older than the last patched one that got no patch has it in all its releases. */
export function isAffected(version: string, { since, patched }: Affected): boolean {
  const own = numbersOf(version)
  if (since !== undefined && compare(own, numbersOf(since)) < 0) return false
  const lines = patched.map(numbersOf)
  const fix = lines.find(([major, minor]) => major === own[0] && minor === own[1]) ?? lines.at(-1)
  return fix !== undefined && compare(own, fix) < 0
}

/** The release to move to: the fix of its own line, or that of the next line that got one; undefined without the fault. */
export function fixOf(version: string, affected: Affected): string | undefined {
  if (!isAffected(version, affected)) return undefined
  return affected.patched.find((patch) => compare(numbersOf(version), numbersOf(patch)) < 0)
}
