import type { InnerOp, InnerSpec } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { equalBytes } from '../../base/index.js'
import { ProofError } from './error.js'

/**
 * The position of a leaf in its tree, from the lengths of prefix and suffix around the child in each step of its path.
 * Source: cosmos/ics23 go v0.11.0 `proof.go`.
 */

type Path = readonly InnerOp[]

/** Whether this is the leftmost leaf, ignoring empty children. */
export const isLeftMost = (spec: InnerSpec, path: Path): boolean =>
  path.every((step) => isAtBranch(spec, step, 0) || leftBranchesAreEmpty(spec, step))

/** Whether this is the rightmost leaf, ignoring empty children. */
export const isRightMost = (spec: InnerSpec, path: Path): boolean =>
  path.every((step) => isAtBranch(spec, step, spec.childOrder.length - 1) || rightBranchesAreEmpty(spec, step))

/** Whether the leaf of the right path is the next one after that of the left path. */
export function isLeftNeighbour(spec: InnerSpec, left: Path, right: Path): boolean {
  // The shared part of the paths from the root; below it they must descend into adjacent children.
  let shared = 0
  const at = (path: Path): InnerOp => path[path.length - 1 - shared] ?? tooShort()
  while (equalBytes(at(left).prefix, at(right).prefix) && equalBytes(at(left).suffix, at(right).suffix)) shared++
  return (
    branchOf(spec, at(right)) === branchOf(spec, at(left)) + 1 &&
    isRightMost(spec, left.slice(0, left.length - 1 - shared)) &&
    isLeftMost(spec, right.slice(0, right.length - 1 - shared))
  )
}

/** The reference panics here (index out of range); two proofs of one root cannot get here without a hash collision. */
function tooShort(): never {
  throw new ProofError('one path is part of the other')
}

/** The lengths of prefix and suffix around a child of a branch. */
function paddingOf(spec: InnerSpec, branch: number): { least: number; most: number; suffix: number } {
  const position = positionOf(spec, branch)
  const before = position * spec.childSize
  return {
    least: before + spec.minPrefixLength,
    most: before + spec.maxPrefixLength,
    suffix: (spec.childOrder.length - 1 - position) * spec.childSize,
  }
}

function positionOf({ childOrder }: InnerSpec, branch: number): number {
  if (branch < 0 || branch >= childOrder.length) throw new ProofError(`invalid branch: ${branch}`)
  const position = childOrder.indexOf(branch)
  if (position < 0) throw new ProofError(`branch ${branch} not found in order [${childOrder.join(' ')}]`)
  return position
}

function isAtBranch(spec: InnerSpec, { prefix, suffix }: InnerOp, branch: number): boolean {
  const padding = paddingOf(spec, branch)
  return prefix.length >= padding.least && prefix.length <= padding.most && suffix.length === padding.suffix
}

function findBranch(spec: InnerSpec, op: InnerOp): number | undefined {
  for (let branch = 0; branch < spec.childOrder.length; branch++) if (isAtBranch(spec, op, branch)) return branch
  return undefined
}

function branchOf(spec: InnerSpec, op: InnerOp): number {
  const branch = findBranch(spec, op)
  if (branch === undefined) throw new ProofError('cannot find any valid spacing for this node')
  return branch
}

/** Whether all children left of this one are empty. */
export function leftBranchesAreEmpty(spec: InnerSpec, op: InnerOp): boolean {
  const count = findBranch(spec, op)
  if (count === undefined || count === 0) return false
  const start = op.prefix.length - count * spec.childSize
  return start >= 0 && childrenAreEmpty(spec, op.prefix.subarray(start), count)
}

/** Whether all children right of this one are empty. */
export function rightBranchesAreEmpty(spec: InnerSpec, op: InnerOp): boolean {
  const branch = findBranch(spec, op)
  if (branch === undefined) return false
  const count = spec.childOrder.length - 1 - branch
  return count > 0 && op.suffix.length === count * spec.childSize && childrenAreEmpty(spec, op.suffix, count)
}

function childrenAreEmpty(spec: InnerSpec, children: Uint8Array, count: number): boolean {
  for (let branch = 0; branch < count; branch++) {
    const from = positionOf(spec, branch) * spec.childSize
    if (!equalBytes(spec.emptyChild, children.subarray(from, from + spec.childSize))) return false
  }
  return true
}
