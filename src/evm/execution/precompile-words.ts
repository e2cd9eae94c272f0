import type { EVMError } from '@ethereumjs/evm'
import { bytesToBigInt } from '../hex.js'

type LibraryError = EVMError['error']

// Not read from the library, so that nothing of it is loaded for them.
const OUT_OF_GAS = 'out of gas' satisfies LibraryError
const NOT_IN_FIELD_OF_LIBRARY = 'fp point not in field' satisfies LibraryError
const INVALID_COMMITMENT = 'kzg commitment does not match versioned hash' satisfies LibraryError
const NOT_ON_CURVE = 'point not on curve' satisfies LibraryError

const BN254_FIELD = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n
const BLS_FIELD = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn

const NOT_IN_FIELD = 'invalid fp.Element encoding'
const LENGTH = 'invalid input length'

/** Layout of the inputs of the BLS12-381 contracts: bytes of one part, how many of them are field elements, whether parts may repeat. */
const BLS: Readonly<Record<number, { part: number; points: number; many: boolean; group?: 'g1' | 'g2' }>> = {
  0x0b: { part: 256, points: 256, many: false },
  0x0c: { part: 160, points: 128, many: true, group: 'g1' },
  0x0d: { part: 512, points: 512, many: false },
  0x0e: { part: 288, points: 256, many: true, group: 'g2' },
  0x0f: { part: 384, points: 384, many: true },
  0x10: { part: 64, points: 64, many: false },
  0x11: { part: 128, points: 128, many: false },
}

/**
 * Why a precompiled contract failed, in go-ethereum's words; undefined if they are the library's. Source: go-ethereum core/vm/contracts.go; the texts of
 * the curves are those of its library, gnark-crypto.
 */
export const precompileWords = (contract: number, input: Uint8Array, error: LibraryError): string | undefined =>
  error === OUT_OF_GAS && contract !== 0x05 ? undefined : wordsOf(contract, input, error)

function wordsOf(contract: number, input: Uint8Array, error: LibraryError): string | undefined {
  if (contract === 0x05)
    return error === OUT_OF_GAS ? undefined : 'one or more of base/exponent/modulus length exceeded 1024 bytes'
  if (contract === 0x06 || contract === 0x07) return curveError(input.subarray(0, contract === 0x06 ? 128 : 64), error)
  if (contract === 0x08) return input.length % 192 === 0 ? curveError(input, error) : 'bad elliptic curve pairing size'
  if (contract === 0x09) return input.length === 213 ? 'invalid final flag' : LENGTH
  if (contract === 0x0a) {
    if (input.length !== 192) return LENGTH
    return error === INVALID_COMMITMENT ? 'mismatched versioned hash' : 'error verifying kzg proof: invalid proof'
  }
  return BLS[contract] === undefined ? undefined : blsError(contract, input, error)
}

function curveError(input: Uint8Array, error: LibraryError): string {
  // What is missing at the end is zero.
  const outside = chunks(input, 32).some(
    (bytes) => bytesToBigInt(bytes) << BigInt(8 * (32 - bytes.length)) >= BN254_FIELD,
  )
  return outside || error === NOT_IN_FIELD_OF_LIBRARY ? NOT_IN_FIELD : 'point is not on curve'
}

function blsError(contract: number, input: Uint8Array, error: LibraryError): string {
  const { part, points, many, group } = BLS[contract]!
  const fits = many ? input.length > 0 && input.length % part === 0 : input.length === part
  if (!fits) return LENGTH
  for (const piece of chunks(input, part))
    for (const element of chunks(piece.subarray(0, points), 64)) {
      if (element.subarray(0, 16).some((byte) => byte !== 0)) return 'invalid field element top bytes'
      if (bytesToBigInt(element) >= BLS_FIELD) return NOT_IN_FIELD
    }
  if (error === NOT_ON_CURVE || group === undefined) return 'invalid point: not on curve'
  return `${group} point is not on correct subgroup`
}

const chunks = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, i * size + size))
