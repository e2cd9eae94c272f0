import { createRequire } from 'node:module'
import type * as EvmLibrary from '@ethereumjs/evm'
import type * as CommonLibrary from '@ethereumjs/common'
import type { EVMError, EVMInterface } from '@ethereumjs/evm'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '../../../base/index.js'
import { CRYPTOGRAPHY } from '../../crypto/cryptography.js'
import { BLOBS } from '../../crypto/kzg.js'
import { hex, wordBytes } from '../../hex.js'
import { precompileWords } from '../precompile-words.js'
import { outOfGas, VmFailure } from './failure.js'
import type { Precompile } from './machine.js'
import { G1_DISCOUNTS, G2_DISCOUNTS } from './msm-discounts.js'

type LibraryError = EVMError['error']

const OUT_OF_GAS = 'out of gas' satisfies LibraryError
const REVERT = 'revert' satisfies LibraryError
const INVALID_COMMITMENT = 'kzg commitment does not match versioned hash' satisfies LibraryError
const INVALID_PROOF = 'kzg proof invalid' satisfies LibraryError
const NOT_ON_CURVE = 'point not on curve' satisfies LibraryError

/** What the contracts use of the library. */
interface Library {
  readonly common: InstanceType<typeof CommonLibrary.Common>
  readonly contracts: ReturnType<typeof EvmLibrary.getActivePrecompiles>
  readonly bn254: InstanceType<typeof EvmLibrary.NobleBN254>
  readonly bls: InstanceType<typeof EvmLibrary.NobleBLS>
}

/** Loaded when a contract first runs: it takes a quarter of a second, and most chains never need it. */
function loadLibrary(): Library {
  const require = createRequire(import.meta.url)
  const { getActivePrecompiles, NobleBLS, NobleBN254, paramsEVM } = require('@ethereumjs/evm') as typeof EvmLibrary
  const { Common, Hardfork, Mainnet } = require('@ethereumjs/common') as typeof CommonLibrary
  const common = new Common({
    chain: Mainnet,
    hardfork: Hardfork.Prague,
    params: paramsEVM,
    customCrypto: CRYPTOGRAPHY,
  })
  return { common, contracts: getActivePrecompiles(common), bn254: new NobleBN254(), bls: new NobleBLS() }
}

let loaded: Library | undefined
const library = (): Library => (loaded ??= loadLibrary())

const words = (input: Uint8Array): bigint => BigInt(Math.ceil(input.length / 32))

/** A failure in go-ethereum's words. */
function failureOf(address: number, input: Uint8Array, error: LibraryError): VmFailure {
  const words = precompileWords(address, input, error)
  return error === OUT_OF_GAS && words === undefined ? outOfGas() : new VmFailure(words ?? error)
}

/** The library's reason, if it failed for one: another copy of the library has another class of errors. */
const reasonOf = (error: unknown): LibraryError | undefined =>
  (error as Partial<EVMError>).errorType === 'EVMError' ? (error as EVMError).error : undefined

/** One of the library's, which charges for itself. @param least gas that is asked for before the input is looked at */
const ofLibrary = (address: number, least: (input: Uint8Array) => bigint = () => 0n): Precompile => ({
  price: () => 0n,
  run: (input, { gas, charge }) => {
    if (least(input) > gas) throw outOfGas()
    const { contracts, common, bn254 } = library()
    const result = contracts.get(address.toString(16).padStart(40, '0'))!({
      data: input,
      gasLimit: gas,
      common,
      // All that these contracts ask of it.
      _EVM: { _bn254: bn254 } as unknown as EVMInterface,
    })
    if (result instanceof Promise) throw new TypeError(`the library's contract ${address} is not synchronous`)
    if (result.exceptionError !== undefined) throw failureOf(address, input, result.exceptionError.error)
    charge(result.executionGasUsed)
    return result.returnValue
  },
})

/** One of BLS12-381. @param part bytes of one part of the input @param elements how many bytes of a part are field elements */
const ofBls = (
  address: number,
  price: (input: Uint8Array) => bigint,
  [part, elements]: readonly [part: number, elements: number],
  run: (input: Uint8Array) => Uint8Array,
  isOnlyOne = false,
): Precompile => ({
  price,
  run: (input) => {
    const fits = isOnlyOne ? input.length === part : input.length > 0 && input.length % part === 0
    const failed = (error: LibraryError) => failureOf(address, input, error)
    if (!fits || hasTopBytes(input, part, elements)) throw failed(NOT_ON_CURVE)
    try {
      return run(input)
    } catch (error) {
      const reason = reasonOf(error)
      throw failed(reason !== undefined && !isOutsideOfGroup(address, input) ? reason : REVERT)
    }
  },
})

/** Whether all points that are multiplied are on their curve: then one is not in its group. */
function isOutsideOfGroup(address: number, input: Uint8Array): boolean {
  if (address !== 0x0c && address !== 0x0e) return false
  const { bls } = library()
  const [size, add] = address === 0x0c ? [128, bls.addG1.bind(bls)] : [256, bls.addG2.bind(bls)]
  try {
    for (let start = 0; start < input.length; start += size + 32)
      add(concatBytes(input.subarray(start, start + size), new Uint8Array(size)))
    return true
  } catch (error) {
    if (reasonOf(error) !== undefined) return false
    throw error
  }
}

/** A field element has 64 bytes, of which the first 16 are zero. */
function hasTopBytes(input: Uint8Array, part: number, elements: number): boolean {
  for (let start = 0; start < input.length; start += part)
    for (let at = start; at < start + elements; at += 64)
      if (input.subarray(at, at + 16).some((byte) => byte !== 0)) return true
  return false
}

const pairs = (size: number, price: bigint, discounts: readonly number[]) => (input: Uint8Array) => {
  const count = Math.floor(input.length / size)
  const discount = count === 0 ? 0 : discounts[Math.min(count, discounts.length) - 1]!
  return (BigInt(count) * price * BigInt(discount)) / 1000n
}

const BLS_MODULUS = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n
const ELEMENTS_PER_BLOB = 4096n

/** Whether a polynomial has a value at a point. Source: EIP-4844. */
const pointEvaluation: Precompile = {
  price: () => 50_000n,
  run: (input) => {
    const failed = (error: LibraryError) => failureOf(0x0a, input, error)
    if (input.length !== 192) throw failed(INVALID_PROOF)
    const part = (from: number, to: number) => hex(input.subarray(from, to))
    const commitment = input.subarray(96, 144)
    const versioned = concatBytes(Uint8Array.of(1), sha256(commitment).subarray(1))
    if (hex(versioned) !== part(0, 32)) throw failed(INVALID_COMMITMENT)
    const isCompressed = (input[96]! & input[144]! & 0x80) !== 0
    if (!isCompressed) throw new VmFailure('error verifying kzg proof: short buffer')
    let isProven: boolean
    try {
      isProven = BLOBS.verifyProof(hex(commitment), part(32, 64), part(64, 96), part(144, 192))
    } catch {
      throw failed(INVALID_PROOF)
    }
    if (!isProven) throw new VmFailure("error verifying kzg proof: can't verify opening proof")
    return concatBytes(wordBytes(ELEMENTS_PER_BLOB), wordBytes(BLS_MODULUS))
  },
}

/** By address, from 1 on: those of Prague. Source: go-ethereum core/vm/contracts.go. */
const CONTRACTS: readonly Precompile[] = [
  ofLibrary(0x01),
  { price: (input) => 60n + 12n * words(input), run: (input) => sha256(input) },
  {
    price: (input) => 600n + 120n * words(input),
    run: (input) => {
      const word = new Uint8Array(32)
      word.set(ripemd160(input), 12)
      return word
    },
  },
  { price: (input) => 15n + 3n * words(input), run: (input) => input.slice() },
  ...[0x05, 0x06, 0x07].map((address) => ofLibrary(address)),
  ofLibrary(0x08, (input) => 45_000n + 34_000n * BigInt(Math.floor(input.length / 192))),
  ofLibrary(0x09),
  pointEvaluation,
  ofBls(
    0x0b,
    () => 375n,
    [256, 256],
    (input) => library().bls.addG1(input),
    true,
  ),
  ofBls(0x0c, pairs(160, 12_000n, G1_DISCOUNTS), [160, 128], (input) => library().bls.msmG1(input)),
  ofBls(
    0x0d,
    () => 600n,
    [512, 512],
    (input) => library().bls.addG2(input),
    true,
  ),
  ofBls(0x0e, pairs(288, 22_500n, G2_DISCOUNTS), [288, 256], (input) => library().bls.msmG2(input)),
  ofBls(
    0x0f,
    (input) => 37_700n + 32_600n * BigInt(Math.floor(input.length / 384)),
    [384, 384],
    (input) => library().bls.pairingCheck(input),
  ),
  ofBls(
    0x10,
    () => 5500n,
    [64, 64],
    (input) => library().bls.mapFPtoG1(input),
    true,
  ),
  ofBls(
    0x11,
    () => 23_800n,
    [128, 128],
    (input) => library().bls.mapFP2toG2(input),
    true,
  ),
]

/** A contract that each chain with these rules has. @param address as a number, from 1 on */
export const ethereumPrecompile = (address: number): Precompile => CONTRACTS[address - 1]!
