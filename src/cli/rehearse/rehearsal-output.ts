import { asLine } from '../../base/index.js'
import type { CauseGroup, Rehearsal, StepDifference } from '../../rehearse/index.js'
import { shorten } from '../output/format.js'
import type { Terminal } from '../output/terminal.js'

/** More differences of one cause than this are counted alone. */
const MAX_SHOWN = 5

/** Whether something differs, or is refused on both sides. */
export const isRefused = ({ groups }: Rehearsal): boolean => groups.length > 0

/** What differs, by cause. @param file its path, as the user gave it */
export function rehearsalLines(file: string, found: Rehearsal, out: Terminal): readonly string[] {
  const { colors } = out
  const { groups, steps, differing, stories } = found
  const known = groups.filter(({ kind }) => kind === 'known')
  const unknown = groups.filter(({ kind }) => kind === 'unknown')
  return [
    `${colors.bold(found.title)} ${colors.dim(file)}`,
    `${sidesText(found)}, on ${found.chains.join(', ')}`,
    ...(stories === undefined ? [] : [runsText(stories)]),
    ...section(colors.red('causes'), known, out),
    ...section(colors.yellow('without a known cause'), unknown, out),
    ...(found.notes.length === 0
      ? []
      : ['', colors.yellow('not as on the chain'), ...found.notes.map((note) => `  ${asLine(note)}`)]),
    '',
    groups.length === 0
      ? colors.green(found.isSameTarget ? `${steps} steps on the same target` : `${steps} steps, no difference`)
      : `${differing} of ${steps} steps differ, ${groups.length} ${groups.length === 1 ? 'cause' : 'causes'}`,
  ]
}

/** The two sides, or that both are one. */
export const sidesText = ({ from, to, isSameTarget }: Rehearsal): string =>
  isSameTarget
    ? `${to} on both sides: nothing can differ, and what it refuses is listed (--from and --to name the releases)`
    : `${from} → ${to}`

const section = (title: string, groups: readonly CauseGroup[], out: Terminal): readonly string[] =>
  groups.length === 0 ? [] : ['', title, ...groups.flatMap((group) => groupLines(group, out))]

function groupLines(group: CauseGroup, out: Terminal): readonly string[] {
  const { colors } = out
  const { differences, consequences } = group
  return [
    `  ${asLine(causeText(group))}`,
    ...listed(differences, out),
    ...(consequences.length === 0
      ? []
      : [`    ${colors.dim('and what may follow from it')}`, ...listed(consequences, out)]),
  ]
}

/** A cause with who has it: `query X no longer exists: 14 calls of hydro, first at step 3`. */
export function causeText({ cause, calls, stories }: CauseGroup): string {
  const by = calls.map(
    ({ contract, calls: count, first, story }) =>
      `${count} ${count === 1 ? 'call' : 'calls'} of ${contract}, first at ${placeText(first, story)}`,
  )
  const many = stories === undefined ? '' : ` (in ${runsText(stories)})`
  return `${by.length === 0 ? cause : `${cause}: ${by.join('; ')}`}${many}`
}

const runsText = (runs: number): string => `${runs} ${runs === 1 ? 'run' : 'runs'}`

const placeText = (step: number, story: string | undefined): string =>
  story === undefined ? `step ${step}` : `step ${step} of ${story}`

const listed = (differences: readonly StepDifference[], out: Terminal): readonly string[] => [
  ...differences
    .slice(0, MAX_SHOWN)
    .map((one) => `    ${out.colors.dim(shorten(differenceText(one), out.columns - 4))}`),
  ...(differences.length > MAX_SHOWN ? [`    ${out.colors.dim(`and ${differences.length - MAX_SHOWN} more`)}`] : []),
]

/** One difference in a line. */
export const differenceText = ({ what, step, name, story, before, after, about }: StepDifference): string =>
  asLine(`${placeText(step, story)} ${name}: ${what}${about === undefined ? '' : ` of ${about}`}: ${before} → ${after}`)
