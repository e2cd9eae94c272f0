import {
  isRun,
  QueryRelayError,
  RelayError,
  RepeatError,
  runTitle,
  TxError,
  type BlockRunResult,
  type Outcome,
  type PacketResult,
  type QueryDelivery,
  type TxResult,
} from '../sandbox/internal.js'

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
  if ('txs' in outcome) return withRuns(Object.values(outcome.txs).flat().map(partOf), outcome.runs)
  if ('runs' in outcome) return withRuns([], outcome.runs)
  if ('ran' in outcome && outcome.last !== undefined)
    return partsOfOutcome(outcome.last).map(({ title, result }) => ({
      title: [`run ${outcome.ran}`, title].filter(Boolean).join(', '),
      result,
    }))
  return []
}

/** Adds the runs of modules to the parts of a step: before or after the rest of the block. */
export function withRuns(parts: readonly Part[], runs: readonly BlockRunResult[] = []): readonly Part[] {
  const all = [...parts]
  for (const run of runs) {
    const isFirst = run.run.stage === 'BeginBlock'
    const isSameBlock = ({ result }: Part): boolean =>
      result.chain === run.chain &&
      result.height === run.height &&
      !(isFirst && isRun(result) && result.run.stage === 'BeginBlock')
    const at = isFirst ? all.findIndex(isSameBlock) : all.findLastIndex(isSameBlock) + 1
    all.splice(at > 0 || (isFirst && at === 0) ? at : all.length, 0, partOf(run))
  }
  return all
}

export function deliveryPart(result: Delivered): Part {
  if ('queryId' in result) return { title: `${result.type} result of query ${result.queryId}`, result }
  const { kind, packet } = result
  if (packet === undefined) return { title: kind, result }
  const { sequence, sourceChannel, from, to } = packet
  return { title: `${kind} of packet ${sequence}, ${sourceChannel} from ${from} to ${to}`, result }
}

/** A result by itself: a delivery and a run have a title. */
export function partOf(result: TxResult): Part {
  if (isRun(result)) return { title: runTitle(result), result }
  return 'kind' in result || 'queryId' in result ? deliveryPart(result as Delivered) : { title: '', result }
}
