import { expect, test } from 'vitest'
import { decodeCommitmentProof, IAVL_SPEC, ProofError, verifyNonExistence } from '../../../src/store/ics23/index.js'
import { keyOf } from '../../../src/store/key.js'
import { MultiStore } from '../../../src/store/multistore.js'

const MAX_KEYS = 9
const keyAt = (place: number): Uint8Array => Uint8Array.of(2 * place + 2)

/** Real proofs of all keys of a tree that grew in the order given, one height at a time: 2, 4, 6 … */
function treeOf(places: readonly number[]) {
  const stores = new MultiStore(['ibc'])
  for (const [i, place] of places.entries()) {
    stores.view(stores.working, 'ibc').set(keyOf(keyAt(place)), Uint8Array.of(1))
    stores.commit(i + 1)
  }
  const { commitment } = stores.latest!
  const existing = Array.from(
    { length: places.length },
    (_, place) => decodeCommitmentProof(commitment.query('ibc', keyOf(keyAt(place))).ops[0]!.data).exist!,
  )
  return { root: commitment.storeHash('ibc'), existing }
}

/** Trees of different shapes: what comes later splits what is there. */
const orders: readonly (readonly [name: string, order: (places: readonly number[]) => readonly number[]])[] = [
  ['rising', (places) => places],
  ['falling', (places) => places.toReversed()],
  ['every other', (places) => places.toSorted((a, b) => (a % 2) - (b % 2))],
]

test.each(orders)('only neighbours prove that what is between them is absent (keys %s)', (_, order) => {
  for (let count = 1; count <= MAX_KEYS; count++) {
    const { root, existing } = treeOf(order(Array.from({ length: count }, (_, place) => place)))
    const faults: string[] = []
    // -1 on the left and `count` on the right stand for no proof on that side.
    for (let left = -1; left < count; left++)
      for (let right = 0; right <= count; right++)
        for (let key = 1; key <= 2 * count + 1; key++) {
          const sides = {
            ...(left >= 0 && { left: existing[left]! }),
            ...(right < count && { right: existing[right]! }),
          }
          const proof = { key: Uint8Array.of(key), ...sides }
          const [said, wanted] = [
            verdict(() => verifyNonExistence(proof, IAVL_SPEC, root, proof.key)),
            expected(left, right, key, count),
          ]
          if (said !== wanted)
            faults.push(`absence of ${key} between places ${left} and ${right}: ${said}, not ${wanted}`)
        }
    expect(faults, `${count} keys`).toEqual([])
  }
})

function expected(left: number, right: number, key: number, count: number): string {
  if (left < 0 && right === count) return 'both left and right proofs missing'
  if (right < count && key >= keyAt(right)[0]!) return 'key is not left of right proof'
  if (left >= 0 && key <= keyAt(left)[0]!) return 'key is not right of left proof'
  if (left < 0) return right === 0 ? 'verified' : 'left proof missing, right proof must be left-most'
  return right === left + 1 ? 'verified' : 'right proof missing, left proof must be right-most'
}

function verdict(step: () => void): string {
  try {
    step()
    return 'verified'
  } catch (error) {
    if (error instanceof ProofError) return error.shortMessage
    throw error
  }
}
