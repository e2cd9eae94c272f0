import { sequencesIn, type Budget } from '../budget.js'

/** A campaign without a budget ends so many milliseconds after its last finding. */
const CALM = 60_000

/**
 * Whether a campaign has found enough. @param found findings that are not warnings @param since milliseconds since the last one
 */
export function foundEnough(budget: Budget, found: number, since: number): boolean {
  const { findings, seconds } = budget
  if (findings !== undefined) return found >= findings
  if (seconds !== undefined || sequencesIn(budget) !== undefined) return false
  return found > 0 && since >= CALM
}
