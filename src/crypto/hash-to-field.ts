import { concatBytes, toUtf8 } from '../base/index.js'
import { sha256 } from './hash.js'

const OVERSIZE = toUtf8('H2C-OVERSIZE-DST-')

/** `expand_message_xmd` with SHA-256. Source: RFC 9380, sections 5.3.1 and, for tags of more than 255 bytes, 5.3.3. */
export function expandMessage(message: Uint8Array, dst: Uint8Array, length: number): Uint8Array {
  const short = dst.length > 255 ? sha256(concatBytes(OVERSIZE, dst)) : dst
  const tag = concatBytes(short, Uint8Array.of(short.length))
  const head = sha256(concatBytes(new Uint8Array(64), message, Uint8Array.of(length >> 8, length & 0xff, 0), tag))
  const blocks: Uint8Array[] = []
  let last: Uint8Array = new Uint8Array(32)
  for (let i = 1; i <= Math.ceil(length / 32); i++) {
    const mixed = head.map((byte, at) => byte ^ last[at]!)
    last = sha256(concatBytes(mixed, Uint8Array.of(i), tag))
    blocks.push(last)
  }
  return concatBytes(...blocks).subarray(0, length)
}
