import {
  InnerOp,
  type BatchEntry,
  type CommitmentProof,
  type CompressedBatchEntry,
  type CompressedExistenceProof,
  type ExistenceProof,
} from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { keyOf } from '../key.js'
import { ProofError } from './error.js'

/** Batches whose inner nodes are listed once. Source: cosmos/ics23 go v0.11.0 `compress.go`, `CombineProofs`. */

/** One compressed batch of all proofs, which may be batches themselves. @throws ProofError for an empty proof */
export function combineProofs(proofs: readonly CommitmentProof[]): CommitmentProof {
  const entries = proofs.flatMap((proof): BatchEntry[] => {
    if (proof.exist !== undefined) return [{ exist: proof.exist }]
    if (proof.nonexist !== undefined) return [{ nonexist: proof.nonexist }]
    const { batch } = decompress(proof)
    if (batch === undefined) throw new ProofError('proof neither exist or nonexist: <nil>')
    return batch.entries
  })
  return compress({ batch: { entries } })
}

/** A batch in its compressed form; any other proof as it is. */
export function compress(proof: CommitmentProof): CommitmentProof {
  if (proof.batch === undefined) return proof
  const lookupInners: InnerOp[] = []
  const places = new Map<string, number>()
  const placeOf = (step: InnerOp): number => {
    const bytes = keyOf(InnerOp.encode(step).finish())
    const known = places.get(bytes)
    if (known !== undefined) return known
    places.set(bytes, lookupInners.length)
    return lookupInners.push(step) - 1
  }
  const shrink = (exist: ExistenceProof): CompressedExistenceProof => ({ ...exist, path: exist.path.map(placeOf) })
  const entries = proof.batch.entries.map((entry): CompressedBatchEntry => mapEntry(entry, shrink))
  return { compressed: { entries, lookupInners } }
}

/** A compressed batch in its full form; any other proof as it is. @throws ProofError where the reference would panic */
export function decompress(proof: CommitmentProof): CommitmentProof {
  if (proof.compressed === undefined) return proof
  const { entries, lookupInners } = proof.compressed
  const stepAt = (place: number): InnerOp => {
    const step = lookupInners[place]
    if (step === undefined) throw new ProofError(`index out of range [${place}] with length ${lookupInners.length}`)
    return step
  }
  const grow = (exist: CompressedExistenceProof): ExistenceProof => ({ ...exist, path: exist.path.map(stepAt) })
  return { batch: { entries: entries.map((entry): BatchEntry => mapEntry(entry, grow)) } }
}

interface Entry<T> {
  exist?: T
  nonexist?: { key: Uint8Array; left?: T; right?: T }
}

function mapEntry<A, B>({ exist, nonexist }: Entry<A>, map: (proof: A) => B): Entry<B> {
  if (exist !== undefined) return { exist: map(exist) }
  if (nonexist === undefined) throw new ProofError('the batch has an empty entry')
  const { key, left, right } = nonexist
  return {
    nonexist: {
      key,
      ...(left === undefined ? {} : { left: map(left) }),
      ...(right === undefined ? {} : { right: map(right) }),
    },
  }
}
