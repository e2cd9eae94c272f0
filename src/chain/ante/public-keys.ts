import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p256 } from '@noble/curves/nist.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256, verifySecp256k1 } from '../../crypto/index.js'
import { concatBytes, NO_BYTES, own, toUtf8 } from '../../base/index.js'
import { decodeAny, protoBytes, protoMessages, ProtoWriter, readProto, type Any } from '../../codec/index.js'
import { plainError } from '../errors.js'
import { GoPanic } from '../gas.js'
import type { AuthParams } from './expected.js'
import type { Signed } from './sign-bytes.js'

/** Types of public keys that a chain knows, by type URL. */
export type KeyTypes = Readonly<Record<string, KeyType>>

/** How the chain treats one type of public key. */
export interface KeyType {
  address(key: Uint8Array): Uint8Array
  gas(params: AuthParams): { readonly amount: number; readonly descriptor: string }
  verify(key: Uint8Array, signed: Signed, signature: Uint8Array): boolean
  /** A key that is known but not accepted, with the error's text. */
  readonly refused?: string
}

const LOW_S = { prehash: false, lowS: true } as const

const secp256k1Gas = (params: AuthParams) => ({
  amount: Number(params.sigVerifyCostSecp256k1),
  descriptor: 'ante verify: secp256k1',
})

/** Malformed points and signatures count as invalid; noble throws for some of them. */
function attempt(verify: () => boolean): boolean {
  try {
    return verify()
  } catch {
    return false
  }
}

function uncompressed(key: Uint8Array): Uint8Array {
  try {
    return secp256k1.Point.fromBytes(key).toBytes(false)
  } catch {
    throw new GoPanic('malformed public key')
  }
}

export const SECP256K1_KEY = '/cosmos.crypto.secp256k1.PubKey'
export const ETH_SECP256K1_KEY = '/neutron.crypto.v1beta1.ethsecp256k1.PubKey'

/** By type URL. Source: cosmos-sdk crypto/keys, neutron app/sigverify.go `DefaultSigVerificationGasConsumer` and x/crypto/ethsecp256k1. */
export const KEY_TYPES: KeyTypes = {
  [SECP256K1_KEY]: {
    address: (key) => {
      if (key.length !== 33) throw new GoPanic('length of pubkey is incorrect')
      return ripemd160(sha256(key))
    },
    gas: secp256k1Gas,
    verify: (key, { bytes }, signature) => verifySecp256k1(bytes, signature, key),
  },
  [ETH_SECP256K1_KEY]: {
    address: (key) => keccak_256(uncompressed(key).subarray(1)).subarray(12),
    gas: secp256k1Gas,
    // A 65th byte is the recovery id.
    verify: (key, { bytes }, signature) =>
      signature.length <= 65 &&
      attempt(() => secp256k1.verify(signature.subarray(0, 64), keccak_256(bytes), key, LOW_S)),
  },
  '/cosmos.crypto.secp256r1.PubKey': {
    address: (key) => sha256(concatBytes(sha256(toUtf8('cosmos.crypto.secp256r1.PubKey')), key)),
    gas: (params) => ({
      amount: Number(params.sigVerifyCostSecp256k1 / 2n),
      descriptor: 'ante verify: secp256r1',
    }),
    verify: (key, { bytes }, signature) => attempt(() => p256.verify(signature, sha256(bytes), key, LOW_S)),
  },
  '/cosmos.crypto.ed25519.PubKey': {
    address: (key) => sha256(key).subarray(0, 20),
    gas: (params) => ({ amount: Number(params.sigVerifyCostEd25519), descriptor: 'ante verify: ed25519' }),
    verify: () => false,
    refused: 'ED25519 public keys are unsupported',
  },
}

export const EVM_SECP256K1_KEY = '/cosmos.evm.crypto.v1.ethsecp256k1.PubKey'

const { '/cosmos.crypto.secp256r1.PubKey': p256Key, [ETH_SECP256K1_KEY]: ethKey, ...commonKeys } = KEY_TYPES

/** Those of a chain with the EVM inside, without signatures over typed data. Source: cosmos/evm v0.7.3 ante/sigverify.go, crypto/ethsecp256k1. */
export const EVM_KEY_TYPES: KeyTypes = {
  ...commonKeys,
  [EVM_SECP256K1_KEY]: {
    ...ethKey!,
    address: (key) => recovering(() => ethKey!.address(key)),
    gas: () => ({ amount: 21_000, descriptor: 'ante verify: eth_secp256k1' }),
  },
  '/cosmos.crypto.secp256r1.PubKey': {
    ...p256Key!,
    gas: () => ({ amount: 0, descriptor: 'none' }),
    refused: 'unrecognized/unsupported public key type: *secp256r1.PubKey',
  },
}

/** No address for a key that is no point of the curve. */
function recovering(address: () => Uint8Array): Uint8Array {
  try {
    return address()
  } catch {
    return NO_BYTES
  }
}

/** A public key as accounts and transactions carry it. @param typeUrl of a type whose bytes are one field */
export const publicKeyAny = (typeUrl: string, bytes: Uint8Array): Any => ({
  typeUrl,
  value: new ProtoWriter().bytes(1, bytes).finish(),
})

/** The key used in place of an unknown one in simulations. Source: x/auth/ante/sigverify.go `simSecp256k1Pubkey`. */
export const SIMULATED_KEY: Any = secp256k1PublicKey(
  Uint8Array.from(Buffer.from('035ad6810a47f073553ff30d2fcc7e0d3b1c0b74b61a1aaa2582344037151e143a', 'hex')),
)

export const MULTISIG_KEY = '/cosmos.crypto.multisig.LegacyAminoPubKey'

/** Maximum nesting of keys, and maximum number of keys. Source: cosmos-sdk codec/types/interface_registry.go */
const MAX_KEY_DEPTH = 10
const MAX_KEYS = 100

/** A key as the decoder of transactions reads it. @throws ChainError undefined/1, ProtoError */
export function checkPublicKey(key: Any, types: KeyTypes): void {
  let calls = 0
  const check = ({ typeUrl, value }: Any, depth: number): void => {
    if (depth > MAX_KEY_DEPTH) throw plainError('max depth exceeded')
    if (++calls > MAX_KEYS) throw plainError('call limit exceeded')
    if (own(types, typeUrl) === undefined && typeUrl !== MULTISIG_KEY)
      throw plainError(`unable to resolve type URL ${typeUrl}`)
    const fields = readProto(value)
    if (typeUrl === MULTISIG_KEY) for (const inner of protoMessages(fields, 2)) check(decodeAny(inner), depth + 1)
  }
  check(key, 1)
}

/** The bytes of a key in its `Any`. @throws ProtoError */
export const keyBytesOf = (key: Any): Uint8Array => protoBytes(readProto(key.value), 1)

/** A compressed secp256k1 key as accounts and transactions carry it. */
export function secp256k1PublicKey(compressed: Uint8Array): Any {
  return publicKeyAny(SECP256K1_KEY, compressed)
}
