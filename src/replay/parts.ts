import type { StepReport } from './run.js'
import { deliveryPart, partsOfEnd, type Part } from '../sandbox/pages/parts.js'

/** Everything that chains executed in a step, in order: the step itself, each delivery of a relayer, and automatic deliveries. */
export const partsOf = (step: StepReport): readonly Part[] => [
  ...partsOfEnd(step.outcome),
  ...step.followed.map(deliveryPart),
]
