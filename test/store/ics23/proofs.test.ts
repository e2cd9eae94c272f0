import * as confio from '@confio/ics23'
import { fc, runs } from '../../random.js'
import { expect, test } from 'vitest'
import { equalBytes, toUtf8 } from '../../../src/base/bytes.js'
import { ProtoError } from '../../../src/codec/proto.js'
import { ChainError } from '../../../src/base/errors.js'
import {
  batchVerifyMembership,
  batchVerifyNonMembership,
  calculateRoot,
  combineProofs,
  convertProofs,
  decodeCommitmentProof,
  decodeMerkleProof,
  IAVL_SPEC,
  SDK_SPECS,
  TENDERMINT_SPEC,
  verifyChainedMembership,
  verifyChainedNonMembership,
  verifyMembership,
  verifyNonMembership,
  type ChainedProof,
} from '../../../src/store/ics23/index.js'
import { keyBytes, keyOf, type Key } from '../../../src/store/key.js'
import { MultiStore } from '../../../src/store/multistore.js'
import { merkleProofBytes } from '../../../src/store/proof-ops.js'

const bytes = (maxLength: number) => fc.uint8Array({ minLength: 1, maxLength })
const key = fc.oneof(bytes(3), fc.uint8Array({ minLength: 1, maxLength: 2, max: 3 })).map(keyOf)
const rows = fc.array(fc.tuple(key, bytes(40)), { minLength: 1, maxLength: 80, size: 'max' })

/** A chain of several heights with the rows in two of its stores. */
function chainOf(all: readonly (readonly [Key, Uint8Array])[]): MultiStore {
  const stores = new MultiStore(['acc', 'bank', 'gov', 'ibc', 'wasm'])
  all.forEach(([key, value], i) => {
    stores.view(stores.working, i % 4 === 0 ? 'bank' : 'ibc').set(key, value)
    if (i % 7 === 0) stores.commit((stores.latest?.height ?? 0) + 1)
  })
  stores.commit((stores.latest?.height ?? 0) + 1)
  return stores
}

const story = fc.record({ rows, asked: key })

/** One proof of the last height with all that belongs to it. */
function proveOne(stores: MultiStore, asked: Key, store = 'ibc') {
  const { commitment } = stores.latest!
  const { value, ops } = commitment.query(store, asked)
  return { root: commitment.hash, path: [toUtf8(store), keyBytes(asked)], value, ops, bytes: merkleProofBytes(ops) }
}

function verifies(
  proof: ChainedProof,
  root: Uint8Array,
  path: readonly Uint8Array[],
  value: Uint8Array | undefined,
): boolean {
  try {
    if (value === undefined) verifyChainedNonMembership(proof, SDK_SPECS, root, path)
    else verifyChainedMembership(proof, SDK_SPECS, root, path, value)
    return true
  } catch (error) {
    if (error instanceof ChainError && error.codespace === 'commitment') return false
    throw error
  }
}

test('proofs of present and absent keys verify, here and in a second library', () => {
  fc.assert(
    fc.property(story, ({ rows, asked }) => {
      const stores = chainOf(rows)
      const { commitment } = stores.latest!
      for (const wanted of [asked, rows[0]![0], rows.at(-1)![0]]) {
        const { root, path, value, ops, bytes } = proveOne(stores, wanted)
        const storeHash = commitment.storeHash('ibc')
        const [lower, upper] = ops.map(({ data }) => confio.ics23.CommitmentProof.decode(data))
        const empty = rows.length < 2
        if (value === undefined) {
          expect(verifies(decodeMerkleProof(bytes), root, path, undefined)).toBe(!empty)
          expect(confio.verifyNonMembership(lower!, confio.iavlSpec, storeHash, path[1]!)).toBe(!empty)
        } else {
          expect(verifies(convertProofs(ops), root, path, value)).toBe(true)
          expect(confio.verifyMembership(lower!, confio.iavlSpec, storeHash, path[1]!, value)).toBe(true)
        }
        expect(confio.verifyMembership(upper!, confio.tendermintSpec, root, path[0]!, storeHash)).toBe(true)
      }
    }),
    { numRuns: runs(200) },
  )
})

test('a proof proves neither another key, value, store or root, nor the contrary', () => {
  fc.assert(
    fc.property(story, key, bytes(40), ({ rows, asked }, otherKey, otherValue) => {
      const stores = chainOf(rows)
      for (const wanted of [asked, rows.at(-1)![0]]) {
        const { root, path, value, bytes } = proveOne(stores, wanted)
        const [store, key] = path as [Uint8Array, Uint8Array]
        const proof = decodeMerkleProof(bytes)
        const proves = (path: readonly Uint8Array[], value: Uint8Array | undefined) =>
          verifies(proof, root, path, value)
        expect(proves([toUtf8('bank'), key], value)).toBe(false)
        expect(proves([key, store], value)).toBe(false)
        if (value !== undefined) {
          expect(proves(path, undefined)).toBe(false)
          expect(proves(path, otherValue)).toBe(equalBytes(value, otherValue))
          expect(proves([store, keyBytes(otherKey)], value)).toBe(otherKey === wanted)
        } else {
          expect(proves(path, otherValue)).toBe(false)
          // A proof of absence holds for the whole gap between two neighbours, never for a key that is there.
          if (stores.view(stores.working, 'ibc').has(otherKey))
            expect(proves([store, keyBytes(otherKey)], undefined)).toBe(false)
        }
        expect(verifies(proof, stores.version(1).commitment.hash, path, value)).toBe(
          equalBytes(stores.version(1).commitment.hash, root) && rows.length > 1,
        )
      }
    }),
    { numRuns: runs(200) },
  )
})

/** Undefined for bytes that are no proof. */
function decoded(bytes: Uint8Array): ChainedProof | undefined {
  try {
    return decodeMerkleProof(bytes)
  } catch (error) {
    expect(error).toBeInstanceOf(ProtoError)
    return undefined
  }
}

/** The proof with the parts that verification does not read taken away: what two proofs of one meaning share. */
const meaning = (proof: ChainedProof): unknown =>
  proof.proofs.map(({ nonexist, ...rest }) => (nonexist === undefined ? rest : { ...nonexist, key: undefined }))

// Every bit of a proof: two seconds on a quiet machine.
test(
  'one bit flipped anywhere in proof, path, value or root makes it fail, unless the proof reads the same',
  { timeout: 60_000 },
  () => {
    fc.assert(
      fc.property(story, fc.array(fc.tuple(fc.nat(), fc.nat(7)), { minLength: 20 }), ({ rows, asked }, flips) => {
        const stores = chainOf(rows)
        for (const wanted of [asked, rows.at(-1)![0]]) {
          const { root, path, value, bytes } = proveOne(stores, wanted)
          const [store, key] = path as [Uint8Array, Uint8Array]
          const proof = decodeMerkleProof(bytes)
          const good = verifies(proof, root, path, value)
          for (const [place, bit] of flips) {
            const flip = (bytes: Uint8Array) =>
              bytes.with(place % bytes.length, bytes[place % bytes.length]! ^ (1 << bit))
            // All in one comparison: one for each would take longer than the proofs.
            const verified = {
              root: verifies(proof, flip(root), path, value),
              store: verifies(proof, root, [flip(store), key], value),
              key: value !== undefined && verifies(proof, root, [store, flip(key)], value),
              value: value !== undefined && verifies(proof, root, path, flip(value)),
            }
            if (Object.values(verified).includes(true))
              expect.fail(`verified in spite of a flip: ${JSON.stringify(verified)}`)
            const forged = decoded(flip(bytes))
            if (forged !== undefined && verifies(forged, root, path, value))
              expect([good, meaning(forged)]).toEqual([true, meaning(proof)])
          }
        }
      }),
      { numRuns: runs(150) },
    )
  },
)

test('whatever bytes a relayer sends, the answer is a typed refusal', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const root = new Uint8Array(32)
      const path = [toUtf8('ibc'), toUtf8('key')]
      const proof = decoded(bytes)
      if (proof === undefined) return
      expect(verifies(proof, root, path, root)).toBe(false)
      expect(verifies(proof, root, path, undefined)).toBe(false)
      for (const part of proof.proofs) {
        expect(verifyMembership(IAVL_SPEC, root, part, root, root)).toBe(false)
        expect(verifyNonMembership(TENDERMINT_SPEC, root, part, root)).toBe(false)
      }
    }),
    { numRuns: runs(2000) },
  )
})

test('a compressed batch proves what its proofs prove', () => {
  const value = (n: number) => Uint8Array.of(n, 1)
  const stores = new MultiStore(['ibc'])
  const keys = Array.from({ length: 40 }, (_, i) => keyOf(Uint8Array.of(i * 2 + 1)))
  keys.forEach((key, i) => stores.view(stores.working, 'ibc').set(key, value(i)))
  const { commitment } = stores.commit(1)
  const root = commitment.storeHash('ibc')
  const proofOf = (key: Key) => decodeCommitmentProof(commitment.query('ibc', key).ops[0]!.data)
  const absent = [0, 20, 80].map((n) => keyOf(Uint8Array.of(n)))
  const batch = combineProofs([...keys, ...absent].map(proofOf))
  expect(Object.keys(batch)).toEqual(['compressed'])
  const present = keys.map((key, i) => [keyBytes(key), value(i)] as const)
  expect(batchVerifyMembership(IAVL_SPEC, root, batch, present)).toBe(true)
  expect(batchVerifyMembership(IAVL_SPEC, root, batch, [[keyBytes(keys[0]!), value(7)]])).toBe(false)
  expect(batchVerifyNonMembership(IAVL_SPEC, root, batch, absent.map(keyBytes))).toBe(true)
  expect(batchVerifyNonMembership(IAVL_SPEC, root, batch, [keyBytes(keys[3]!)])).toBe(false)
})

test('an empty batch, and a path over a step that is not listed, prove nothing', () => {
  expect(() => calculateRoot({ batch: { entries: [] } })).toThrow('batch proof has empty entry')
  const stores = new MultiStore(['ibc'])
  for (const n of [1, 2, 3]) stores.view(stores.working, 'ibc').set(keyOf(Uint8Array.of(n)), Uint8Array.of(n))
  const { commitment } = stores.commit(1)
  const root = commitment.storeHash('ibc')
  const proofOf = (n: number) => decodeCommitmentProof(commitment.query('ibc', keyOf(Uint8Array.of(n))).ops[0]!.data)
  const { compressed } = combineProofs([1, 2, 3].map(proofOf))
  const proves = (proof: Parameters<typeof verifyMembership>[2]) =>
    verifyMembership(IAVL_SPEC, root, proof, Uint8Array.of(3), Uint8Array.of(3))
  expect(proves({ compressed: compressed! })).toBe(true)
  const short = { compressed: { ...compressed!, lookupInners: compressed!.lookupInners.slice(0, 1) } }
  expect(proves(short)).toBe(false)
  expect(() => calculateRoot(short)).toThrow(/^index out of range \[1\] with length 1$/)
})
