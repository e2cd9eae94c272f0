import { relative } from 'node:path'
import { InvalidArgumentError } from 'commander'
import {
  exceptionText,
  type Finding,
  type PoolProgress,
  type PoolReport,
  type QueueProgress,
} from '../../fuzz/internal.js'
import { replayText } from './command-text.js'
import { grouped, shorten } from './format.js'
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
  const found = findings.filter(({ warning }) => !warning).length
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
  return `${text} · ${found > 0 ? colors.red(`${found} found`) : colors.green('0 found')}`
}

/** @param trust whether the replay needs `--trust` */
export function findingLines(
  { invariant, text, about, warning, lines, file, exception }: Finding,
  { colors }: Terminal,
  trust: boolean,
): readonly string[] {
  const place = about === undefined ? '' : ` ${colors.dim(`at ${about}`)}`
  return [
    '',
    `${warning ? colors.yellow('warning') : colors.red('found')} ${colors.bold(invariant)} ${text}${place}`,
    ...lines.map((line) => `  ${line}`),
    ...(warning ? [] : [colors.dim(`  ${replayText(relative('', file), trust)}`)]),
    colors.dim(`  if intended, add to the campaign: except: [${exceptionText(exception)}]`),
    '',
  ]
}

/** The exceptions for all findings, for the campaign. Empty for a single finding, which is printed with its own. */
export const exceptionLines = (findings: readonly Finding[]): readonly string[] =>
  findings.length < 2
    ? []
    : [
        'if findings are intended, add to the campaign (most likely intended: the last ones):',
        'except:',
        ...findings.map(({ exception }) => `  - ${exceptionText(exception)}`),
        '',
      ]

/** The document of `--json`. `stories` is the earlier name of `sequences`. */
export const jsonReport = ({ findings, earlier, contracts, growths, ...progress }: PoolReport): object => ({
  ...progress,
  growths: growths.map(({ limit, points, ...pair }) => ({
    ...pair,
    limit: String(limit),
    points: points.map(({ records, gas }) => ({ records, gas: String(gas) })),
  })),
  contracts: reachJson(contracts),
  sequences: progress.sequences + earlier,
  stories: progress.sequences + earlier,
  findings: findings.map(({ invariant, text, about, warning, maybeMeant, exception, seed, file, lines, actions }) => ({
    invariant,
    text,
    at: about ?? null,
    warning,
    maybeMeant,
    exception,
    seed,
    file: warning ? null : relative('', file),
    actions: actions.length,
    lines,
  })),
})
