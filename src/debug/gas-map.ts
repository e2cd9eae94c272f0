/** A moment at which the contract and its twin are known to be at the same place: the end of a host call, or of the call itself. */
export interface GasMark {
  /** VM gas that each had used. */
  readonly twin: number
  readonly contract: number
}

/** Gas at a step, in VM gas of the contract that the chain runs. */
export interface StepGas {
  readonly used: number
  /** False between two places that both are known to pass: there it grows as the twin's does. */
  readonly isExact: boolean
}

/**
 * Maps gas of a twin to that of the contract. Both make the same host calls in the same order, since they are made of the same source and get the
 * same answers. @param marks in order; undefined if both are the same code
 */
export function mapGas(marks: readonly GasMark[] | undefined, twin: number): StepGas {
  if (marks === undefined) return { used: twin, isExact: true }
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (marks[middle]!.twin < twin) low = middle + 1
    else high = middle
  }
  const before = marks[low - 1] ?? { twin: 0, contract: 0 }
  const after = marks[low]
  if (after === undefined) return { used: before.contract, isExact: false }
  if (after.twin === twin) return { used: after.contract, isExact: true }
  const share = (twin - before.twin) / (after.twin - before.twin)
  return {
    used: Math.round(before.contract + share * (after.contract - before.contract)),
    isExact: before.twin === twin,
  }
}
