import type { Json } from './model.js'

/** The prefix of a string that stands for a number which `Number` would change. A private-use character; a page's script must not contain the character 0. */
const MARK = '\uE000number:'

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const MARKED = /"\uE000number:(-?[\d.eE+-]+)"/g

/** JSON whose numbers stay as they are written: those that `Number` would change are marked strings. @throws SyntaxError */
export function parseExact(text: string): Json {
  const value = JSON.parse(text) as Json
  let isMarked = false
  const marked = text.replace(TOKEN, (token) => {
    if (token.startsWith('"') || String(Number(token)) === token) return token
    isMarked = true
    return JSON.stringify(MARK + token)
  })
  return isMarked ? (JSON.parse(marked) as Json) : value
}

/** The JSON of a value of {@link parseExact}, with its numbers as they were written. */
export const exactText = (value: Json, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replaceAll(MARKED, '$1')

/** A number as it is written in JSON. @param digits a number of JSON */
export const exactNumber = (digits: string): Json =>
  String(Number(digits)) === digits ? Number(digits) : `${MARK}${digits}`

/** Whether it is a number that a `Number` would change. */
export const isMarkedNumber = (value: unknown): boolean => typeof value === 'string' && value.startsWith(MARK)
