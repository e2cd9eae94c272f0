import type { ValueParser, Verdict } from './verdict.js'

/** Each word twice, with `null` if that is not refused: a known field is refused as a duplicate the second time. */
function twice(words: readonly string[], unfit: string): ReadonlyMap<string, string> {
  const once = words.map((word) => `${JSON.stringify(word)}:${unfit},`)
  return new Map(words.map((word, at) => [word, once[at]! + once[at]!]))
}

/**
 * The words that are fields of a struct that ignores unknown ones. A known field is refused the second time, or the first time if it cannot be
 * `null`; an unknown one never.
 *
 * @param before the message up to the beginning of the struct
 */
export function fieldsAmong(
  words: readonly string[],
  before: string,
  { ask, unfit }: Pick<ValueParser, 'ask' | 'unfit'>,
): readonly string[] {
  const fields: string[] = []
  const texts = twice(words, unfit)
  // The member `"?"` at the end ends the last `null`.
  const probeAll = (some: readonly string[]): Verdict =>
    ask(`${before}{${some.map((word) => texts.get(word)).join('')}"?":""`)
  for (let rest = words; rest.length > 0; rest = rest.filter((word) => !fields.includes(word))) {
    const verdict = probeAll(rest)
    if (verdict.kind === 'accepted') break
    const named = verdict.kind === 'duplicate field' && rest.includes(verdict.name) ? verdict.name : undefined
    fields.push(named ?? firstRefused(rest, (some) => probeAll(some).kind === 'accepted'))
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
