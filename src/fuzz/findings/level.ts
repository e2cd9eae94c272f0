import { levelOf, type CampaignConfig, type InvariantId } from '../config.js'
import { isForbidden } from './exceptions.js'
import type { Violation } from '../invariants/index.js'

/** Levels of findings, the most serious first. */
export const LEVELS = ['error', 'warning', 'note'] as const

/**
 * How serious a finding is. An `error` fails the campaign. A `warning` may be a fault by which nothing is lost. A `note` is a fact
 * of the design that the reader should know.
 */
export type FindingLevel = (typeof LEVELS)[number]

/** What decides the level of a violation. */
type Graded = Pick<Violation, 'text' | 'about' | 'level'>

/** The level of a violation: an error if the campaign forbids it or names its invariant, otherwise the lesser of its own and that of the invariant. */
export function findingLevel(config: CampaignConfig, invariant: InvariantId, violation: Graded): FindingLevel {
  const written = config.invariants[invariant]
  if (written === true || written === 'error' || isForbidden(config, { ...violation, invariant })) return 'error'
  const most = { error: 'error', warn: 'warning', note: 'note' } as const
  const level = levelOf(config, invariant)
  const both: readonly FindingLevel[] = [typeof level === 'string' ? most[level] : 'error', violation.level ?? 'error']
  return LEVELS[Math.max(...both.map((one) => LEVELS.indexOf(one)))]!
}
