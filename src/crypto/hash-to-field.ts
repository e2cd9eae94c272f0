import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '../base/bytes.js'

/** `expand_message_xmd` with SHA-256, for tags of at most 255 bytes. Source: RFC 9380, section 5.3.1. */
export function expandMessage(message: Uint8Array, dst: Uint8Array, length: number): Uint8Array {
  const tag = concatBytes(dst, Uint8Array.of(dst.length))
  const head = sha256(concatBytes(new Uint8Array(64), message, Uint8Array.of(length >> 8, length & 0xff, 0), tag))
  const blocks: Uint8Array[] = []
  let last = new Uint8Array(32)
  for (let i = 1; i <= Math.ceil(length / 32); i++) {
    last = new Uint8Array(
      sha256(
        concatBytes(
          head.map((byte, at) => byte ^ last[at]!),
          Uint8Array.of(i),
          tag,
        ),
      ),
    )
    blocks.push(last)
  }
  return concatBytes(...blocks).subarray(0, length)
}

/** Pieces of 64 bytes as elements of the field. Source: RFC 9380, section 5.2, with L = 64. */
export function fieldElements(uniform: Uint8Array, modulus: bigint): bigint[] {
  return Array.from({ length: uniform.length / 64 }, (_, i) => {
    const hex = Buffer.from(uniform.subarray(i * 64, (i + 1) * 64)).toString('hex')
    return BigInt(`0x${hex}`) % modulus
  })
}
