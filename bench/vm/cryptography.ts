import { bls12_381 } from '@noble/curves/bls12-381.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'

const KEYS = 64
const BATCH = 16
const FIRST_REGION = 1024
const FIRST_BYTE = 4096
const REGION_BYTES = 12

const concat = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const list = <T>(length: number, item: (i: number) => T): T[] => Array.from({ length }, (_, i) => item(i))

/** Sections as the host functions for batches read them: each followed by its length, big-endian. */
const sections = (parts: readonly Uint8Array[]): Uint8Array =>
  concat(parts.flatMap((part) => [part, Uint8Array.of(0, 0, part.length >> 8, part.length & 0xff)]))

const HASH = new Uint8Array(32).fill(7)
const secret = (i: number): Uint8Array => new Uint8Array(32).fill(i + 1)
const SECRET = secret(8)

/** A call of an import: its arguments are numbers as they are, or bytes of which a region is handed over. */
type Call = readonly [name: string, ...args: (number | Uint8Array)[]]

function ecdsa(name: 'secp256k1' | 'secp256r1', curve: typeof p256): Readonly<Record<string, Call>> {
  const signed = curve.sign(HASH, SECRET, { prehash: false, format: 'recovered' })
  const signature = signed.subarray(1)
  return {
    [`${name} verification`]: [`${name}_verify`, HASH, signature, curve.getPublicKey(SECRET)],
    [`${name} recovery`]: [`${name}_recover_pubkey`, HASH, signature, signed[0]!],
  }
}

/** One call of each, by the name of its row. */
function calls(): Readonly<Record<string, Call>> {
  const { G1, G2 } = bls12_381
  const [a, b] = [G1.Point.BASE, G2.Point.BASE]
  const messages = list(BATCH, (i) => text(`message ${i}`))
  const tag = text('SUDOBOX-BENCH_BLS12381_XMD:SHA-256_SSWU_RO_')
  const out = new Uint8Array(96)
  const single = messages[0]!
  return {
    'BLS12-381, hash to G1': ['bls12_381_hash_to_g1', 0, single, tag, out],
    'BLS12-381, hash to G2': ['bls12_381_hash_to_g2', 0, single, tag, out],
    'BLS12-381, pairing equality of one pair': [
      'bls12_381_pairing_equality',
      ...[a.multiply(6n), b, a.multiply(2n), b.multiply(3n)].map((point) => point.toBytes(true)),
    ],
    'BLS12-381, sum of 64 points of G1 that were seen before': [
      'bls12_381_aggregate_g1',
      concat(list(KEYS, (i) => a.multiply(BigInt(i + 2) ** 17n).toBytes(true))),
      out,
    ],
    'BLS12-381, sum of 64 points of G2 that were seen before': [
      'bls12_381_aggregate_g2',
      concat(list(KEYS, (i) => b.multiply(BigInt(i + 2) ** 17n).toBytes(true))),
      out,
    ],
    ...ecdsa('secp256k1', secp256k1),
    ...ecdsa('secp256r1', p256),
    'ed25519 verification': ['ed25519_verify', single, ed25519.sign(single, SECRET), ed25519.getPublicKey(SECRET)],
    'ed25519 batch of 16': [
      'ed25519_batch_verify',
      sections(messages),
      sections(messages.map((message, i) => ed25519.sign(message, secret(i)))),
      sections(messages.map((_, i) => ed25519.getPublicKey(secret(i)))),
    ],
  }
}

const escaped = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')

/** A contract whose execute makes the call that the message's letter names, and the names by their letters. */
export function cryptographyContract(): {
  readonly wat: string
  readonly steps: readonly (readonly [string, string])[]
} {
  const cases = Object.entries(calls())
  let region = FIRST_REGION
  let byte = FIRST_BYTE
  const data: string[] = []
  const place = (bytes: Uint8Array): number => {
    const head = new Uint8Array(Uint32Array.of(byte, bytes.length, bytes.length).buffer)
    data.push(`(data (i32.const ${region}) "${escaped(head)}") (data (i32.const ${byte}) "${escaped(bytes)}")`)
    byte += bytes.length
    region += REGION_BYTES
    return region - REGION_BYTES
  }
  const branches = cases.map(([, [name, ...args]], i) => {
    const operands = args.map((arg) => `(i32.const ${typeof arg === 'number' ? arg : place(arg)})`).join(' ')
    return `(if (i32.eq (local.get $letter) (i32.const ${letter(i).charCodeAt(0)})) (then (drop (call $${name} ${operands}))))`
  })
  const imports = [...new Map(cases.map(([, [name, ...args]]) => [name, args.length]))].map(
    ([name, params]) =>
      `(import "env" "${name}" (func $${name} (param ${'i32 '.repeat(params)}) (result ${name.includes('recover') ? 'i64' : 'i32'})))`,
  )
  const wat = `(module ${imports.join('\n')}
    (memory (export "memory") 18)
    (global $heap (mut i32) (i32.const 65536))
    (data (i32.const 16) "\\40\\00\\00\\00\\02\\00\\00\\00\\02\\00\\00\\00")
    (data (i32.const 64) "{}")
    ${data.join('\n')}
    (func (export "interface_version_8"))
    (func (export "deallocate") (param i32))
    (func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 16))
    (func (export "allocate") (param $size i32) (result i32) (local $region i32)
      (local.set $region (global.get $heap))
      (i32.store (local.get $region) (i32.add (local.get $region) (i32.const 12)))
      (i32.store offset=4 (local.get $region) (local.get $size))
      (i32.store offset=8 (local.get $region) (i32.const 0))
      (global.set $heap (i32.and (i32.add (i32.add (local.get $region) (local.get $size)) (i32.const 27)) (i32.const -16)))
      (local.get $region))
    (func (export "execute") (param i32 i32 i32) (result i32) (local $letter i32)
      (local.set $letter (i32.load8_u (i32.load (local.get 2))))
      ${branches.join('\n')}
      (i32.const 16)))`
  return { wat, steps: cases.map(([name], i) => [name, letter(i)] as const) }
}

const letter = (i: number): string => String.fromCharCode('a'.charCodeAt(0) + i)
