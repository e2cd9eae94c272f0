import { nearestTexts } from './nearest.js'

/** Names that a text lists. */
const MAX_NAMES = 20

/** `, did you mean "code"?`, if a name is close to one that is known. */
export function closestName(name: string, known: readonly string[]): string {
  const [closest] = nearestTexts(name, known)
  return closest === undefined ? '' : `, did you mean "${closest}"?`
}

/** The text about a member that is not known, with the closest known name. */
export const unknownMember = (name: string, known: readonly string[]): string =>
  `unknown member ${JSON.stringify(name.slice(0, 80))}${closestName(name, known)}`

/** The names that are known, as a part of a text. */
export const knownNames = (known: readonly string[]): string =>
  known.length > MAX_NAMES
    ? `${known.slice(0, MAX_NAMES).join(', ')} and ${known.length - MAX_NAMES} more`
    : known.join(', ')
