import { toBase64 } from './bytes.js'
import type { Json } from './json-value.js'

/** A replacer for `JSON.stringify` that writes bigints as decimal text, as proto3's JSON does. */
export const bigintsAsText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/** A replacer that also writes bytes, as base64. */
export const bytesAsText = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? toBase64(value) : bigintsAsText(_, value)

/** The text of a value, with bigints as decimal text. */
export const jsonText = (value: unknown): string => JSON.stringify(value, bigintsAsText)

/** A copy of a value as JSON, with bigints as decimal text. */
export const jsonOf = (value: unknown): Json => JSON.parse(jsonText(value) ?? 'null') as Json
