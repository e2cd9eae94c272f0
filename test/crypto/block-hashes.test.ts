import { readFileSync } from 'node:fs'
import { BlockIDFlag } from 'cosmjs-types/tendermint/types/validator'
import { Timestamp } from 'cosmjs-types/google/protobuf/timestamp'
import { fc, runs } from '../random.js'
import { expect, test } from 'vitest'
import { toHex, toUtf8 } from '../../src/base/bytes.js'
import {
  commitHash,
  consensusHash,
  dataHash,
  evidenceHash,
  headerHash,
  resultsHash,
  txProofs,
  validatorsHash,
} from '../../src/crypto/block-hashes.js'
import { MerkleError, merkleProofs, merkleRoot, verifyMerkleProof } from '../../src/crypto/merkle.js'
import { Random } from '../store/random.js'

const { blocks } = JSON.parse(
  readFileSync(new URL('../../fixtures/store/reference.json', import.meta.url), 'utf8'),
) as { blocks: Record<string, string | string[]>[] }

/** Block n as `reference/store` makes it: n transactions, n results, n validators, n signatures. */
function hashesOf(n: number): Record<string, unknown> {
  const random = new Random(n)
  const times = <T>(make: () => T): T[] => Array.from({ length: n }, make)
  const timestamp = Timestamp.fromPartial({ seconds: BigInt(1_700_000_000 + n), nanos: n * 1001 })
  const parts = times(() => ({
    tx: random.bytes(1 + random.next(50)),
    result: {
      code: random.next(3),
      data: random.bytes(random.next(9)),
      gasWanted: BigInt(random.next(1000)),
      gasUsed: BigInt(random.next(1000)),
    },
    validator: { pubKey: { ed25519: random.bytes(32) }, votingPower: BigInt(1 + random.next(100_000)) },
    signature: {
      blockIdFlag: BlockIDFlag.BLOCK_ID_FLAG_COMMIT,
      validatorAddress: random.bytes(20),
      timestamp,
      signature: random.bytes(64),
    },
  }))
  const txs = parts.map(({ tx }) => tx)
  const validators = validatorsHash(parts.map(({ validator }) => validator))
  const commit = commitHash(parts.map(({ signature }) => signature))
  const results = resultsHash(parts.map(({ result }) => result))
  const consensus = consensusHash({ maxBytes: 22_020_096n, maxGas: -1n })
  const header = headerHash({
    version: { block: 11n, app: BigInt(n) },
    chainId: `chain-${n}`,
    height: BigInt(n) * 1_000_003n,
    time: timestamp,
    lastCommitHash: commit,
    dataHash: dataHash(txs),
    validatorsHash: validators,
    nextValidatorsHash: validators,
    consensusHash: consensus,
    appHash: random.bytes(n),
    lastResultsHash: results,
    evidenceHash: evidenceHash(),
    proposerAddress: random.bytes(20),
    lastBlockId: {
      hash: random.bytes(n > 0 ? 32 : 0),
      partSetHeader: { total: n, hash: random.bytes(n > 0 ? 32 : 0) },
    },
  })
  const upper = (bytes: Uint8Array) => toHex(bytes).toUpperCase()
  return {
    header: upper(header),
    commit: upper(commit),
    data: upper(dataHash(txs)),
    validators: upper(validators),
    consensus: upper(consensus),
    results: upper(results),
    evidence: upper(evidenceHash()),
    aunts: n === 0 ? null : txProofs(txs).map(({ aunts }) => toHex(merkleRoot([toUtf8(aunts.map(toHex).join(''))]))),
  }
}

test('hashes of blocks equal those of the reference', () => {
  expect(blocks.map((_, n) => hashesOf(n))).toEqual(blocks)
})

const item = fc.uint8Array({ maxLength: 8 })

test('each item of a list has a proof, and no other item, place or root has it', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 40 }), item, fc.nat(), (items, other, seed) => {
      const { root, proofs } = merkleProofs(items)
      expect(root).toEqual(merkleRoot(items))
      const at = seed % items.length
      const proof = proofs[at]!
      expect(() => verifyMerkleProof(proof, root, items[at]!)).not.toThrow()
      const flipped = root.with(seed % 32, root[seed % 32]! ^ 1)
      expect(() => verifyMerkleProof(proof, flipped, items[at]!)).toThrow(/^invalid root hash: wanted [0-9A-F]{64} got/)
      if (toHex(other) !== toHex(items[at]!))
        expect(() => verifyMerkleProof(proof, root, other)).toThrow(/^invalid leaf hash/)
      expect(() => verifyMerkleProof({ ...proof, index: items.length }, root, items[at]!)).toThrow(MerkleError)
      expect(() => verifyMerkleProof({ ...proof, aunts: [...proof.aunts, root] }, root, items[at]!)).toThrow(
        'compute root hash: unexpected inner hashes',
      )
      if (items.length > 1)
        expect(() => verifyMerkleProof({ ...proof, aunts: proof.aunts.slice(1) }, root, items[at]!)).toThrow(
          'compute root hash: expected at least one inner hash',
        )
    }),
    { numRuns: runs(300) },
  )
})
