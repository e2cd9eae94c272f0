import { relative } from 'node:path'
import type { CompareProgress, Comparison, DifferenceClass, FoundDifference } from '../../fuzz/internal.js'
import { replayText } from '../output/command-text.js'
import { plural } from '../output/fuzz-output.js'
import type { Terminal } from '../output/terminal.js'

/** A difference, and the fixtures that show it on each build. */
export interface ShownDifference extends FoundDifference {
  readonly files: { readonly old: string; readonly new: string }
}

export const compareText = ({ seconds, sequences, actions, compared, differences }: CompareProgress): string =>
  [
    `${Math.floor(seconds)} s`,
    plural(sequences, 'action sequence'),
    plural(actions, 'action'),
    `${plural(compared, 'step')} on both builds`,
    plural(differences, 'difference'),
  ].join(' · ')

/** Classes of differences, in words. */
const CLASSES: Readonly<Record<DifferenceClass, string>> = {
  result: 'results',
  storage: 'storage',
  events: 'events',
  gas: 'whether the gas is enough',
  error: 'errors',
}

export function differenceLines(
  { about, classes, what, inSetup, lines, files }: ShownDifference,
  { colors }: Terminal,
  trust: boolean,
): readonly string[] {
  const file = relative('', files.old)
  return [
    '',
    `${colors.red('differs')} ${colors.bold(about)} in ${classes.map((one) => CLASSES[one]).join(', ')}${inSetup ? ', in the set-up' : ''}`,
    ...what.map((line) => `  ${line}`),
    ...lines.map((line) => colors.dim(`  ${line}`)),
    colors.dim(`  ${replayText(file, trust)}   (on NEW: ${relative('', files.new)})`),
  ]
}

/** The document of `--json`. */
export const comparisonJson = (
  { seconds, sequences, actions: executed, compared }: Comparison,
  seed: number,
  found: readonly ShownDifference[],
): object => ({
  seed,
  seconds,
  sequences,
  actions: executed,
  compared,
  differences: found.map(({ about, classes, what, inSetup, actions, lines, files }) => ({
    at: about,
    classes,
    what,
    inSetup,
    actions: actions.length,
    lines,
    old: relative('', files.old),
    new: relative('', files.new),
  })),
})
