import { relative } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { Finding } from '../../fuzz/finding.js'
import type { PoolProgress } from '../../fuzz/pool/pool.js'
import { grouped, shorten } from './format.js'
import type { Terminal } from './terminal.js'

/** @throws InvalidArgumentError, which commander tells with the name of the option */
export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text)
    if (/^[0-9]+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`expected a whole number from ${least} to ${grouped(most)}`)
  }

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** How far a campaign has come, in one line. */
export function progressText(progress: PoolProgress, { colors, columns }: Terminal): string {
  const { seconds, stories, actions, features, corpus, findings, earlier } = progress
  const found = findings.filter(({ warning }) => !warning).length
  const rate = seconds > 0 ? stories / seconds : 0
  const parts = [
    `${Math.floor(seconds)} s`,
    plural(stories + earlier, 'story', 'stories'),
    `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`,
    plural(actions, 'action'),
    plural(features, 'feature'),
    `${grouped(corpus)} kept`,
  ]
  const text = shorten(parts.join(' · '), columns - 14)
  return `${text} · ${found > 0 ? colors.red(`${found} found`) : colors.green('0 found')}`
}

export function findingLines(
  { invariant, text, warning, lines, file }: Finding,
  { colors }: Terminal,
): readonly string[] {
  const path = relative('', file)
  return [
    '',
    `${warning ? colors.yellow('warning') : colors.red('found')} ${colors.bold(invariant)} ${text}`,
    ...lines.map((line) => `  ${line}`),
    ...(warning ? [] : [colors.dim(`  sudobox replay ${path}`)]),
    '',
  ]
}

export const jsonReport = ({ findings, earlier, ...progress }: PoolProgress): object => ({
  ...progress,
  stories: progress.stories + earlier,
  findings: findings.map(({ invariant, text, warning, seed, file, lines, actions }) => ({
    invariant,
    text,
    warning,
    seed,
    file: warning ? null : relative('', file),
    actions: actions.length,
    lines,
  })),
})
