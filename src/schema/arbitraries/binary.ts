import * as fc from 'fast-check'
import { toBase64, toHex, toUtf8 } from '../../base/index.js'
import type { Json } from '../../sandbox/internal.js'

/**
 * A `Binary` in base64: the given messages as JSON, small JSON values, no bytes, and bytes that are not JSON.
 *
 * @example
 * // the message that a cw20 passes to the contract that receives its tokens
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

/** A JSON value as `to_json_binary` encodes it. */
export const jsonBinary = (value: Json): string => toBase64(toUtf8(JSON.stringify(value)))

/** A `HexBinary`, two hex digits a byte: 32 bytes, up to 40 bytes, or none. */
export const hexBinary = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex),
    fc.uint8Array({ maxLength: 40 }).map(toHex),
    fc.constant(''),
  )
