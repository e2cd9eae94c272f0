import Table from 'cli-table3'
import { bigintsAsText, inLine } from '../../base/index.js'
import type { Delivery, LiveReproduction, Reproduced } from '../../replay/internal.js'
import { plainNode, traceLines } from '../../sandbox/internal.js'
import { grouped, shortAddresses, shorten } from './format.js'
import type { Terminal } from './terminal.js'

const MAX_FUNCTIONS = 12
const MAX_KEYS = 12

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
  for (const { name, contract, calls, self, total } of functions.slice(0, MAX_FUNCTIONS))
    table.push([
      grouped(self),
      grouped(total),
      grouped(calls),
      inLine(shorten(contract, 20)),
      inLine(shorten(name, Math.max(30, columns - 68))),
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
  for (const { gas, reads, writes, removes, scans, contract, label, key } of keys.slice(0, MAX_KEYS))
    table.push([
      grouped(gas),
      reads,
      writes,
      removes,
      scans,
      inLine(label ?? shortAddresses(contract)),
      inLine(shorten(key, Math.max(24, columns - 76))),
    ])
  return [...table.toString().split('\n'), '']
}

function resubmission({ unlimited, id }: Reproduced, { colors }: Terminal): string {
  if (!unlimited.ok) return colors.red(`A resubmission of failure ${id} would fail: ${unlimited.details ?? ''}`)
  return colors.green(
    `A resubmission of failure ${id} would succeed. The callback would use ${grouped(unlimited.gasUsed)} gas of its transaction.`,
  )
}

/** What the live chain reports about the failure. */
function chainLines({ chainId, height, index, details }: LiveReproduction): readonly string[] {
  return [
    `  on       ${chainId}, block ${height}${index === undefined ? '' : `, transaction ${index}`}`,
    ...(details === undefined ? [] : [`  in full  ${details}`]),
  ]
}

function txGasLine({ txGas }: LiveReproduction, { colors }: Terminal): readonly string[] {
  if (txGas === undefined) return []
  const { here, chain } = txGas
  return here === chain
    ? [colors.green(`Its transaction used ${grouped(here)} gas, as on the chain.`)]
    : [colors.yellow(`Its transaction used ${grouped(here)} gas here, and ${grouped(chain)} on the chain.`)]
}

/** Whether it can be resubmitted on the chain as it is now. */
function nowLine({ now, id }: LiveReproduction, { colors }: Terminal): string {
  const at = `at the latest height (${now.height})`
  if (now.state === 'gone') return `Failure ${id} no longer exists ${at}: it was resubmitted.`
  if (now.state === 'unknown')
    return colors.yellow(`It is not known whether a resubmission would succeed ${at}: ${now.reason}`)
  const { delivery, txGas } = now
  if (!delivery.ok) return colors.red(`A resubmission of failure ${id} would fail ${at}: ${delivery.details ?? ''}`)
  return colors.green(
    `A resubmission of failure ${id} would succeed ${at}, with ${grouped(delivery.gasUsed)} gas for the callback, and ${grouped(txGas)} for a transaction that contains only the resubmission.`,
  )
}

/** The result as readable text. */
export function reproductionLines(reproduction: Reproduced, out: Terminal, live?: LiveReproduction): string[] {
  const { colors } = out
  const { address, id, error, message, limited, unlimited, isReproduced, assumptions } = reproduction
  const shown = unlimited.ok || live !== undefined ? unlimited : limited
  return [
    `${colors.bold(`failure ${id}`)} of ${address}`,
    ...(live === undefined ? [] : chainLines(live)),
    `  recorded ${error}`,
    `  message  ${shorten(message, out.columns - 11)}`,
    '',
    ...deliveryLines('under the limit', limited, out),
    ...deliveryLines('without limit', unlimited, out),
    ...functionTable(shown, out),
    ...keyTable(shown, out),
    ...assumptions.map((line) => colors.dim(`assumed: ${line}`)),
    isReproduced
      ? colors.green('The callback fails with the recorded error.')
      : colors.red(
          `The callback does not fail with the recorded error: ${limited.ok ? 'it succeeds' : (limited.error ?? '')}`,
        ),
    ...(live === undefined ? [resubmission(reproduction, out)] : [...txGasLine(live, out), nowLine(live, out)]),
  ]
}

/** The result as JSON, with gas as decimal strings. */
export function reproductionJson(
  reproduction: Reproduced,
  fixture: string | undefined,
  live?: LiveReproduction,
): object {
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
        ...(live && liveJson(live)),
        missing,
        assumptions,
        fixture,
      },
      bigintsAsText,
    ),
  ) as object
}

function liveJson({ chainId, height, index, details, txGas, now, requests }: LiveReproduction): object {
  return {
    chain: { chainId, height, index, details },
    txGas,
    now:
      now.state !== 'tried'
        ? now
        : {
            height: now.height,
            state: now.state,
            passes: now.delivery.ok,
            gas: now.delivery.gasUsed,
            txGas: now.txGas,
            error: now.delivery.details,
          },
    requests,
  }
}
