import { expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import {
  convertProofs,
  decodeMerkleProof,
  IAVL_SPEC,
  SDK_SPECS,
  verifyChainedMembership,
  verifyChainedNonMembership,
} from '../../../src/store/ics23/index.js'
import { keyOf } from '../../../src/store/key.js'
import { MultiStore } from '../../../src/store/multistore.js'
import { merkleProofBytes } from '../../../src/store/proof-ops.js'

const stores = new MultiStore(['bank', 'empty', 'ibc'])
const value = Uint8Array.of(1, 2, 3)
for (const key of ['a', 'c', 'e']) stores.view(stores.working, 'ibc').set(keyOf(toUtf8(key)), value)
const { commitment } = stores.commit(1)
const root = commitment.hash
const upper = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
const pathOf = (store: string, key: string): Uint8Array[] => [toUtf8(store), toUtf8(key)]
const opsOf = (store: string, key: string) => commitment.query(store, keyOf(toUtf8(key))).ops
const proofOf = (store: string, key: string) => decodeMerkleProof(merkleProofBytes(opsOf(store, key)))
const present = proofOf('ibc', 'c')
const absent = proofOf('ibc', 'd')

/** The error as a chain logs it: codespace, code and text. */
function refusal(step: () => void): string {
  try {
    step()
    return 'accepted'
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    return `${error.codespace}/${error.code} ${error.log}`
  }
}
const member = (proof = present, key = 'c', expected = value, specs = SDK_SPECS, hash = root, store = 'ibc') =>
  refusal(() => verifyChainedMembership(proof, specs, hash, pathOf(store, key), expected))
const nonMember = (proof = absent, key = 'd', hash = root) =>
  refusal(() => verifyChainedNonMembership(proof, SDK_SPECS, hash, pathOf('ibc', key)))

test('good proofs are accepted, from messages and from query answers', () => {
  expect([member(), nonMember()]).toEqual(['accepted', 'accepted'])
  expect(member(convertProofs(opsOf('ibc', 'c')))).toBe('accepted')
  expect(nonMember(convertProofs(opsOf('ibc', 'd')))).toBe('accepted')
})

test('refusals have the texts and codes of ibc-go', () => {
  const other = new Uint8Array(32).fill(0xab)
  const expected = (subroot: Uint8Array, asked = other) =>
    `commitment/2 proof did not commit to expected root: ${upper(asked)}, got: ${upper(subroot)}. Please ensure proof was submitted with correct proofHeight and to the correct chain.: invalid proof`
  expect(member(present, 'c', value, SDK_SPECS, other)).toBe(expected(root))
  expect(nonMember(absent, 'd', other)).toBe(expected(root))
  expect(member({ proofs: [] })).toBe('commitment/4 proof must not be empty: invalid merkle proof')
  expect(member(present, 'c', value, SDK_SPECS, new Uint8Array(0))).toBe(
    'commitment/4 root cannot be empty: invalid merkle proof',
  )
  expect(member(present, 'c', value, [IAVL_SPEC])).toBe(
    'commitment/4 length of specs: 1 not equal to length of proof: 2: invalid merkle proof',
  )
  expect(refusal(() => verifyChainedMembership(present, SDK_SPECS, root, [toUtf8('c')], value))).toBe(
    'commitment/2 path length 1 not same as proof 2: invalid proof',
  )
  expect(member(present, 'c', new Uint8Array(0))).toBe('commitment/2 empty value in membership proof: invalid proof')
  expect(member(present, 'b')).toBe(
    "commitment/2 failed to verify membership proof at index 0: provided key doesn't match proof: invalid proof",
  )
  expect(member(present, 'c', Uint8Array.of(9))).toBe(
    "commitment/2 failed to verify membership proof at index 0: provided value doesn't match proof: invalid proof",
  )
  expect(member(present, 'c', value, SDK_SPECS, root, 'bank')).toBe(
    "commitment/2 failed to verify membership proof at index 1: provided key doesn't match proof: invalid proof",
  )
  expect(nonMember(absent, 'c')).toBe(
    'commitment/2 failed to verify non-membership proof with key c: key is not right of left proof: invalid proof',
  )
  expect(nonMember(absent, 'e')).toBe(
    'commitment/2 failed to verify non-membership proof with key e: key is not left of right proof: invalid proof',
  )
  expect(nonMember(present)).toBe(
    'commitment/2 commitment proof must be non-existence proof for verifying non-membership. got: *ics23.CommitmentProof: invalid proof',
  )
  expect(member(absent, 'd')).toMatch(/^commitment\/2 commitment proof must be existence proof\. got: int at index /)
  expect(refusal(() => verifyChainedNonMembership(proofOf('empty', 'd'), SDK_SPECS, root, pathOf('empty', 'd')))).toBe(
    'commitment/2 could not calculate root for proof index 0, merkle tree is likely empty. nonexistence proof has empty Left and Right proof: invalid proof',
  )
  expect(refusal(() => convertProofs([{ data: Uint8Array.of(0x0a, 5) }]))).toBe(
    'commitment/4 could not unmarshal proof op into CommitmentProof at index 0: unexpected EOF: invalid merkle proof',
  )
  expect(refusal(() => convertProofs([...opsOf('ibc', 'c'), { data: new Uint8Array(0) }]))).toBe(
    'commitment/4 could not unmarshal proof op into CommitmentProof at index 2: <nil>: invalid merkle proof',
  )
})

test('of several alternatives in one proof the last one counts, as in the reference', () => {
  const [lower, upper] = [present, absent].map(({ proofs }) => proofs[0]!)
  expect(Object.keys(lower!)).toEqual(['exist'])
  expect(Object.keys(upper!)).toEqual(['nonexist'])
  const joined = Buffer.concat([opsOf('ibc', 'c')[0]!.data, opsOf('ibc', 'd')[0]!.data])
  const mixed = convertProofs([{ data: joined }, opsOf('ibc', 'd')[1]!])
  expect(nonMember(mixed)).toBe('accepted')
  expect(member(mixed)).not.toBe('accepted')
})

test('neither an empty value nor its neighbour can be proven', () => {
  const stores = new MultiStore(['ibc'])
  stores.view(stores.working, 'ibc').set(keyOf(toUtf8('a')), new Uint8Array(0))
  const { commitment } = stores.commit(1)
  for (const key of ['a', 'b']) {
    const proof = convertProofs(commitment.query('ibc', keyOf(toUtf8(key))).ops)
    expect(refusal(() => verifyChainedNonMembership(proof, SDK_SPECS, commitment.hash, pathOf('ibc', key)))).toBe(
      'commitment/2 could not calculate root for proof index 0, merkle tree is likely empty. leaf, leaf op needs value: invalid proof',
    )
  }
})
