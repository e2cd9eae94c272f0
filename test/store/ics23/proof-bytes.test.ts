import { readFileSync } from 'node:fs'
import { CommitmentProof, CompressedExistenceProof, ExistenceProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { afterAll, expect, test, vi } from 'vitest'
import { fromHex, toHex } from '../../../src/base/bytes.js'
import { ProtoError } from '../../../src/codec/proto.js'
import { sha256 } from '../../../src/crypto/hash.js'
import {
  calculateRoot,
  combineProofs,
  decodeCommitmentProof,
  ProofError,
  TENDERMINT_SPEC,
  verifyMembership,
  verifyNonMembership,
} from '../../../src/store/ics23/index.js'

interface Bent {
  name: string
  bytes: string
  /** Places of outcomes, 8 for each byte, the lowest bit first. */
  flips: number[]
  /** By the length that is left. */
  cuts: number[]
}

interface Asked {
  name: string
  proof: string
  root: string
  packed: string
  items: { key: string; value: string; member: boolean; missing: boolean }[]
}

/** Written by `reference/ics23/wire`: what the reference reads from bytes, and what it says of proofs and batches. */
const { outcomes, bent, read, asked } = JSON.parse(
  readFileSync(new URL('../../../fixtures/store/proof-bytes.json', import.meta.url), 'utf8'),
) as {
  outcomes: string[]
  bent: Bent[]
  read: { name: string; bytes: string; outcome: string }[]
  asked: Asked[]
}

/** The generated code writes a list of no numbers, which gogoproto leaves out, as it does any list of messages. */
const encode = CompressedExistenceProof.encode.bind(CompressedExistenceProof)
const leavingOut = vi
  .spyOn(CompressedExistenceProof, 'encode')
  .mockImplementation((proof, writer) =>
    proof.path.length > 0 ? encode(proof, writer) : ExistenceProof.encode({ ...proof, path: [] }, writer),
  )
afterAll(() => leavingOut.mockRestore())

/** The proof that bytes hold, written again; or the refusal. */
function again(bytes: Uint8Array): Uint8Array | string {
  try {
    return CommitmentProof.encode(decodeCommitmentProof(bytes)).finish()
  } catch (error) {
    if (error instanceof ProtoError) return error.shortMessage
    throw error
  }
}

function shortly(bytes: Uint8Array): string {
  const text = again(bytes)
  if (typeof text === 'string') return text
  return toHex(text) === toHex(bytes) ? '=' : `#${toHex(sha256(text).subarray(0, 6))}`
}

test.each(bent)('with one bit flipped or its end cut off, it is read as the reference reads it: $name', (row) => {
  const bytes = fromHex(row.bytes)
  expect(row.flips.map((_, i) => shortly(bytes.with(i >> 3, bytes[i >> 3]! ^ (1 << (i & 7)))))).toEqual(
    row.flips.map((place) => outcomes[place]),
  )
  expect(row.cuts.map((_, length) => shortly(bytes.subarray(0, length)))).toEqual(
    row.cuts.map((place) => outcomes[place]),
  )
})

test('bytes that no encoder writes are read or refused as by the reference', () => {
  const told = (bytes: Uint8Array): string => {
    const text = again(bytes)
    return typeof text === 'string' ? `error: ${text}` : toHex(text)
  }
  expect(read.map(({ name, bytes }) => `${name}: ${told(fromHex(bytes))}`)).toEqual(
    read.map(({ name, outcome }) => `${name}: ${outcome}`),
  )
})

/** Bytes in hex, or the refusal. Where the reference panics, a refusal of our own words is right. */
function outcomeOf(wanted: string, run: () => Uint8Array): string {
  try {
    return toHex(run())
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return wanted.startsWith('panic: ') ? wanted : `error: ${error.shortMessage}`
  }
}

test.each(asked)('root, compressed form and what it proves are those of the reference: $name', (row) => {
  const proof = decodeCommitmentProof(fromHex(row.proof))
  expect(outcomeOf(row.root, () => calculateRoot(proof))).toBe(row.root)
  expect(outcomeOf(row.packed, () => CommitmentProof.encode(combineProofs([proof])).finish())).toBe(row.packed)
  const root = fromHex(asked[0]!.root)
  expect(
    row.items.map(({ key, value }) => [
      verifyMembership(TENDERMINT_SPEC, root, proof, fromHex(key), fromHex(value)),
      verifyNonMembership(TENDERMINT_SPEC, root, proof, fromHex(key)),
    ]),
  ).toEqual(row.items.map(({ member, missing }) => [member, missing]))
})
