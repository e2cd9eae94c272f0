import type { Outcome } from '../actions/outcome.js'
import { RepeatError } from '../actions/repeat.js'
import { QueryRelayError, type QueryDelivery } from '../query-relayer/outcome.js'
import { RelayError } from '../relayer/relay-error.js'
import type { PacketResult } from '../relayer/outcome.js'
import { TxError, type TxResult } from '../tx/result.js'

/** A delivery of a relayer. */
export type Delivered = PacketResult | QueryDelivery

/** A transaction or callback of a step. */
export interface Part {
  /** Which one of the step; empty if it is the step itself. */
  readonly title: string
  readonly result: TxResult
}

/** Everything that chains executed in an action, in order. */
export const partsOfEnd = (end: Outcome | Error): readonly Part[] =>
  end instanceof Error ? partsOfError(end) : partsOfOutcome(end)

function partsOfError(error: Error): readonly Part[] {
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

export function deliveryPart(result: Delivered): Part {
  if ('queryId' in result) return { title: `${result.type} result of query ${result.queryId}`, result }
  const { kind, packet } = result
  if (packet === undefined) return { title: kind, result }
  const { sequence, sourceChannel, from, to } = packet
  return { title: `${kind} of packet ${sequence}, ${sourceChannel} from ${from} to ${to}`, result }
}

/** A result by itself: a delivery has a title. */
export const partOf = (result: TxResult): Part =>
  'kind' in result || 'queryId' in result ? deliveryPart(result as Delivered) : { title: '', result }
