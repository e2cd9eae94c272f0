import Table from 'cli-table3'
import type { Difference } from '../replay/match.js'
import type { ReplayReport, StepReport } from '../replay/run.js'
import type { EventResult, TxResult } from '../sandbox/tx/result.js'
import { TxError } from '../sandbox/tx/result.js'
import { traceLines, type SudoCall, type TraceNode } from '../sandbox/trace/trace.js'
import { SudoboxError } from '../base/errors.js'
import { grouped, shortAddresses, shorten } from './format.js'
import type { Terminal } from './terminal.js'
import { treeLines, type Tree } from './tree.js'

/** The transaction's result behind a step; undefined for a step that is none. */
function txOf(step: StepReport): TxResult | undefined {
  if (step.outcome instanceof TxError) return step.outcome.result
  if (step.outcome instanceof SudoboxError) return undefined
  return 'trace' in step.outcome ? step.outcome : undefined
}

function eventText(event: EventResult, { colors, columns }: Terminal): string {
  const attributes = event.attributes.map(([key, value]) => `${key}=${value}`).join(' ')
  return `${colors.blue(event.type)} ${colors.dim(shorten(shortAddresses(attributes), columns - event.type.length - 16))}`
}

function callTree(node: TraceNode, out: Terminal): Tree {
  const { colors, columns } = out
  const limit = node.gasLimit === undefined ? '' : ` of ${grouped(node.gasLimit)}`
  const gas = colors.yellow(`${grouped(node.gasUsed)}${limit} gas`)
  const end = node.error === undefined ? [] : [{ text: `${colors.red('✗')} ${shorten(node.error, columns - 14)}` }]
  return {
    text: `${colors.bold(node.entryPoint)} ${node.label ?? shortAddresses(node.contract)} ${colors.dim(shorten(node.message, Math.max(20, columns - 64)))} ${gas}`,
    children: [...end, ...node.children.map((child) => callTree(child, out))],
  }
}

function failureTree(call: SudoCall, { colors }: Terminal): Tree[] {
  return call.failure === undefined
    ? []
    : [{ text: `${colors.magenta(`failure ${call.failure.id}`)} ${call.failure.error}` }]
}

function branches(step: StepReport, out: Terminal): Tree[] {
  const tx = txOf(step)
  if (tx !== undefined)
    return [
      ...tx.trace.map((node) => callTree(node, out)),
      ...tx.sudo.flatMap((call) => failureTree(call, out)),
      // What every transaction emits for its fee, sequence and signature tells nothing of the contract.
      ...tx.events.filter((event) => event.type !== 'tx').map((event) => ({ text: eventText(event, out) })),
    ]
  if (!(step.outcome instanceof SudoboxError) && 'failures' in step.outcome)
    return step.outcome.failures.map((failure) => ({
      text: `${out.colors.magenta(`failure ${failure.id}`)} ${failure.error}`,
      children:
        failure.details === undefined ? [] : [{ text: out.colors.dim(shorten(failure.details, out.columns - 12)) }],
    }))
  const { ok: _, ...view } = step.view as Record<string, unknown>
  return Object.keys(view).length === 0
    ? []
    : [{ text: out.colors.dim(shorten(JSON.stringify(view), out.columns - 8)) }]
}

/** One step: a line with its number, name and gas, and below it the calls, failures and events. */
export function stepLines(step: StepReport, out: Terminal): string[] {
  const { colors } = out
  const tx = txOf(step)
  const mark = step.difference ? colors.red('✗') : colors.green('✓')
  const gas = tx === undefined ? '' : `  ${colors.yellow(`${grouped(tx.gasUsed)} gas`)}`
  const failed = tx !== undefined && tx.code !== 0 ? colors.red(`  ${tx.codespace}/${tx.code}`) : ''
  const text = `${mark} ${colors.dim(String(step.index + 1).padStart(2))} ${colors.bold(step.name)}${gas}${failed}`
  return treeLines({ text, children: branches(step, out) }).map((line, row) => (row === 0 ? line : `     ${line}`))
}

/** The calls of a step in full: messages, keys, gas. */
export function traceOf(step: StepReport, { colors }: Terminal): string[] {
  return (txOf(step)?.trace ?? []).flatMap((node) => traceLines(node)).map((line) => `     ${colors.dim(line)}`)
}

export function differenceLines(difference: Difference, { colors }: Terminal): string[] {
  const actual = difference.actual === undefined ? 'nothing' : JSON.stringify(difference.actual, undefined, 1)
  return [
    `     ${colors.red('differs')} at ${difference.pointer === '' ? 'the outcome' : difference.pointer}`,
    `     expected ${difference.expected}`,
    `     actual   ${shorten(actual, 2_000)}`,
  ]
}

/** The callbacks of a run as a table: each with what it was charged, and what became of it. */
function callbackTable(report: ReplayReport, { colors, columns }: Terminal): string {
  const table = new Table({
    head: ['', 'callback', 'contract', 'sudo gas', 'of limit', 'failure', 'error in full'].map((title) =>
      colors.bold(title),
    ),
    colAligns: ['right', 'left', 'left', 'right', 'right', 'left', 'left'],
    style: { head: [], border: [], compact: true },
  })
  for (const step of report.steps)
    for (const [index, call] of (txOf(step)?.sudo ?? []).entries()) {
      const node = txOf(step)!.trace.filter((root) => root.gasLimit !== undefined)[index]
      table.push([
        colors.dim(String(step.index + 1)),
        step.name,
        node?.label ?? shorten(call.contract, 16),
        colors.yellow(grouped(call.gasUsed)),
        `${((Number(call.gasUsed) / Number(call.gasLimit)) * 100).toFixed(1)} %`,
        call.failure === undefined ? colors.green('none') : colors.magenta(`${call.failure.id}: ${call.failure.error}`),
        shorten(call.failure?.details ?? '', Math.max(24, columns - 112)),
      ])
    }
  return table.length === 0 ? '' : table.toString()
}

/** What a run that ended early left out. */
const restOf = ({ planned, total }: ReplayReport): string =>
  planned < total ? `, ${total - planned} more did not run` : ''

/** What a run came to: the callbacks, the sums, the verdict. */
export function summaryLines(report: ReplayReport, out: Terminal): string[] {
  const { colors } = out
  const results = report.steps.flatMap((step) => txOf(step) ?? [])
  const sudo = results.flatMap((result) => result.sudo)
  const recorded = sudo.filter((call) => call.failure !== undefined).length
  const gas = results.reduce((sum, result) => sum + result.gasUsed, 0n)
  const table = callbackTable(report, out)
  const sums = [
    `${results.length} transactions and callbacks`,
    `${grouped(gas)} gas`,
    ...(sudo.length > 0 ? [`${sudo.length} callbacks under the sudo limit, ${recorded} failures recorded`] : []),
  ]
  const differing = report.steps.filter(({ difference }) => difference !== undefined)
  const verdict = report.passed
    ? colors.green(`${report.steps.length} of ${report.planned} steps as expected`) + restOf(report)
    : colors.red(`step ${differing.map(({ index }) => index + 1).join(', ')} of ${report.planned} is not as expected`)
  return [...(table === '' ? [] : ['', table]), '', sums.join(colors.dim(' · ')), verdict]
}
