import type { CampaignConfig, Exception } from './config.js'

/** What is to be excepted. */
interface Told {
  readonly invariant: string
  readonly about?: string | undefined
  readonly text: string
}

/** Whether a campaign excepts it. */
export const isExcepted = ({ except }: Pick<CampaignConfig, 'except'>, { invariant, about, text }: Told): boolean =>
  except.some(
    ({ invariant: of, at, reason }) =>
      of === invariant && (at === undefined || at === about) && (reason === undefined || text.includes(reason)),
  )

/** Names, amounts, addresses and numbers, which differ from one story to the next. */
const VARIES = /\b[a-z]+1[02-9ac-hj-np-z]{8,}|\b[a-z]+:[\w/.]+|\d+/g

/** What stays the same of a text whatever amounts, addresses and actors are in it. */
export const shapeOf = (text: string, actors: readonly string[]): string =>
  text.replaceAll(VARIES, '#').replaceAll(/\w+/g, (word) => (actors.includes(word) ? '#' : word))

const LONGEST = 60

/** The exception for a finding: its place, and the longest part of its text that stays the same. */
export function exceptionFor({ invariant, about, text }: Told, actors: readonly string[]): Exception {
  const parts = shapeOf(text, actors)
    .split('#')
    .map((part) => part.replaceAll(/^[\W_]+|[\W_]+$/g, ''))
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '')
  const reason = longest.length <= LONGEST ? longest : longest.slice(0, LONGEST).replace(/\s\S*$/, '')
  return { invariant, ...(about !== undefined && { at: about }), ...(reason !== '' && { reason }) }
}

/** An exception as YAML has it in one line. */
export const exceptionText = ({ invariant, at, reason }: Exception): string =>
  `{ ${[
    `invariant: ${invariant}`,
    ...(at === undefined ? [] : [`at: ${JSON.stringify(at)}`]),
    ...(reason === undefined ? [] : [`reason: ${JSON.stringify(reason)}`]),
  ].join(', ')} }`
