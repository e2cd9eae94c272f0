import type { Budget } from '../campaign.js'

/** A campaign without a budget ends so many milliseconds after its last finding. */
const CALM = 60_000

/**
 * Whether a campaign has found enough. @param found findings that are not warnings @param since milliseconds since the last one
 */
export function foundEnough({ findings, seconds, stories }: Budget, found: number, since: number): boolean {
  if (findings !== undefined) return found >= findings
  if (seconds !== undefined || stories !== undefined) return false
  return found > 0 && since >= CALM
}
