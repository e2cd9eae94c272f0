import {
  aggregateG1,
  aggregateG2,
  CRYPTO_CODES,
  CryptoError,
  G1_BYTES,
  G2_BYTES,
  hashToG1,
  hashToG2,
  pairingEquality,
  secp256k1,
  secp256r1,
  verifyEd25519,
  verifyEd25519Batch,
  type EcdsaCurve,
} from '../../crypto/index.js'
import type { Instance } from '../instance.js'
import type { CryptoPrices, Linear } from '../schedules.js'
import { decodeSections } from '../sections.js'
import type { HostFunction } from './imports.js'

const KI = 1024
const MI = 1024 * KI
const MAX_HASH = 32
const MAX_ECDSA_SIGNATURE = 64
const MAX_ECDSA_PUBKEY = 65
const MAX_EDDSA_MESSAGE = 128 * KI
const MAX_EDDSA_SIGNATURE = 64
const MAX_EDDSA_PUBKEY = 32
const MAX_BATCH = 256
const MAX_POINTS = 2 * MI
const MAX_HASHED_MESSAGE = 5 * MI
const MAX_TAG = 5 * KI

/** 0 for true, 1 for false, or an error code for invalid input. */
function verdict(verify: () => boolean): number {
  try {
    return verify() ? 0 : 1
  } catch (error) {
    return codeOf(error)
  }
}

function codeOf(error: unknown): number {
  if (error instanceof CryptoError) return error.code
  throw error
}

type Price<T> = { [K in keyof CryptoPrices]: CryptoPrices[K] extends T ? K : never }[keyof CryptoPrices]

const verifyEcdsa =
  (curve: EcdsaCurve, price: Price<number>): HostFunction =>
  (instance, hashPointer, signaturePointer, pubkeyPointer) => {
    instance.enterHost()
    const { memory } = instance
    const hash = memory.read(hashPointer, MAX_HASH)
    const signature = memory.read(signaturePointer, MAX_ECDSA_SIGNATURE)
    const pubkey = memory.read(pubkeyPointer, MAX_ECDSA_PUBKEY)
    instance.gas.pay(instance.schedule.crypto[price])
    return verdict(() => curve.verify(hash, signature, pubkey))
  }

/** A pointer in the low half, or an error code in the high half. */
const recoverEcdsa =
  (curve: EcdsaCurve, price: Price<number>): HostFunction =>
  (instance, hashPointer, signaturePointer, param) => {
    instance.enterHost()
    const { memory } = instance
    const hash = memory.read(hashPointer, MAX_HASH)
    const signature = memory.read(signaturePointer, MAX_ECDSA_SIGNATURE)
    if (param > 255) return BigInt(CRYPTO_CODES.invalidRecoveryParam) << 32n
    instance.gas.pay(instance.schedule.crypto[price])
    let pubkey: Uint8Array
    try {
      pubkey = curve.recover(hash, signature, param)
    } catch (error) {
      return BigInt(codeOf(error)) << 32n
    }
    return BigInt(instance.writeToContract(pubkey))
  }

const aggregate =
  (run: (points: Uint8Array) => Uint8Array, size: number, price: Price<Linear>): HostFunction =>
  (instance, pointsPointer, outPointer) => {
    instance.enterHost()
    const points = instance.memory.read(pointsPointer, MAX_POINTS)
    instance.gas.payLinear(instance.schedule.crypto[price], Math.floor(points.length / size))
    return writePoint(instance, outPointer, () => run(points))
  }

const hashToCurve =
  (run: (message: Uint8Array, tag: Uint8Array) => Uint8Array, price: Price<number>): HostFunction =>
  (instance, hashFunction, messagePointer, tagPointer, outPointer) => {
    instance.enterHost()
    const message = instance.memory.read(messagePointer, MAX_HASHED_MESSAGE)
    const tag = instance.memory.read(tagPointer, MAX_TAG)
    instance.gas.pay(instance.schedule.crypto[price])
    if (hashFunction !== 0) return CRYPTO_CODES.unknownHashFunction
    return writePoint(instance, outPointer, () => run(message, tag))
  }

function writePoint(instance: Instance, outPointer: number, run: () => Uint8Array): number {
  let point: Uint8Array
  try {
    point = run()
  } catch (error) {
    return codeOf(error)
  }
  instance.memory.write(outPointer, point)
  return 0
}

/** Source: cosmwasm-vm `imports.rs`, whose order of steps decides gas and errors. */
export const cryptography: Readonly<Record<string, HostFunction>> = {
  secp256k1_verify: verifyEcdsa(secp256k1, 'secp256k1Verify'),
  secp256k1_recover_pubkey: recoverEcdsa(secp256k1, 'secp256k1Recover'),
  secp256r1_verify: verifyEcdsa(secp256r1, 'secp256r1Verify'),
  secp256r1_recover_pubkey: recoverEcdsa(secp256r1, 'secp256r1Recover'),

  ed25519_verify(instance, messagePointer, signaturePointer, pubkeyPointer) {
    instance.enterHost()
    const message = instance.memory.read(messagePointer, MAX_EDDSA_MESSAGE)
    const signature = instance.memory.read(signaturePointer, MAX_EDDSA_SIGNATURE)
    const pubkey = instance.memory.read(pubkeyPointer, MAX_EDDSA_PUBKEY)
    instance.gas.pay(instance.schedule.crypto.ed25519Verify)
    return verdict(() => verifyEd25519(message, signature, pubkey))
  },

  ed25519_batch_verify(instance, messagesPointer, signaturesPointer, pubkeysPointer) {
    instance.enterHost()
    const { memory, schedule } = instance
    const encodedMessages = memory.read(messagesPointer, (MAX_EDDSA_MESSAGE + 4) * MAX_BATCH)
    const encodedSignatures = memory.read(signaturesPointer, (MAX_EDDSA_SIGNATURE + 4) * MAX_BATCH)
    const encodedPubkeys = memory.read(pubkeysPointer, (MAX_EDDSA_PUBKEY + 4) * MAX_BATCH)
    const messages = decodeSections(encodedMessages)
    const signatures = decodeSections(encodedSignatures)
    const pubkeys = decodeSections(encodedPubkeys)
    const { ed25519Batch, ed25519BatchOneKey, ed25519BatchLeast } = schedule.crypto
    const { base, perItem } = pubkeys.length === 1 ? ed25519BatchOneKey : ed25519Batch
    instance.gas.pay(Math.max(base + perItem * signatures.length, ed25519BatchLeast))
    return verdict(() => verifyEd25519Batch(messages, signatures, pubkeys))
  },

  bls12_381_aggregate_g1: aggregate(aggregateG1, G1_BYTES, 'aggregateG1'),
  bls12_381_aggregate_g2: aggregate(aggregateG2, G2_BYTES, 'aggregateG2'),
  bls12_381_hash_to_g1: hashToCurve(hashToG1, 'hashToG1'),
  bls12_381_hash_to_g2: hashToCurve(hashToG2, 'hashToG2'),

  bls12_381_pairing_equality(instance, psPointer, qsPointer, rPointer, sPointer) {
    instance.enterHost()
    const { memory } = instance
    const ps = memory.read(psPointer, MAX_POINTS)
    const qs = memory.read(qsPointer, MAX_POINTS)
    const r = memory.read(rPointer, G1_BYTES)
    const s = memory.read(sPointer, G2_BYTES)
    instance.gas.payLinear(instance.schedule.crypto.pairing, Math.floor(ps.length / G1_BYTES) + 1)
    return verdict(() => pairingEquality(ps, qs, r, s))
  },
}
