import type { AuthParams } from '../../chain/ante/index.js'
import { plainError, type ReleaseTexts } from '../../chain/index.js'
import { protoUint64, ProtoWriter, readProto } from '../../codec/index.js'

/** Source: cosmos-sdk x/auth/types/params.go. */
export const DEFAULT_AUTH_PARAMS: AuthParams = {
  maxMemoCharacters: 256n,
  txSigLimit: 7n,
  txSizeCostPerByte: 10n,
  sigVerifyCostEd25519: 590n,
  sigVerifyCostSecp256k1: 1000n,
}

/** Source: proto cosmos.auth.v1beta1 `Params`. */
export const encodeAuthParams = (params: AuthParams): Uint8Array =>
  new ProtoWriter()
    .uint64(1, params.maxMemoCharacters)
    .uint64(2, params.txSigLimit)
    .uint64(3, params.txSizeCostPerByte)
    .uint64(4, params.sigVerifyCostEd25519)
    .uint64(5, params.sigVerifyCostSecp256k1)
    .finish()

export function decodeAuthParams(bytes: Uint8Array): AuthParams {
  const fields = readProto(bytes)
  return {
    maxMemoCharacters: protoUint64(fields, 1),
    txSigLimit: protoUint64(fields, 2),
    txSizeCostPerByte: protoUint64(fields, 3),
    sigVerifyCostEd25519: protoUint64(fields, 4),
    sigVerifyCostSecp256k1: protoUint64(fields, 5),
  }
}

const LABELS = ({ secp256k1Cost }: ReleaseTexts): readonly (readonly [keyof AuthParams, label: string])[] => [
  ['txSigLimit', 'tx signature limit'],
  ['sigVerifyCostEd25519', 'ED25519 signature verification cost'],
  ['sigVerifyCostSecp256k1', `${secp256k1Cost} signature verification cost`],
  ['maxMemoCharacters', 'max memo characters'],
  ['txSizeCostPerByte', 'tx size cost per byte'],
]

/** None may be 0. @throws ChainError undefined/1 with Go's text */
export function validateAuthParams(params: AuthParams, texts: ReleaseTexts): void {
  for (const [name, label] of LABELS(texts)) if (params[name] === 0n) throw plainError(`invalid ${label}: 0`)
}
