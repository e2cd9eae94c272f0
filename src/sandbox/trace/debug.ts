/** What a contract printed with `deps.api.debug`. */
export interface DebugLine {
  /** Bech32. */
  readonly contract: string
  /** The label of the contract, if it has one. */
  readonly label: string | undefined
  /** Set for a double of a test. */
  readonly double?: true
  /** At most 2,000 characters of it. */
  readonly text: string
}

/** The limit for one transaction; later lines are dropped. A contract that prints endlessly must not hold up the sandbox. */
export const MAX_DEBUG_LINES = 1000
export const MAX_DEBUG_LINE_LENGTH = 2000

const MAX_SHOWN = 10

/** One line for display. */
export const debugText = ({ contract, label, double, text }: DebugLine): string =>
  `${label ?? contract}${double ? ' (double)' : ''}: ${text}`

/** The last lines under a heading; nothing when there are none. */
export function debugLines(lines: readonly DebugLine[] = []): readonly string[] {
  if (lines.length === 0) return []
  const left = lines.length - MAX_SHOWN
  const heading = left > 0 ? `debug output, the last ${MAX_SHOWN} of ${lines.length} lines:` : 'debug output:'
  return [heading, ...lines.slice(-MAX_SHOWN).map((line) => `  ${debugText(line)}`)]
}
