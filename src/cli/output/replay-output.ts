import Table from 'cli-table3'
import { failureLines } from '../../debug/index.js'
import type { Judged } from '../../fuzz/internal.js'
import { partsOf, type Difference, type ReplayReport, type StepReport } from '../../replay/internal.js'
import {
  isRun,
  journeyLines,
  traceLines,
  type EventResult,
  type SudoCall,
  type TraceNode,
  type TxResult,
} from '../../sandbox/internal.js'
import { inLine, SudoboxError } from '../../base/index.js'
import { grouped, shortAddresses, shorten } from './format.js'
import type { Terminal } from './terminal.js'
import type { Part } from '../../pages/index.js'
import { treeLines, type Tree } from './tree.js'

function eventText(event: EventResult, { colors, columns }: Terminal): string {
  const attributes = event.attributes.map(([key, value]) => `${key}=${value}`).join(' ')
  return `${colors.blue(event.type)} ${colors.dim(shorten(shortAddresses(attributes), columns - event.type.length - 16))}`
}

function callTree(node: TraceNode, out: Terminal): Tree {
  const { colors, columns } = out
  const limit = node.gasLimit === undefined ? '' : ` of ${grouped(node.gasLimit)}`
  const gas = colors.yellow(`${grouped(node.gasUsed)}${limit} gas`)
  const as = node.impersonated === undefined ? '' : ` ${colors.magenta(`as ${node.impersonated} (impersonated)`)}`
  const end = node.error === undefined ? [] : [{ text: `${colors.red('✗')} ${shorten(node.error, columns - 14)}` }]
  return {
    text: `${colors.bold(node.entryPoint)} ${node.label ?? shortAddresses(node.contract)}${node.double ? colors.magenta(' (double)') : ''} ${colors.dim(shorten(node.message, Math.max(20, columns - 64)))}${as} ${gas}`,
    children: [...end, ...node.children.map((child) => callTree(child, out))],
  }
}

function failureTree(call: SudoCall, { colors }: Terminal): Tree[] {
  return call.failure === undefined
    ? []
    : [{ text: `${colors.magenta(`failure ${call.failure.id}`)} ${call.failure.error}` }]
}

/** Calls and failures of a transaction, and the events that the filter accepts. */
const resultTrees = (
  { code, rawLog, hints = [], trace, sudo, events }: TxResult,
  out: Terminal,
  passes: (type: string) => boolean,
): Tree[] => [
  ...trace.map((node) => callTree(node, out)),
  ...sudo.flatMap((call) => failureTree(call, out)),
  ...events.filter(({ type }) => passes(type)).map((event) => ({ text: eventText(event, out) })),
  // A failed call shows the error itself.
  ...(code === 0 || trace.some(({ error }) => error !== undefined)
    ? []
    : [{ text: `${out.colors.red('✗')} ${shorten(rawLog, out.columns - 14)}` }]),
  ...hints.map((text) => ({ text: out.colors.yellow(text) })),
]

/** Events other than those that every transaction emits for its fee, sequence and signature. */
const isSpecific = (type: string): boolean => type !== 'tx'
/** Events that contracts emit. */
const isOfContract = (type: string): boolean => type === 'wasm' || type.startsWith('wasm-')

const gasText = (gas: bigint, { colors }: Terminal): string => `  ${colors.yellow(`${grouped(gas)} gas`)}`

const failedText = ({ code, codespace }: TxResult, { colors }: Terminal): string =>
  code === 0 ? '' : colors.red(`  ${codespace}/${code}`)

/** A delivery, or one of several transactions of a step. */
const partTree = ({ title, result }: Part, out: Terminal): Tree => ({
  text: `${out.colors.bold(title)}${gasText(result.gasUsed, out)}${failedText(result, out)}`,
  children: resultTrees(result, out, isOfContract),
})

function branches(step: StepReport, out: Terminal): Tree[] {
  const parts = partsOf(step)
  if (!(step.outcome instanceof SudoboxError) && 'failures' in step.outcome)
    return step.outcome.failures.map((failure) => ({
      text: `${out.colors.magenta(`failure ${failure.id}`)} ${failure.error}`,
      children:
        failure.details === undefined ? [] : [{ text: out.colors.dim(shorten(failure.details, out.columns - 12)) }],
    }))
  const results = parts.flatMap((part) =>
    part.title === '' ? resultTrees(part.result, out, isSpecific) : [partTree(part, out)],
  )
  const isShown = parts.some(({ title }) => title === '') || (step.outcome instanceof SudoboxError && parts.length > 0)
  return isShown ? results : [...viewTrees(step, parts.length > 0, out), ...results]
}

/** The outcome as JSON, without the parts that are shown as transactions. */
function viewTrees(step: StepReport, hasParts: boolean, out: Terminal): Tree[] {
  const shown = new Set(['ok', ...(hasParts ? ['delivered', 'steps', 'result', 'last', 'txs', 'runs'] : [])])
  const view = Object.entries(step.view as Record<string, unknown>).filter(([name]) => !shown.has(name))
  if (view.length === 0) return []
  return [{ text: out.colors.dim(shorten(JSON.stringify(Object.fromEntries(view)), out.columns - 8)) }]
}

/** One step: a line with its number, name and gas, and below it the calls, failures and events. */
export function stepLines(step: StepReport, out: Terminal): string[] {
  const { colors } = out
  const parts = partsOf(step)
  const own = parts.find(({ title }) => title === '')?.result
  const mark = step.difference ? colors.red('✗') : colors.green('✓')
  const gas = parts.length === 0 ? '' : gasText(gasOf(parts), out)
  const failed = own === undefined ? '' : failedText(own, out)
  const text = `${mark} ${colors.dim(String(step.index + 1).padStart(2))} ${colors.bold(step.name)}${gas}${failed}`
  return treeLines({ text, children: branches(step, out) }).map((line, row) => (row === 0 ? line : `     ${line}`))
}

const gasOf = (parts: readonly Part[]): bigint => parts.reduce((sum, { result }) => sum + result.gasUsed, 0n)

/** The calls of a step in full: messages, keys, gas. */
export const traceOf = (step: StepReport, { colors }: Terminal): string[] =>
  partsOf(step).flatMap(({ title, result }) =>
    [
      ...(title === '' || result.trace.length === 0 ? [] : [title]),
      ...result.trace.flatMap((node) => traceLines(node)),
    ].map((line) => `     ${colors.dim(line)}`),
  )

/** Where the last call of a step that failed did, in its source, with the locals there; none without a debug twin. */
export const failureOf = (step: StepReport, { colors, columns }: Terminal): string[] =>
  partsOf(step)
    .flatMap(({ result }) => failureLines(result.trace))
    .map((line) => `     ${colors.dim(shorten(line, columns - 6))}`)

export function differenceLines(difference: Difference, { colors }: Terminal): string[] {
  const actual = difference.actual === undefined ? 'nothing' : JSON.stringify(difference.actual, undefined, 1)
  return [
    `     ${colors.red('differs')} at ${difference.pointer === '' ? 'the outcome' : difference.pointer}`,
    `     expected ${difference.expected}`,
    `     actual   ${shorten(actual, 2_000)}`,
  ]
}

/** The callbacks of a run as a table: the gas and outcome of each. */
function callbackTable(report: ReplayReport, { colors, columns }: Terminal): readonly string[] {
  const table = new Table({
    head: ['', 'callback', 'contract', 'sudo gas', 'of limit', 'failure', 'full error'].map((title) =>
      colors.bold(title),
    ),
    colAligns: ['right', 'left', 'left', 'right', 'right', 'left', 'left'],
    style: { head: [], border: [], compact: true },
  })
  for (const step of report.steps)
    for (const { title, result } of partsOf(step)) {
      const limited = result.trace.filter(({ gasLimit }) => gasLimit !== undefined)
      for (const [index, call] of result.sudo.entries())
        table.push([
          colors.dim(String(step.index + 1)),
          inLine([step.name, title].filter(Boolean).join(': ')),
          inLine(limited[index]?.label ?? shorten(call.contract, 16)),
          colors.yellow(grouped(call.gasUsed)),
          `${((Number(call.gasUsed) / Number(call.gasLimit)) * 100).toFixed(1)} %`,
          call.failure === undefined
            ? colors.green('none')
            : colors.magenta(inLine(`${call.failure.id}: ${call.failure.error}`)),
          inLine(shorten(call.failure?.details ?? '', Math.max(24, columns - 112))),
        ])
    }
  return table.length === 0 ? [] : table.toString().split('\n')
}

/** Packets from which others followed, as trees over all chains. */
const journeyTexts = ({ journeys }: ReplayReport, { colors, columns }: Terminal): string[] =>
  journeys
    .filter(({ next }) => next.length > 0)
    .flatMap((journey) => {
      const [head, ...rest] = journeyLines(journey)
      return ['', colors.bold(head), ...rest.map((line) => colors.dim(shorten(line, columns)))]
    })

/** The number of steps that a run that ended early left out. */
const restOf = ({ planned, total }: ReplayReport): string =>
  planned < total ? `, ${total - planned} more did not run` : ''

/** One line on the setup of a finding, instead of its steps. */
export function setupLine(steps: readonly StepReport[], out: Terminal): string {
  const { colors } = out
  const parts = steps.flatMap(partsOf)
  const numbers = steps.length === 1 ? ' 1' : `1–${steps.length}`
  return `${colors.green('✓')} ${colors.dim(numbers)} ${colors.bold('setup')}${gasText(gasOf(parts), out)}  ${colors.dim('each step: --setup')}`
}

const LARGE_NUMBERS = /(?<![\w/.-])\d{4,}(?![\w/-])/g

/** Whether a finding still violates its invariant. */
export function verdictLines(invariant: string, judged: Judged, asFound: boolean, { colors }: Terminal): string[] {
  if (judged.verdict === 'fixed') return [colors.green(`${invariant} no longer violated`)]
  if (judged.verdict === 'violated') {
    const text = judged.text.replaceAll(LARGE_NUMBERS, (digits) => grouped(digits))
    return [colors.red(`${invariant} still violated: ${text}`)]
  }
  return [
    colors.yellow(`${invariant} was not checked: ${judged.reason}`),
    asFound
      ? 'all outcomes are as recorded, so it probably is still violated; to check, use --campaign FILE'
      : 'some outcomes are not as recorded; to check, use --campaign FILE',
  ]
}

/** The summary of a run: callbacks, sums, verdict. @param ran how many steps ran, including those not shown */
export function summaryLines(report: ReplayReport, ran: number, out: Terminal): string[] {
  const { colors } = out
  const parts = report.steps.flatMap(partsOf)
  const sudo = parts.flatMap(({ result }) => result.sudo)
  const recorded = sudo.filter((call) => call.failure !== undefined).length
  const table = callbackTable(report, out)
  const runs = parts.map(({ result }) => result).filter(isRun)
  const failedRuns = runs.filter(({ code }) => code !== 0).length
  const sums = [
    `${parts.length - runs.length} transactions and callbacks`,
    ...(runs.length > 0 ? [`${runs.length} scheduled executions, ${failedRuns} failed`] : []),
    `${grouped(gasOf(parts))} gas`,
    ...(sudo.length > 0 ? [`${sudo.length} callbacks under the sudo limit, ${recorded} failures recorded`] : []),
  ]
  const differing = report.steps.filter(({ difference }) => difference !== undefined)
  const verdict = report.passed
    ? colors.green(`${ran} of ${report.planned} steps as expected`) + restOf(report)
    : colors.red(`step ${differing.map(({ index }) => index + 1).join(', ')} of ${report.planned} is not as expected`)
  return [
    ...(table.length === 0 ? [] : ['', ...table]),
    ...journeyTexts(report, out),
    '',
    sums.join(colors.dim(' · ')),
    verdict,
  ]
}
