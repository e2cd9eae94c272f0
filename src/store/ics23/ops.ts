import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha512, sha512_256 } from '@noble/hashes/sha2.js'
import { HashOp, LengthOp, type InnerOp, type LeafOp } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { concatBytes } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { during, ProofError } from './error.js'

/** Numbers that the wire types of cosmjs-types do not know yet. */
const BLAKE2B_512 = 7
const BLAKE2S_256 = 8

const HASHES: Readonly<Record<number, (bytes: Uint8Array) => Uint8Array>> = {
  [HashOp.SHA256]: sha256,
  [HashOp.SHA512]: sha512,
  [HashOp.RIPEMD160]: ripemd160,
  [HashOp.BITCOIN]: (bytes) => ripemd160(sha256(bytes)),
  [HashOp.SHA512_256]: sha512_256,
  [BLAKE2B_512]: (bytes) => blake2b(bytes),
  [BLAKE2S_256]: (bytes) => blake2s(bytes),
}

export function doHash(op: HashOp, bytes: Uint8Array): Uint8Array {
  const hash = HASHES[op]
  if (hash === undefined) throw new ProofError(`unsupported hashop: ${op}`)
  return hash(bytes)
}

export const doHashOrNoop = (op: HashOp, bytes: Uint8Array): Uint8Array =>
  op === HashOp.NO_HASH ? bytes : doHash(op, bytes)

/** Whether a leaf with an empty value can be proven; on chains it cannot, although trees contain such leaves. */
export type EmptyValues = 'reject' | 'allow'

/** Hash of a leaf. Source: cosmos/ics23 go v0.11.0 `LeafOp.Apply`. */
export function applyLeaf(op: LeafOp, key: Uint8Array, value: Uint8Array, emptyValues: EmptyValues): Uint8Array {
  if (key.length === 0) throw new ProofError('leaf op needs key')
  if (value.length === 0 && emptyValues === 'reject') throw new ProofError('leaf op needs value')
  const preparedKey = during('prehash key', () => withLength(op.length, doHashOrNoop(op.prehashKey, key)))
  const preparedValue = during('prehash value', () => withLength(op.length, doHashOrNoop(op.prehashValue, value)))
  return doHash(op.hash, concatBytes(op.prefix, preparedKey, preparedValue))
}

/** Hash of the node above one with the hash `child`. Source: cosmos/ics23 go v0.11.0 `InnerOp.Apply`. */
export function applyInner(op: InnerOp, child: Uint8Array): Uint8Array {
  if (child.length === 0) throw new ProofError('inner op needs child value')
  return doHash(op.hash, concatBytes(op.prefix, child, op.suffix))
}

/** Fixed-width lengths: number of bytes, and byte order. */
const FIXED: Readonly<Record<number, readonly [bytes: 4 | 8, littleEndian: boolean]>> = {
  [LengthOp.FIXED32_BIG]: [4, false],
  [LengthOp.FIXED32_LITTLE]: [4, true],
  [LengthOp.FIXED64_BIG]: [8, false],
  [LengthOp.FIXED64_LITTLE]: [8, true],
}
const REQUIRED: Readonly<Record<number, number>> = { [LengthOp.REQUIRE_32_BYTES]: 32, [LengthOp.REQUIRE_64_BYTES]: 64 }

/** Source: cosmos/ics23 go v0.11.0 `doLengthOp`. */
function withLength(op: LengthOp, bytes: Uint8Array): Uint8Array {
  if (op === LengthOp.NO_PREFIX) return bytes
  if (op === LengthOp.VAR_PROTO) return concatBytes(varint(bytes.length), bytes)
  const required = REQUIRED[op]
  if (required !== undefined) {
    if (bytes.length !== required) throw new ProofError(`data was ${bytes.length} bytes, not ${required}`)
    return bytes
  }
  const fixed = FIXED[op]
  if (fixed === undefined) throw new ProofError(`unsupported lengthop: ${op}`)
  const [size, littleEndian] = fixed
  const length = new DataView(new ArrayBuffer(size))
  if (size === 4) length.setUint32(0, bytes.length, littleEndian)
  else length.setBigUint64(0, BigInt(bytes.length), littleEndian)
  return concatBytes(new Uint8Array(length.buffer), bytes)
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return Uint8Array.of(...bytes, rest)
}
