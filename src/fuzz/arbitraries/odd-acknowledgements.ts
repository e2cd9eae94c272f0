import { toBase64, toUtf8 } from '../../base/index.js'
import { jsonBinary } from '../../schema/index.js'

const LONG = 64 * 1024

/**
 * Errors in the standard form that the SDK's modules do not write, in base64: with an empty text, which the contract manager takes for a result, with one of 64 kB, and
 * with characters that need escaping. Every contract must be able to read them.
 */
export const ODD_ERRORS: readonly string[] = [
  { error: '' },
  { error: 'x'.repeat(LONG) },
  { error: 'line 1\nline 2\t"quoted" \\ \u{1f980} {"result":"AQ=="}' },
].map(jsonBinary)

/**
 * Acknowledgements that say nothing or something false, in base64: results that are empty, unexpected or of 64 kB, an empty object, and bytes that are no JSON. None is
 * empty, which IBC itself refuses to write.
 */
export const RUBBISH: readonly string[] = [
  ...[{ result: '' }, { result: 'AQ==' }, { result: 'e30=' }, { result: toBase64(toUtf8('y'.repeat(LONG))) }, {}].map(
    jsonBinary,
  ),
  toBase64(toUtf8('not JSON')),
  toBase64(toUtf8('{"result":')),
  toBase64(Uint8Array.of(0xff, 0xfe, 0x00, 0x80)),
]
