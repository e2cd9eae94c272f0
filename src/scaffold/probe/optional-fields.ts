import type { Verdict } from './parser.js'

/** Each word twice: the first time a field may be read, the second time it is refused as one that was there already. The text after them ends the last `null`. */
const twice = (words: readonly string[]): string =>
  [...words.flatMap((word) => Array<string>(2).fill(`${JSON.stringify(word)}:null`)), '"?":""'].join(',')

/**
 * Which of some words are fields of a struct that passes over unknown ones. A known field is refused when it comes twice, or at once where it
 * takes no `null`; an unknown one never.
 *
 * @param before the message up to where the struct begins
 */
export function fieldsAmong(
  words: readonly string[],
  before: string,
  ask: (beginning: string) => Verdict,
): readonly string[] {
  const fields: string[] = []
  for (let rest = words; rest.length > 0; rest = rest.filter((word) => !fields.includes(word))) {
    const verdict = ask(`${before}{${twice(rest)}`)
    if (verdict.kind === 'accepted') break
    const named = verdict.kind === 'duplicate field' && rest.includes(verdict.name) ? verdict.name : undefined
    fields.push(named ?? firstRefused(rest, (some) => ask(`${before}{${twice(some)}`).kind === 'accepted'))
  }
  return fields
}

/** The first refused word, among words that are refused together. */
function firstRefused(words: readonly string[], takes: (words: readonly string[]) => boolean): string {
  let [taken, refused] = [0, words.length]
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2)
    if (takes(words.slice(0, middle))) taken = middle
    else refused = middle
  }
  return words[taken]!
}
