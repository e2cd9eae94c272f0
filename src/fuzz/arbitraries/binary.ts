import * as fc from 'fast-check'
import { toBase64, toHex, toUtf8 } from '../../base/bytes.js'
import type { Json } from '../../sandbox/index.js'

/**
 * `Binary` as JSON has it, base64: of JSON messages where some are given, of small JSON, of nothing, of bytes that are no JSON.
 *
 * @example
 * // the message that a cw20 hands to the contract that it sends tokens to
 * fc.record({ send: fc.record({ contract: fc.constant(vault), amount: uint128(), msg: binary(fc.constant({ bond: {} })) }) })
 */
export function binary(messages?: fc.Arbitrary<Json>): fc.Arbitrary<string> {
  return fc.oneof(
    ...(messages ? [{ arbitrary: messages.map(jsonBinary), weight: 6 }] : []),
    { arbitrary: fc.constantFrom<Json>({}, null, [], 0, '', 'ok').map(jsonBinary), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 40 }).map(toBase64), weight: 1 },
    { arbitrary: fc.constant(''), weight: 1 },
  )
}

/** A JSON value as a contract's `to_json_binary` gives it. */
export const jsonBinary = (value: Json): string => toBase64(toUtf8(JSON.stringify(value)))

/** `HexBinary`: hex digits, two a byte; mostly none, hashes or addresses. */
export const hexBinary = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex),
    fc.uint8Array({ maxLength: 40 }).map(toHex),
    fc.constant(''),
  )
