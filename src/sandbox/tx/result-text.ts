import { argumentsText, failureText } from '../values/failure-text.js'
import { debugLines } from '../trace/debug.js'
import { traceLines } from '../trace/trace.js'
import { shownAs } from '../values/shown.js'
import { senderLines, type TxResult } from './result.js'
import { asLines } from '../../base/index.js'

/** Whether a callback failed in it; the chain records that, and the transaction still succeeds. */
export const hasFailedCallback = ({ sudo }: TxResult): boolean => sudo.some(({ failure }) => failure !== undefined)

const labelIn = ({ trace }: TxResult, contract: string): string =>
  trace.find((node) => node.contract === contract)?.label ?? contract

/** Two lines for each callback in it that failed: why, and what the chain made of it. */
export const callbackLines = (result: TxResult): readonly string[] =>
  result.sudo.flatMap(({ contract, failure, gasUsed, gasLimit }) =>
    failure === undefined
      ? []
      : [
          `callback of ${labelIn(result, contract)}: ${failure.details}`,
          `  recorded as failure ${failure.id} (${failure.error}); gas: ${gasUsed} of its limit ${gasLimit}`,
        ],
  )

/** How it ended, in a line. */
export function outcomeLine(result: TxResult): string {
  if (result.ethereum?.failure !== undefined) return `its code failed: ${failureText(result.ethereum)}`
  if (result.code !== 0) return `it failed with codespace ${result.codespace}, code ${result.code}: ${result.rawLog}`
  return hasFailedCallback(result) ? 'it has code 0, and a callback in it failed' : 'it succeeded'
}

/** What chains do by themselves has no gas limit. */
export const gasLine = ({ gasUsed, gasWanted }: TxResult): string =>
  gasWanted === 0n ? `gas used: ${gasUsed}` : `gas used: ${gasUsed} of ${gasWanted}`

/** The logs of contracts in Solidity, a line each. */
const logLines = ({ ethereum }: TxResult): readonly string[] =>
  (ethereum?.logs ?? [])
    .slice(0, MAX_LINES)
    .map(({ address, eventName, args }) =>
      eventName === undefined ? `log of ${address}` : `${eventName}(${argumentsText(args)}) of ${address}`,
    )

/** How many lines of the call tree `console.log` prints at most. */
const MAX_LINES = 12

/** @param what the transaction is, or carried */
function resultLines(result: TxResult, what: string): string {
  const { chain, height, events, data } = result
  const calls = result.trace.flatMap((node) => traceLines(node, 1))
  const left = calls.length - MAX_LINES
  return asLines([
    `${what} on ${chain} at height ${height}: ${outcomeLine(result)}`,
    ...[...senderLines(result), ...(result.hints ?? []), ...callbackLines(result)].map((line) => `  ${line}`),
    `  ${gasLine(result)}; events: ${events.length}; data: ${data.length} bytes`,
    ...logLines(result).map((line) => `  ${line}`),
    ...calls.slice(0, MAX_LINES),
    ...(left > 0 ? [`  … ${left} more lines of calls`] : []),
    ...debugLines(result.debug).map((line) => `  ${line}`),
  ])
}

/** A result that `console.log` prints in a few lines. */
export const shownResult = <T extends TxResult>(result: T, what: (result: T) => string): T =>
  shownAs(result, (one) => resultLines(one, what(one)))

/** A result that prints as text, if nothing more is known of it. */
export const shownTx = (result: TxResult): TxResult =>
  shownResult(result, ({ hash }) => (hash === '' ? 'Callback' : `Transaction ${hash.slice(0, 8)}…`))
