import { toUtf8 } from '../../base/index.js'
import { escapeHtml, goString, wellFormed } from './encode.js'
import { isValidJson } from './scan.js'

/** The tokens of a text that is known to be JSON. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/** An object or a list that is still open, with what it holds so far as JSON. */
type Open = { readonly members: Map<string, string>; name?: string | undefined } | { readonly items: string[] }

/**
 * A JSON object as Go's `orderedmap` reads and `json.Marshal` writes it: a member that occurs twice takes the last value and the last place, and
 * numbers are float64. Undefined for other values, and for a number beyond float64.
 * Source: github.com/iancoleman/orderedmap v0.3.0 `UnmarshalJSON`, `MarshalJSON`.
 * @param json known to be valid. Open containers are kept in a list, so depth does not use the engine's stack.
 */
export function orderedJson(json: string): string | undefined {
  const open: Open[] = []
  let written = ''
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{') open.push({ members: new Map() })
    else if (open.length === 0) return undefined
    else if (token === '[') open.push({ items: [] })
    else if (token === ':' || token === ',') continue
    else {
      const value = token === '}' || token === ']' ? closed(open.pop()!) : scalar(token)
      if (value === undefined) return undefined
      const container = open.at(-1)
      if (container === undefined) written = value
      else put(container, value, token)
    }
  }
  return written
}

function put(container: Open, value: string, token: string): void {
  if ('items' in container) container.items.push(value)
  else if (container.name === undefined) container.name = wellFormed(JSON.parse(token) as string)
  else {
    container.members.delete(container.name)
    container.members.set(container.name, value)
    container.name = undefined
  }
}

function closed(container: Open): string {
  let json = ''
  if ('items' in container) {
    for (const item of container.items) json += (json === '' ? '' : ',') + item
    return `[${json}]`
  }
  for (const [name, value] of container.members) json += `${json === '' ? '' : ','}${goString(name)}:${value}`
  return `{${json}}`
}

function scalar(token: string): string | undefined {
  if (token.startsWith('"')) return goString(wellFormed(JSON.parse(token) as string))
  if (/^[a-z]/.test(token)) return token
  const number = Number(token)
  if (!Number.isFinite(number)) return undefined
  return Object.is(number, -0) ? '-0' : String(number)
}

/**
 * What `json.Unmarshal` reads into a `map[string]interface{}`; undefined for other values, and where a number is beyond float64.
 * Source: go1.24 encoding/json/decode.go `convertNumber`.
 */
export function goMap(json: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^\s*\{/.test(json) || !isValidJson(toUtf8(json))) return undefined
  const isBeyond = ([token]: readonly string[]): boolean => /^[-\d]/.test(token!) && !Number.isFinite(Number(token))
  if (Array.from(json.matchAll(TOKENS)).some(isBeyond)) return undefined
  return JSON.parse(json) as Readonly<Record<string, unknown>>
}

/** A JSON text as `json.Marshal` writes the result of a `MarshalJSON`: without spaces, and with the characters of HTML escaped. */
export const compactJson = (json: string): string => escapeHtml((json.match(TOKENS) ?? []).join(''))
