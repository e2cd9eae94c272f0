import { HashOp, type ExistenceProof, type InnerOp, type LeafOp } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { during, ProofError } from './error.js'
import { IAVL_SPEC, specEquals, type ProofSpec } from './spec.js'

/** Checks that a proof has the shape of its spec, whatever it hashes to. Source: cosmos/ics23 go v0.11.0 `CheckAgainstSpec`. */

const DEFAULT_MAX_DEPTH = 128

export function checkExistence(proof: ExistenceProof, spec: ProofSpec): void {
  const { leaf, path } = proof
  if (leaf === undefined) throw new ProofError('existence Proof needs defined LeafOp')
  during('leaf', () => checkLeaf(leaf, spec))
  if (spec.minDepth > 0 && path.length < spec.minDepth) throw new ProofError(`innerOps depth too short: ${path.length}`)
  if (path.length > (spec.maxDepth === 0 ? DEFAULT_MAX_DEPTH : spec.maxDepth))
    throw new ProofError(`innerOps depth too long: ${path.length}`)
  for (const [i, inner] of path.entries()) during('inner', () => checkInner(inner, spec, i + 1))
}

export function checkLeaf(op: LeafOp, spec: ProofSpec): void {
  const { leafSpec } = spec
  if (leafSpec === undefined) throw new ProofError('spec.LeafSpec must be non-nil')
  if (specEquals(spec, IAVL_SPEC)) checkIavl(op, 0)
  if (op.hash !== leafSpec.hash) throw new ProofError(`unexpected HashOp: ${op.hash}`)
  if (op.prehashKey !== leafSpec.prehashKey) throw new ProofError(`unexpected PrehashKey: ${op.prehashKey}`)
  if (op.prehashValue !== leafSpec.prehashValue) throw new ProofError(`unexpected PrehashValue: ${op.prehashValue}`)
  if (op.length !== leafSpec.length) throw new ProofError(`unexpected LengthOp: ${op.length}`)
  if (!startsWith(op.prefix, leafSpec.prefix))
    throw new ProofError(`leaf Prefix doesn't start with ${hex(leafSpec.prefix)}`)
}

/** @param layer 1 for the node above the leaf, and so on */
export function checkInner(op: InnerOp, spec: ProofSpec, layer: number): void {
  const { innerSpec, leafSpec } = spec
  if (innerSpec === undefined) throw new ProofError('spec.InnerSpec must be non-nil')
  if (leafSpec === undefined) throw new ProofError('spec.LeafSpec must be non-nil')
  if (op.hash !== innerSpec.hash) throw new ProofError(`unexpected HashOp: ${op.hash}`)
  if (specEquals(spec, IAVL_SPEC)) checkIavl(op, layer)
  if (startsWith(op.prefix, leafSpec.prefix)) throw new ProofError(`inner Prefix starts with ${hex(leafSpec.prefix)}`)
  if (op.prefix.length < innerSpec.minPrefixLength)
    throw new ProofError(`innerOp prefix too short (${op.prefix.length})`)
  const leftChildren = (innerSpec.childOrder.length - 1) * innerSpec.childSize
  if (op.prefix.length > innerSpec.maxPrefixLength + leftChildren)
    throw new ProofError(`innerOp prefix too long (${op.prefix.length})`)
  if (innerSpec.childSize <= 0) throw new ProofError('spec.InnerSpec.ChildSize must be >= 1')
  if (op.suffix.length % innerSpec.childSize !== 0) throw new ProofError('InnerOp suffix malformed')
}

/** What may follow the three numbers of an inner node: a byte of length, or a whole hash before it. */
const AFTER_NUMBERS = [1, 34]

/** Each prefix starts with height, size and version, and then only what is allowed after them. Source: cosmos/ics23 go v0.11.0 `validateIavlOps`. */
function checkIavl({ prefix, hash }: LeafOp | InnerOp, layer: number): void {
  const numbers: bigint[] = []
  let rest = prefix
  for (let i = 0; i < 3; i++) {
    const [value, after] = varint(rest)
    if (value < 0n) throw new ProofError('wrong value in IAVL leaf op')
    numbers.push(value)
    rest = after
  }
  if (numbers[0]! < BigInt(layer)) throw new ProofError('wrong value in IAVL leaf op')
  if (layer === 0) {
    if (rest.length > 0) throw new ProofError('invalid op')
  } else if (!AFTER_NUMBERS.includes(rest.length) || hash !== HashOp.SHA256) throw new ProofError('invalid op')
}

/** A signed varint, and what follows it. Source: Go's encoding/binary `ReadVarint`. */
function varint(bytes: Uint8Array): [value: bigint, rest: Uint8Array] {
  let value = 0n
  for (const [i, byte] of bytes.subarray(0, 10).entries()) {
    if (i === 9 && byte > 1) break
    value |= BigInt(byte & 0x7f) << BigInt(7 * i)
    if (byte < 0x80) return [value & 1n ? ~(value >> 1n) : value >> 1n, bytes.subarray(i + 1)]
  }
  if (bytes.length >= 10) throw new ProofError('binary: varint overflows a 64-bit integer')
  throw new ProofError(bytes.length === 0 ? 'EOF' : 'unexpected EOF')
}

const startsWith = (bytes: Uint8Array, prefix: Uint8Array): boolean =>
  bytes.length >= prefix.length && prefix.every((byte, i) => bytes[i] === byte)

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
