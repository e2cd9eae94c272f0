/** White space of Go's `unicode.IsSpace`, for a character class: JavaScript's `\s` has U+FEFF and lacks U+0085. */
export const SPACE = '\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'

const AROUND = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, 'g')
const BLANK = new RegExp(`^[${SPACE}]*$`)

/** Source: Go's `strings.TrimSpace`. */
export const trimSpace = (text: string): string => text.replace(AROUND, '')

/** Whether nothing is left of it after {@link trimSpace}. */
export const isBlank = (text: string): boolean => BLANK.test(text)

/** Each letter becomes one letter, or stays. Source: Go's `strings.ToUpper`. */
export const toUpper = (text: string): string =>
  Array.from(text, (letter) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter)).join('')

/** Whether texts are equal but for the case of letters, each alone. Source: Go's `strings.EqualFold`. */
export const equalFold = (a: string, b: string): boolean =>
  new RegExp(`^${a.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`, 'iu').test(b)

/** A name as Go's `encoding/json` compares names: without case; the Kelvin sign and the long s count as `k` and `s`. */
export const foldName = (name: string): string => name.toLowerCase().replaceAll('\u017f', 's')
