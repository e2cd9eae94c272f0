import type { Budget } from '../campaign.js'

/** Milliseconds after which a campaign without a budget ends that finds nothing more. */
const CALM = 60_000

/**
 * Whether enough was found. @param found findings that are no warnings @param since milliseconds since the last one
 */
export function foundEnough({ findings, seconds, stories }: Budget, found: number, since: number): boolean {
  if (findings !== undefined) return found >= findings
  if (seconds !== undefined || stories !== undefined) return false
  return found > 0 && since >= CALM
}
