import Table from 'cli-table3'
import type { Delivery, Reproduction } from '../../replay/reproduce/index.js'
import { plainNode, traceLines } from '../../sandbox/trace/trace.js'
import { grouped, shortAddresses, shorten } from './format.js'
import type { Terminal } from './terminal.js'

const MOST_FUNCTIONS = 12
const MOST_KEYS = 12

const verdict = ({ ok, gasUsed, gasLimit }: Delivery, { colors }: Terminal): string =>
  `${ok ? colors.green('succeeds') : colors.red('fails')}, ${grouped(gasUsed)}${gasLimit === undefined ? '' : ` of ${grouped(gasLimit)}`} gas`

function deliveryLines(title: string, delivery: Delivery, out: Terminal): string[] {
  return [
    `${out.colors.bold(title)}: ${verdict(delivery, out)}`,
    ...(delivery.error === undefined ? [] : [`  recorded ${delivery.error}`]),
    ...(delivery.details === undefined ? [] : [`  in full  ${delivery.details}`]),
    ...delivery.trace.flatMap((node) => traceLines(node)).map((line) => `  ${out.colors.dim(line)}`),
    '',
  ]
}

function functionTable({ functions }: Delivery, { colors, columns }: Terminal): string[] {
  if (functions.length === 0) return []
  const table = new Table({
    head: ['own gas', 'with callees', 'calls', 'contract', 'function'].map((title) => colors.bold(title)),
    colAligns: ['right', 'right', 'right', 'left', 'left'],
    style: { head: [], border: [], compact: true },
  })
  for (const { name, contract, calls, self, total } of functions.slice(0, MOST_FUNCTIONS))
    table.push([
      grouped(self),
      grouped(total),
      grouped(calls),
      shorten(contract, 20),
      shorten(name, Math.max(30, columns - 68)),
    ])
  return [...table.toString().split('\n'), '']
}

function keyTable({ keys }: Delivery, { colors, columns }: Terminal): string[] {
  if (keys.length === 0) return []
  const table = new Table({
    head: ['gas', 'reads', 'writes', 'removes', 'scans', 'contract', 'key'].map((title) => colors.bold(title)),
    colAligns: ['right', 'right', 'right', 'right', 'right', 'left', 'left'],
    style: { head: [], border: [], compact: true },
  })
  for (const { gas, reads, writes, removes, scans, contract, label, key } of keys.slice(0, MOST_KEYS))
    table.push([
      grouped(gas),
      reads,
      writes,
      removes,
      scans,
      label ?? shortAddresses(contract),
      shorten(key, Math.max(24, columns - 76)),
    ])
  return [...table.toString().split('\n'), '']
}

function resubmission({ unlimited, id }: Reproduction, { colors }: Terminal): string {
  if (!unlimited.ok) return colors.red(`A resubmission of failure ${id} would fail: ${unlimited.details ?? ''}`)
  return colors.green(
    `A resubmission of failure ${id} would pass, with ${grouped(unlimited.gasUsed)} gas for the callback within its transaction.`,
  )
}

/** The result as readable text. */
export function reproductionLines(reproduction: Reproduction, out: Terminal): string[] {
  const { colors } = out
  const { address, id, error, message, limited, unlimited, isReproduced, assumptions } = reproduction
  return [
    `${colors.bold(`failure ${id}`)} of ${address}`,
    `  recorded ${error}`,
    `  message  ${shorten(message, out.columns - 11)}`,
    '',
    ...deliveryLines('under the limit', limited, out),
    ...deliveryLines('without limit', unlimited, out),
    ...functionTable(unlimited.ok ? unlimited : limited, out),
    ...keyTable(unlimited.ok ? unlimited : limited, out),
    ...assumptions.map((line) => colors.dim(`assumed: ${line}`)),
    isReproduced
      ? colors.green('It fails here with the recorded error.')
      : colors.red(
          `It does not fail here with the recorded error: ${limited.ok ? 'it succeeds' : (limited.error ?? '')}`,
        ),
    resubmission(reproduction, out),
  ]
}

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

/** The result as JSON, with gas as decimal strings. */
export function reproductionJson(reproduction: Reproduction, fixture: string | undefined): object {
  const { address, id, error, message, limited, unlimited, isReproduced, missing, assumptions } = reproduction
  const delivery = ({ trace, ...rest }: Delivery) => ({ ...rest, trace: trace.map(plainNode) })
  return JSON.parse(
    JSON.stringify(
      {
        address,
        id,
        error,
        message,
        isReproduced,
        limited: delivery(limited),
        unlimited: delivery(unlimited),
        resubmission: { passes: unlimited.ok, gas: unlimited.gasUsed, error: unlimited.details },
        missing,
        assumptions,
        fixture,
      },
      plain,
    ),
  ) as object
}
