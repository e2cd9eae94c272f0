import { bytesAsText } from '../base/index.js'
import type { Json } from '../sandbox/internal.js'

/** A value as plain JSON: large numbers as texts, bytes in base64. */
export const jsonOf = (value: unknown): Json => JSON.parse(JSON.stringify(value, bytesAsText) ?? 'null') as Json
