import { wellFormed } from './go-json/encode.js'

const NAMED: ReadonlyMap<string, string> = new Map([
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['"', '\\"'],
  ['\\', '\\\\'],
])
const PRINTED = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

/** A text between double quotes as Go's `%q` prints it. Source: strconv `Quote`. */
export const goQuote = (text: string): string => `"${Array.from(wellFormed(text), quoted).join('')}"`

function quoted(character: string): string {
  const named = NAMED.get(character)
  if (named !== undefined) return named
  if (PRINTED.test(character)) return character
  const hex = character.codePointAt(0)!.toString(16)
  if (character < ' ' || character === '\x7f') return `\\x${hex.padStart(2, '0')}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
