/** Protobuf text format on one line, as gogoproto's `CompactTextString` writes it: `name:"x" inner:<id:1 > `. */
export type TextField = readonly [name: string, value: TextValue]
/** A literal number or name, quoted text or bytes, or a message. Absent fields are left out by the caller. */
type TextValue = bigint | boolean | { readonly enum: string } | string | Uint8Array | readonly TextField[]

export const protoText = (fields: readonly TextField[]): string =>
  fields.map(([name, value]) => `${name}:${valueText(value)} `).join('')

function valueText(value: TextValue): string {
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string' || value instanceof Uint8Array) return quoted(Buffer.from(value))
  if ('enum' in value) return value.enum
  return `<${protoText(value)}>`
}

const ESCAPES: Readonly<Record<number, string>> = { 10: '\\n', 13: '\\r', 9: '\\t', 34: '\\"', 92: '\\\\' }

function quoted(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes)
    text +=
      ESCAPES[byte] ??
      (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`)
  return `"${text}"`
}
