import { relative } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { jsonOf } from '../../base/index.js'
import {
  exceptionText,
  type Finding,
  type PoolProgress,
  type PoolReport,
  type QueueProgress,
} from '../../fuzz/internal.js'
import { replayText } from './command-text.js'
import { grouped, shorten } from './format.js'
import { levelLines } from './level-lines.js'
import { reachJson } from './reach-output.js'
import type { Terminal } from './terminal.js'

/** @throws InvalidArgumentError, which commander prints with the name of the option */
export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text)
    if (/^[0-9]+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`expected a whole number from ${least} to ${grouped(most)}`)
  }

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** The progress of a campaign, in one line. */
export function progressText(progress: PoolProgress | QueueProgress, { colors, columns }: Terminal): string {
  const { seconds, sequences, actions, features, corpus, findings, earlier } = progress
  const found = findings.filter(({ level }) => level === 'error').length
  const rate = seconds > 0 ? sequences / seconds : 0
  const parts = [
    `${Math.floor(seconds)} s`,
    plural(sequences + earlier, 'action sequence'),
    `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`,
    plural(actions, 'action'),
    plural(features, 'feature'),
    `${grouped(corpus)} kept`,
    ...('run' in progress ? [progress.workers === 0 ? 'waiting for workers' : plural(progress.workers, 'worker')] : []),
  ]
  const text = shorten(parts.join(' · '), columns - 14)
  const notes = findings.filter(({ level }) => level === 'note').length
  const noted = notes > 0 ? ` · ${plural(notes, 'note')}` : ''
  return `${text} · ${found > 0 ? colors.red(`${found} found`) : colors.green('0 found')}${noted}`
}

/** @param trust whether the replay needs `--trust` */
export function findingLines(finding: Finding, { colors }: Terminal, trust: boolean): readonly string[] {
  const { invariant, text, about, level, lines, file } = finding
  const heading = { error: colors.red('found'), warning: colors.yellow('warning'), note: colors.dim('note') }[level]
  const place = about === undefined ? '' : ` ${colors.dim(`at ${about}`)}`
  if (finding.isShrinking === true)
    return [`${heading} ${colors.bold(invariant)} ${text}${place} ${colors.dim('being shrunk')}`]
  return [
    '',
    `${heading} ${colors.bold(invariant)} ${text}${place}`,
    ...folded(lines).map((line) => `  ${line}`),
    ...(level === 'error' ? [colors.dim(`  ${replayText(relative('', file), trust)}`)] : []),
    ...levelLines(finding).map((line) => colors.dim(`  ${line}`)),
    '',
  ]
}

/** The most steps of an action sequence that are printed. */
const MAX_STEPS = 24
/** How many of them are the last ones. */
const LAST_STEPS = 4

/** A long action sequence without the steps in its middle. */
function folded(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => !/^\d+\. /.test(line))
  const steps = end < 0 ? lines.length : end
  if (steps <= MAX_STEPS) return lines
  const first = MAX_STEPS - LAST_STEPS
  return [
    ...lines.slice(0, first),
    `… ${plural(steps - MAX_STEPS, 'step')} that the fixture has …`,
    ...lines.slice(steps - LAST_STEPS),
  ]
}

/** The notes, which come last and without their action sequences, and the entries that make errors of them. */
export const noteLines = (findings: readonly Finding[], { colors }: Terminal): readonly string[] => {
  const notes = findings.filter(({ level }) => level === 'note')
  if (notes.length === 0) return []
  return [
    '',
    colors.bold('notes: facts of the design that the campaign does not count as errors'),
    ...notes.map(({ invariant, text, about }) => `  ${invariant} ${text}${about === undefined ? '' : ` at ${about}`}`),
    colors.dim('to make errors of them, add to the campaign (or silence them, with `except` instead of `forbid`):'),
    colors.dim('forbid:'),
    ...notes.map(({ exception }) => colors.dim(`  - ${exceptionText(exception)}`)),
    '',
  ]
}

/** The exceptions for all findings that are more than notes, for the campaign. Empty for a single one, which is printed with its own. */
export const exceptionLines = (findings: readonly Finding[]): readonly string[] => {
  const shown = findings.filter(({ level }) => level !== 'note')
  return shown.length < 2
    ? []
    : [
        'if findings are intended, add to the campaign (most likely intended: the last ones):',
        'except:',
        ...shown.map(({ exception }) => `  - ${exceptionText(exception)}`),
        '',
      ]
}

/** The document of `--json`. `stories` is the earlier name of `sequences`; `warning` tells that the level is not `error`. */
export const jsonReport = ({
  findings,
  earlier,
  contracts,
  growths,
  certificates,
  ...progress
}: PoolReport): object => ({
  ...progress,
  growths: growths.map(({ limit, points, ...pair }) => ({
    ...pair,
    limit: String(limit),
    points: points.map(({ records, gas }) => ({ records, gas: String(gas) })),
  })),
  certificates: jsonOf(certificates),
  contracts: reachJson(contracts),
  sequences: progress.sequences + earlier,
  stories: progress.sequences + earlier,
  findings: findings.map(({ invariant, text, about, level, exception, seed, file, lines, actions }) => ({
    invariant,
    text,
    at: about ?? null,
    level,
    warning: level !== 'error',
    exception,
    seed,
    file: level === 'error' ? relative('', file) : null,
    actions: actions.length,
    lines,
  })),
})
