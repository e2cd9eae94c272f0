import { toUtf8 } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { sequencesIn, type Budget } from '../budget.js'

// What workers of one machine and of a queue have in common.

/** Recursive contracts need a larger stack than a thread has by default. */
export const STACK_SIZE_MB = 32

/**
 * The seed of one worker. The first worker of a new campaign has the campaign's seed, so that a single worker does the same as `campaign()`; other
 * workers, and those of a resumed campaign, have derived seeds.
 * @param run how often the campaign was resumed @param part number of the worker, restarts included
 */
export function seedOf(master: number, run: number, part: number): number {
  if (run === 0 && part === 0) return master
  const hash = sha256(toUtf8(`${master}/${run}/${part}`))
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0)
}

/** A campaign without a budget ends so many milliseconds after its last finding. */
const CALM = 60_000

/**
 * Whether a campaign has found enough. @param found findings that are errors @param since milliseconds since the last one
 */
export function foundEnough(budget: Budget, found: number, since: number): boolean {
  const { findings, seconds } = budget
  if (findings !== undefined) return found >= findings
  if (seconds !== undefined || sequencesIn(budget) !== undefined) return false
  return found > 0 && since >= CALM
}
