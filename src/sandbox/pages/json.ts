import { toBase64 } from '../../base/bytes.js'
import type { Json } from '../values/values.js'

/** A value as plain JSON: large numbers as texts, bytes in base64. */
export const jsonOf = (value: unknown): Json =>
  JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'bigint' ? String(member) : member instanceof Uint8Array ? toBase64(member) : member,
    ) ?? 'null',
  ) as Json
