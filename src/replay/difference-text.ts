import { failureLines } from '../debug/index.js'
import { traceLines, TxError, type TxResult } from '../sandbox/internal.js'
import type { ReplayReport, StepReport } from './run.js'
import { asLine, asLines } from '../base/index.js'

const MAX = 2_000

const shorten = (text: string): string => (text.length > MAX ? `${text.slice(0, MAX)}…` : text)

/** Describes why a replay failed: the step, the place, both values, and the contract calls. */
export function differenceText({ file, total }: ReplayReport, step: StepReport): string {
  const { difference, index, name } = step
  if (difference === undefined) return asLine(`${file}: step ${index + 1} (${name}) is as expected`)
  const actual = difference.actual === undefined ? 'nothing' : JSON.stringify(difference.actual)
  return asLines([
    `${file}: step ${index + 1} of ${total} (${name}) is not as expected`,
    `  at       ${difference.pointer === '' ? 'the outcome' : difference.pointer}`,
    `  expected ${shorten(difference.expected)}`,
    `  actual   ${shorten(actual)}`,
    ...callsOf(step).map((line) => `  ${line}`),
  ])
}

function callsOf({ outcome }: StepReport): string[] {
  const result: Pick<TxResult, 'trace'> | undefined =
    outcome instanceof TxError ? outcome.result : 'trace' in outcome ? outcome : undefined
  return result === undefined
    ? []
    : [...result.trace.flatMap((node) => traceLines(node)), ...failureLines(result.trace)]
}
