import { readFileSync } from 'node:fs'
import { ProofSpec } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { expect, test } from 'vitest'
import { fromHex } from '../../../src/base/bytes.js'
import {
  decodeCommitmentProof,
  IAVL_SPEC,
  ProofError,
  SMT_SPEC,
  TENDERMINT_SPEC,
  verifyExistence,
  verifyNonExistence,
} from '../../../src/store/ics23/index.js'

interface Row {
  name: string
  spec: string
  root: string
  key: string
  /** Empty for a proof of absence. */
  value: string
  proof: string
  verdict: string
}

/** Written by `reference/ics23`: each proof is corrupted in one way and asked for the root that it leads to, so that only its form can be wrong. */
const { rows } = JSON.parse(
  readFileSync(new URL('../../../fixtures/store/bent-proofs.json', import.meta.url), 'utf8'),
) as { rows: Row[] }

const SPECS: Readonly<Record<string, typeof IAVL_SPEC>> = {
  iavl: IAVL_SPEC,
  tendermint: TENDERMINT_SPEC,
  smt: SMT_SPEC,
}

function verdictOf({ spec: name, root, key, value, proof }: Row): string {
  const spec = SPECS[name] ?? ProofSpec.decode(fromHex(name))
  const { exist, nonexist } = decodeCommitmentProof(fromHex(proof))
  try {
    if (exist !== undefined) verifyExistence(exist, spec, fromHex(root), fromHex(key), fromHex(value))
    else verifyNonExistence(nonexist!, spec, fromHex(root), fromHex(key))
    return 'verified'
  } catch (error) {
    if (error instanceof ProofError) return error.shortMessage
    throw error
  }
}

test("proofs with one change get the reference's verdict and text", () => {
  // Where the reference panics, a refusal of our own words is right.
  const plain = (row: Row, verdict: string) =>
    row.verdict.startsWith('panic: ') && verdict !== 'verified' ? row.verdict : verdict
  expect(rows.map((row) => `${row.name}: ${plain(row, verdictOf(row))}`)).toEqual(
    rows.map(({ name, verdict }) => `${name}: ${verdict}`),
  )
  expect(new Set(rows.map(({ verdict }) => verdict)).size).toBeGreaterThan(40)
})
