/** What one piece of work costs in each build: µs of CPU. Undefined: it could not be measured there. */
export interface Compared {
  readonly name: string
  readonly now: number | undefined
  readonly before: number | undefined
}

/** From how many times the earlier cost on a row is slower. */
const SLOWER = 1.1

const isSlower = ({ now, before }: Compared): boolean =>
  now !== undefined && before !== undefined && now / before >= SLOWER

/**
 * Compares rows, and those that are slower once more, since one time may be chance.
 * @param compare measures the rows of these names, or all
 * @returns the names of rows that were slower twice
 */
export async function slowerTwice(
  compare: (names?: ReadonlySet<string>) => Promise<readonly Compared[]>,
): Promise<string[]> {
  const slower = (rows: readonly Compared[]): string[] => rows.filter(isSlower).map(({ name }) => name)
  const first = slower(await compare())
  return first.length === 0 ? [] : slower(await compare(new Set(first)))
}

/** One line about a row. */
export function comparedText({ name, now, before }: Compared): string {
  if (now === undefined) return `${name}: not measured`
  if (before === undefined) return `${name}: ${rounded(now)} µs; the other build cannot do this`
  const change = ((now / before - 1) * 100).toFixed(1)
  const verdict = isSlower({ name, now, before }) ? '  SLOWER' : ''
  return `${name}: ${rounded(before)} → ${rounded(now)} µs (${now < before ? '' : '+'}${change} %)${verdict}`
}

const rounded = (value: number): number => Number(value.toPrecision(3))
