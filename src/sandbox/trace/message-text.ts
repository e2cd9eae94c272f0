import { bytesAsText, fromUtf8, toBase64 } from '../../base/index.js'

/** The text of a message's bytes; base64 where they are not UTF-8. */
export function bytesText(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes)
  } catch {
    return toBase64(bytes)
  }
}

/** Base64 of a text that begins with a brace or a bracket. */
const PACKED = /"([eW][A-Za-z0-9+/]{3,}={0,2})"/g

/**
 * The text of JSON in which base64 that holds JSON, such as the data of packets and messages for other contracts, is decoded in place.
 * For display only: the result no longer shows what was encoded. Numbers stay as they are written.
 */
export function unpackedText(json: string): string {
  return json.replace(PACKED, (whole, packed: string) => {
    try {
      const text = fromUtf8(Buffer.from(packed, 'base64'))
      JSON.parse(text)
      return unpackedText(text)
    } catch {
      return whole
    }
  })
}

/** The name and the content of a contract's message or query as wasmd reads it, such as `bank.send` and `{"to_address":…}`. */
export function moduleMessage(content: object): { readonly name: string; readonly text: () => string } {
  const [kind, value] = onlyMember(content)
  if (value instanceof Uint8Array) return { name: kind, text: () => bytesText(value) }
  if (typeof value === 'object' && value !== null && 'type_url' in value)
    return { name: String(value.type_url), text: () => jsonText(value) }
  if (typeof value === 'object' && value !== null && 'path' in value)
    return { name: String(value.path), text: () => jsonText(value) }
  const [variant, inner] = onlyMember(value ?? {})
  return { name: variant === '' ? kind : `${kind}.${variant}`, text: () => jsonText(inner ?? value ?? {}) }
}

const onlyMember = (content: object): readonly [string, unknown] =>
  Object.entries(content).find(([, value]) => value !== undefined) ?? ['', undefined]

const jsonText = (value: unknown): string => JSON.stringify(value, bytesAsText)
