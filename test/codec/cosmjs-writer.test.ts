import { Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { Timestamp } from 'cosmjs-types/google/protobuf/timestamp'
import { expect, test } from 'vitest'
import '../../src/codec/any.js'
import { toHex } from '../../src/base/bytes.js'

/** By the rules of protobuf: seven bits a byte, the lowest first. 2038, 2100 as Go writes them stand in fixtures/ibc/clients.json too. */
const SECONDS: readonly (readonly [seconds: bigint, bytes: string])[] = [
  [127n, '087f'],
  [128n, '088001'],
  [(1n << 31n) - 1n, '08ffffffff07'],
  [1n << 31n, '088080808008'],
  [2_147_483_648n + 8n, '088880808008'],
  [4_107_542_400n, '0880bfd0a60f'],
  [(1n << 32n) - 1n, '08ffffffff0f'],
  [1n << 32n, '088080808010'],
  [253_402_300_799n, '08ff82d1ffaf07'],
  [-1n, '08ffffffffffffffffff01'],
]

test('times before and after January 2038 are written and read', () => {
  for (const [seconds, bytes] of SECONDS) {
    const written = Timestamp.encode({ seconds, nanos: 0 }).finish()
    expect(toHex(written), String(seconds)).toBe(bytes)
    expect(Timestamp.decode(written).seconds).toBe(seconds)
  }
})

test('so are unsigned numbers', () => {
  for (const sequence of [1n << 31n, (1n << 32n) - 1n, (1n << 64n) - 1n])
    expect(Packet.decode(Packet.encode(Packet.fromPartial({ sequence })).finish()).sequence).toBe(sequence)
})
