/** Writing JSON as Go's `encoding/json` does. Source: go1.24 encoding/json/encode.go. */

/** Strings that need no escaping. */
const PLAIN = /^[ !#-%'-;=?-[\]-~]*$/
const HTML = /[<>&\u2028\u2029]/g

/** A JSON text with the characters of HTML escaped, and the two line separators. */
export const escapeHtml = (json: string): string =>
  json.replace(HTML, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A text without lone surrogates, which UTF-8 cannot hold: each becomes U+FFFD. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** A JSON string as `json.Marshal` writes it: `<`, `>`, `&` and the two line separators escaped as well. */
export const goString = (text: string): string => (PLAIN.test(text) ? `"${text}"` : goJson(text))

/** A value as `json.Marshal` writes it, whose members are in their order: characters of HTML escaped, and bytes that are not UTF-8. */
export function goJson(value: unknown): string {
  const json = escapeHtml(JSON.stringify(value))
  return json.includes('\\ud') ? json.replace(ESCAPES, (escape) => (SURROGATE.test(escape) ? '\\ufffd' : escape)) : json
}

const ESCAPES = /\\(?:u[0-9a-f]{4}|.)/g
/** How `JSON.stringify` writes a lone surrogate, of which {@link textOf} makes bytes that are not UTF-8. */
const SURROGATE = /^\\ud[89a-f]/

/** Bytes as `json.Marshal` writes a `[]byte`: base64, or `null` for nil (undefined here). */
export const goBytes = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? 'null' : `"${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}"`

/** An object whose members are already JSON; undefined members are left out (`omitempty`). */
export function goObject(members: Readonly<Record<string, string | undefined>>): string {
  let json = ''
  for (const name in members) {
    const value = members[name]
    if (value !== undefined) json += `${json === '' ? '' : ','}${goString(name)}:${value}`
  }
  return `{${json}}`
}

export const goArray = (items: readonly string[]): string => `[${items.join(',')}]`

/** A value of `JSON.parse` as `json.Marshal` writes what was read into an `interface{}`: members sorted by their bytes, numbers as float64. */
export function goValue(value: unknown): string {
  if (typeof value === 'string') return goString(wellFormed(value))
  if (Object.is(value, -0)) return '-0'
  if (Array.isArray(value)) return goArray(value.map(goValue))
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, member]) => [wellFormed(name), member as unknown] as const)
  members.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return `{${members.map(([name, member]) => `${goString(name)}:${goValue(member)}`).join(',')}}`
}
