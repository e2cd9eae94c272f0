import { protoMessages, ProtoWriter, readProto } from '../../codec/index.js'
import { plainError } from '../errors.js'
import { GoPanic } from '../gas.js'
import { decoding } from '../routers.js'
import type { SignatureMode, SignerMode } from '../tx/tx.js'

/** One signature, or those of a multisig with the bit array of who signed. Source: cosmos-sdk types/tx/signing. */
export type SignatureData =
  | { readonly kind: 'single'; readonly mode: SignatureMode; readonly signature: Uint8Array }
  | {
      readonly kind: 'multi'
      readonly bits: readonly boolean[]
      /** Undefined where a signature has no mode. */
      readonly signatures: readonly (SignatureData | undefined)[]
    }

/**
 * Source: cosmos-sdk x/auth/tx/sigs.go `ModeInfoAndSigToSignatureData`.
 * @throws ChainError undefined/1, GoPanic for more modes than signatures, and for a mode of nothing
 */
export function signatureData(mode: SignerMode, bytes: Uint8Array): SignatureData {
  if (mode.kind === 'single') return { kind: 'single', mode: mode.mode, signature: bytes }
  if (mode.kind === 'none') throw new GoPanic('unexpected ModeInfo data type <nil>')
  const fields = decoding(() => readProto(bytes))
  if (fields.some(({ field }) => field !== 1)) throw plainError('rejecting unrecognized fields found in MultiSignature')
  const parts = protoMessages(fields, 1)
  if (mode.modes.length > parts.length)
    throw new GoPanic(`runtime error: index out of range [${parts.length}] with length ${parts.length}`)
  return {
    kind: 'multi',
    bits: mode.bits ?? [],
    signatures: parts.map((part, i) => {
      const its = mode.modes[i]
      return its && signatureData(its, part)
    }),
  }
}

/** All signatures, and after those of a multi-signature their aggregate. Source: x/auth/ante/sigverify.go `signatureDataToBz`. */
export function signatureBytes(data: SignatureData | undefined): Uint8Array[] {
  if (data === undefined) throw plainError('got empty SignatureData')
  if (data.kind === 'single') return [data.signature]
  const parts = data.signatures.flatMap(signatureBytes)
  const aggregate = new ProtoWriter()
  for (const part of parts) aggregate.message(1, part)
  return [...parts, aggregate.finish()]
}

/** Source: x/auth/ante/sigverify.go `OnlyLegacyAminoSigners`. */
export const onlyAmino = (data: SignatureData | undefined): boolean =>
  data !== undefined && (data.kind === 'single' ? data.mode === 'amino' : data.signatures.every(onlyAmino))

/** Bits of a `CompactBitArray`. Source: cosmos-sdk crypto/types/compact_bit_array.go. */
export function bitsOf(extraBitsStored: number, elements: Uint8Array): boolean[] {
  const count = extraBitsStored === 0 ? elements.length * 8 : (elements.length - 1) * 8 + extraBitsStored
  return Array.from({ length: Math.max(0, count) }, (_, i) => ((elements[i >> 3] ?? 0) & (1 << (7 - (i % 8)))) !== 0)
}
