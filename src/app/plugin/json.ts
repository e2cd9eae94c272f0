import { fromUtf8, jsonText, toUtf8 } from '../../base/index.js'

/** JSON as contracts read and write it: bigints are decimal strings, bytes are passed through. */
export const jsonBytes = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : toUtf8(jsonText(value) ?? 'null')

export const parseJson = (bytes: Uint8Array): unknown => JSON.parse(fromUtf8(bytes))
