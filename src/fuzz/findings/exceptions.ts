import type { CampaignConfig, Exception } from '../config.js'

/** What an exception is compared with. */
interface Excepted {
  readonly invariant: string
  readonly about?: string | undefined
  readonly text: string
}

/** Whether the campaign has an exception for a violation. */
export const isExcepted = ({ except }: Pick<CampaignConfig, 'except'>, violation: Excepted): boolean =>
  except.some((entry) => isNamed(entry, violation))

/** Whether the campaign says that a violation is an error. */
export const isForbidden = ({ forbid }: Pick<CampaignConfig, 'forbid'>, violation: Excepted): boolean =>
  forbid.some((entry) => isNamed(entry, violation))

const isNamed = ({ invariant: of, at, reason }: Exception, { invariant, about, text }: Excepted): boolean =>
  of === invariant && (at === undefined || at === about) && (reason === undefined || text.includes(reason))

/** Addresses, assets and numbers, which differ from one action sequence to the next. */
const VARIES = /\b[a-z]+1[02-9ac-hj-np-z]{8,}|\b[a-z]+:[\w/.]+|\d+/g

/** A text with amounts, addresses and actors replaced by `#`. */
export const shapeOf = (text: string, actors: readonly string[]): string =>
  text.replaceAll(VARIES, '#').replaceAll(/\w+/g, (word) => (actors.includes(word) ? '#' : word))

const MAX_LENGTH = 60

/** The exception for a finding: its place, and the longest part of its text that stays the same. */
export function exceptionFor({ invariant, about, text }: Excepted, actors: readonly string[]): Exception {
  const parts = shapeOf(text, actors)
    .split('#')
    .map((part) => part.replaceAll(/^[\W_]+|[\W_]+$/g, ''))
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '')
  const reason = longest.length <= MAX_LENGTH ? longest : longest.slice(0, MAX_LENGTH).replace(/\s\S*$/, '')
  return { invariant, ...(about !== undefined && { at: about }), ...(reason !== '' && { reason }) }
}

/** The entry for a finding in its member of the campaign, as one line: `except`, or `forbid`. */
export const entryText = (member: 'except' | 'forbid', exception: Exception): string =>
  `${member}: [${exceptionText(exception)}]`

/** An exception as one line of YAML. */
export const exceptionText = ({ invariant, at, reason }: Exception): string =>
  `{ ${[
    `invariant: ${invariant}`,
    ...(at === undefined ? [] : [`at: ${JSON.stringify(at)}`]),
    ...(reason === undefined ? [] : [`reason: ${JSON.stringify(reason)}`]),
  ].join(', ')} }`
