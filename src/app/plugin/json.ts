import { fromUtf8, jsonText, notJson, notJsonText, toUtf8 } from '../../base/index.js'

/**
 * JSON as contracts read and write it: bigints are decimal strings, bytes are passed through, nothing is null.
 * @throws TypeError with the place of what JSON would change: a mistake of the plug-in, as others in its code
 */
export function jsonBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  if (value === undefined) return toUtf8('null')
  const found = notJson(value, { bigints: true })
  if (found !== undefined) throw new TypeError(notJsonText(found, 'a value of a plug-in'))
  return toUtf8(jsonText(value))
}

export const parseJson = (bytes: Uint8Array): unknown => JSON.parse(fromUtf8(bytes))
