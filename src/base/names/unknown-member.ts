import { nearestTexts } from './nearest.js'

/** Names that a text lists. */
const MOST = 20

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
  known.length > MOST ? `${known.slice(0, MOST).join(', ')} and ${known.length - MOST} more` : known.join(', ')
