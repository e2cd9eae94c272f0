import { describe, expect, test } from 'vitest'
import { fromHex, toUtf8 } from '../../../src/base/bytes.js'
import { ProtoError } from '../../../src/codec/proto.js'
import {
  calculateRoot,
  decodeCommitmentProof,
  IAVL_SPEC,
  ProofError,
  TENDERMINT_SPEC,
  verifyExistence,
  verifyNonExistence,
  type ProofSpec,
} from '../../../src/store/ics23/index.js'
import { keyOfHex, reference, tellReference } from '../reference.js'

function verdict(spec: ProofSpec, root: Uint8Array, data: Uint8Array, key: Uint8Array, value: Uint8Array): string {
  try {
    const { exist, nonexist } = decodeCommitmentProof(data)
    if (exist !== undefined) verifyExistence(exist, spec, root, key, value)
    else if (nonexist !== undefined) verifyNonExistence(nonexist, spec, root, key)
    else return 'neither'
    return 'verified'
  } catch (error) {
    if (error instanceof ProtoError) return `unmarshal: ${error.shortMessage}`
    if (error instanceof ProofError) return error.shortMessage
    throw error
  }
}

describe("a proof with one bit flipped gets the reference's verdict and text", () => {
  const stores = tellReference()
  for (const { height, store, key, op, verdicts } of reference.flipped)
    test(`${store} at height ${height}, key ${key}, op ${op}`, () => {
      const { commitment } = stores.version(height)
      const { value, ops } = commitment.query(store, keyOfHex(key))
      const { data } = ops[op]!
      const [spec, proven, proofKey] =
        op === 0
          ? [IAVL_SPEC, value ?? new Uint8Array(0), fromHex(key)]
          : [TENDERMINT_SPEC, commitment.storeHash(store), toUtf8(store)]
      const root = calculateRoot(decodeCommitmentProof(data))
      const ours = [...data].map((byte, i) =>
        verdict(spec, root, data.with(i, byte ^ (1 << (i % 8))), proofKey, proven),
      )
      expect(ours).toEqual(verdicts.map((place) => reference.verdicts[place]))
    })
})
