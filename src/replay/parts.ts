import { SudoboxError } from '../base/errors.js'
import type { Delivered, StepReport } from './run.js'
import type { Outcome } from '../sandbox/actions/outcome.js'
import { RepeatError } from '../sandbox/actions/repeat.js'
import { TxError, type TxResult } from '../sandbox/tx/result.js'
import { QueryRelayError } from '../sandbox/query-relayer/outcome.js'
import { RelayError } from '../sandbox/relayer/relay-error.js'

/** A transaction or callback of a step. */
export interface Part {
  /** Which one of the step; empty if it is the step itself. */
  readonly title: string
  readonly result: TxResult
}

/** Everything that chains executed in a step, in order: the step itself, each delivery of a relayer, and automatic deliveries. */
export const partsOf = (step: StepReport): readonly Part[] => [
  ...(step.outcome instanceof SudoboxError ? partsOfError(step.outcome) : partsOfOutcome(step.outcome)),
  ...step.followed.map(deliveryPart),
]

function partsOfError(error: SudoboxError): readonly Part[] {
  if (error instanceof RelayError || error instanceof QueryRelayError) return error.delivered.map(deliveryPart)
  if (error instanceof RepeatError) return [{ title: `run ${error.repeated.ran}`, result: error.result }]
  return error instanceof TxError ? [{ title: '', result: error.result }] : []
}

function partsOfOutcome(outcome: Outcome): readonly Part[] {
  if ('trace' in outcome) return [{ title: '', result: outcome }]
  if ('delivered' in outcome) return outcome.delivered.map(deliveryPart)
  if ('steps' in outcome) return outcome.steps.map((result, index) => ({ title: `step ${index + 1}`, result }))
  if ('clientId' in outcome) return [{ title: '', result: outcome.result }]
  if ('ran' in outcome && outcome.last !== undefined)
    return partsOfOutcome(outcome.last).map(({ title, result }) => ({
      title: [`run ${outcome.ran}`, title].filter(Boolean).join(', '),
      result,
    }))
  return []
}

function deliveryPart(result: Delivered): Part {
  if ('queryId' in result) return { title: `${result.type} result of query ${result.queryId}`, result }
  const { kind, packet } = result
  if (packet === undefined) return { title: kind, result }
  const { sequence, sourceChannel, from, to } = packet
  return { title: `${kind} of packet ${sequence}, ${sourceChannel} from ${from} to ${to}`, result }
}

/** A result by itself: a delivery has a title. */
export const partOf = (result: TxResult): Part =>
  'kind' in result || 'queryId' in result ? deliveryPart(result as Delivered) : { title: '', result }
