import { fromUtf8, toBase64 } from '../../base/index.js'
import type { Json } from './values.js'

/** The value of JSON bytes; undefined for bytes that are not JSON. */
export function jsonIn(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(fromUtf8(bytes)) as Json
  } catch {
    return undefined
  }
}

/** The value of JSON bytes; base64 of bytes that are not JSON. */
export function jsonValue(bytes: Uint8Array): Json {
  const value = jsonIn(bytes)
  return value === undefined ? toBase64(bytes) : value
}
