import { HashOp, LengthOp, type ProofSpec as WireSpec } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { NO_BYTES } from '../../base/index.js'

/** The shape that the proofs of one kind of tree must have. Only newer releases have `prehashKeyBeforeComparison`. */
export interface ProofSpec extends WireSpec {
  readonly prehashKeyBeforeComparison?: boolean
}

const LEAF = {
  prefix: Uint8Array.of(0),
  hash: HashOp.SHA256,
  prehashKey: HashOp.NO_HASH,
  prehashValue: HashOp.SHA256,
  length: LengthOp.VAR_PROTO,
}
const INNER = { childOrder: [0, 1], emptyChild: NO_BYTES, hash: HashOp.SHA256 }

/** Proofs of IAVL trees. Source, as for the others: cosmos/ics23 go v0.11.0 `proof.go`. */
export const IAVL_SPEC: ProofSpec = {
  leafSpec: LEAF,
  // A child is a length-prefixed hash; the prefix has three varints.
  innerSpec: { ...INNER, minPrefixLength: 4, maxPrefixLength: 12, childSize: 33 },
  minDepth: 0,
  maxDepth: 0,
}

/** Proofs of CometBFT's Merkle tree over names: of the stores of a chain. */
export const TENDERMINT_SPEC: ProofSpec = {
  leafSpec: LEAF,
  innerSpec: { ...INNER, minPrefixLength: 1, maxPrefixLength: 1, childSize: 32 },
  minDepth: 0,
  maxDepth: 0,
}

/** Proofs of sparse Merkle trees (celestiaorg/smt). */
export const SMT_SPEC: ProofSpec = {
  leafSpec: { ...LEAF, prehashKey: HashOp.SHA256, length: LengthOp.NO_PREFIX },
  innerSpec: { ...INNER, minPrefixLength: 1, maxPrefixLength: 1, childSize: 32, emptyChild: new Uint8Array(32) },
  minDepth: 0,
  maxDepth: 256,
  prehashKeyBeforeComparison: true,
}

/** The specs of an SDK chain, from the lowest tree to the highest. Source: ibc-go v10 23-commitment `GetSDKSpecs`. */
export const SDK_SPECS: readonly ProofSpec[] = [IAVL_SPEC, TENDERMINT_SPEC]

/** Whether two specs have the same shape; prefixes are not compared. Source: cosmos/ics23 go v0.11.0 `SpecEquals`. */
export function specEquals(a: ProofSpec, b: ProofSpec): boolean {
  return (
    sameFields(a.leafSpec, b.leafSpec, ['hash', 'prehashKey', 'prehashValue', 'length']) &&
    sameFields(a.innerSpec, b.innerSpec, ['hash', 'minPrefixLength', 'maxPrefixLength', 'childSize']) &&
    a.innerSpec?.childOrder.length === b.innerSpec?.childOrder.length
  )
}

function sameFields<T extends object>(a: T | undefined, b: T | undefined, fields: readonly (keyof T)[]): boolean {
  return a === undefined || b === undefined ? a === b : fields.every((field) => a[field] === b[field])
}
