import type { StepReport } from './run.js'
import { deliveryPart, partsOfEnd, withRuns, type Part } from '../pages/index.js'

/**
 * Everything that chains executed in a step, in order: the step itself, each delivery of a relayer, automatic deliveries, and what modules did by
 * themselves in the blocks.
 */
export function partsOf(step: StepReport): readonly Part[] {
  const parts = [...partsOfEnd(step.outcome), ...step.followed.map(deliveryPart)]
  const known = new Set<object>(parts.map(({ result }) => result))
  return withRuns(
    parts,
    step.runs.filter((run) => !known.has(run)),
  )
}
