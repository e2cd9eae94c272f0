import { entryPointReach, wholeReach, type ContractReach, type MessageReach } from '../../fuzz/internal.js'
import { grouped, shorten } from './format.js'
import type { Terminal } from './terminal.js'

/** Why an entry point may not have been called. */
const WHY: readonly { readonly fits: RegExp; readonly text: string }[] = [
  { fits: /^migrate$/, text: 'no admin of the campaign migrated it' },
  { fits: /^sudo$/, text: 'the chain made no callbacks' },
  { fits: /^reply$/, text: 'the contract requested no reply' },
  { fits: /^ibc_channel_/, text: 'no channel of the contract was opened or closed' },
  { fits: /^ibc/, text: 'no packet of the contract got that far' },
]

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((100 * part) / whole))

/** The coverage of each contract: its messages, and the code of each entry point. */
export const reachLines = (contracts: readonly ContractReach[], out: Terminal): readonly string[] =>
  contracts.flatMap((contract) => contractLines(contract, out))

/** Columns for earlier moments. */
const MAX_MOMENTS = 4

function contractLines({ label, messages, code, overTime }: ContractReach, out: Terminal): readonly string[] {
  const { colors } = out
  const accepted = messages.filter((one) => one.accepted > 0).length
  const whole = wholeReach(code)
  const share = `${accepted} of ${messages.length} messages accepted (${percent(accepted, messages.length)} %)`
  const head = `${label}: ${messages.length === 0 ? 'no messages' : share}, ${percent(whole.ran, whole.blocks)} % of its code ran`
  const moments = overTime.slice(-MAX_MOMENTS)
  const earlier = moments.map(({ ran }) => entryPointReach({ ...code, ran }))
  const rows = [...messages].sort((a, b) => b.accepted - a.accepted || b.tried - a.tried)
  return [
    '',
    colors.bold(head),
    ...(rows.length === 0
      ? []
      : table(
          ['message', 'tried', 'accepted', 'share', 'most frequent error'],
          rows.map((one) => [one.name, grouped(one.tried), grouped(one.accepted), acceptedShare(one), refusal(one)]),
          out,
        )),
    ...table(
      ['code of', 'blocks', ...moments.map(({ seconds }) => `${grouped(seconds)} s`), 'ran', ''],
      entryPointReach(code).map(({ name, called, blocks, ran }, i) => [
        name,
        grouped(blocks),
        ...earlier.map((entries) => `${percent(entries[i]!.ran, blocks)} %`),
        `${percent(ran, blocks)} %`,
        called ? '' : `never called: ${WHY.find(({ fits }) => fits.test(name))?.text ?? 'nothing called it'}`,
      ]),
      out,
    ),
  ]
}

/** Which share of the tries was accepted, with a decimal below ten percent. */
function acceptedShare({ tried, accepted }: MessageReach): string {
  if (tried === 0) return ''
  const thousandths = Math.floor((1000 * accepted) / tried)
  return thousandths < 100 ? `${(thousandths / 10).toFixed(1)} %` : `${Math.floor(thousandths / 10)} %`
}

function refusal({ tried, refusals }: MessageReach): string {
  const [most] = refusals
  if (most !== undefined) return `${grouped(most.times)} × ${most.text}`
  return tried === 0 ? 'never sent' : ''
}

/** The first column is aligned left, the others right; the last one is text, cut to the width of the terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], { colors, columns }: Terminal) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)))
  const line = (row: readonly string[]): string => {
    const cells = row.slice(0, -1).map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
    return shorten(`  ${[...cells, row.at(-1)!].join('  ')}`.trimEnd(), columns)
  }
  return [colors.dim(line(head)), ...rows.map(line)]
}

/** The coverage for `--json`. */
export const reachJson = (contracts: readonly ContractReach[]): readonly object[] =>
  contracts.map(({ label, messages, code, overTime }) => ({
    label,
    messages: messages.map(({ refusals, ...one }) => ({ ...one, refusals: refusals.slice(0, 3) })),
    code: wholeReach(code),
    entryPoints: entryPointReach(code),
    overTime: overTime.map(({ seconds, ran }) => {
      const then = { ...code, ran }
      const entryPoints = entryPointReach(then).map(({ name, called, ran: blocksRan }) => ({
        name,
        called,
        ran: blocksRan,
      }))
      return { seconds, ran: wholeReach(then).ran, entryPoints }
    }),
  }))
