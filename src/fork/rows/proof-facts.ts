import type { CommitmentProof, ExistenceProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { keyOf, type Key, type Row } from '../../store/index.js'
import type { Facts } from './remote-store.js'

/** The smallest key after a key. */
export const after = (key: Key): Key => `${key}\u0000` as Key

const rowOf = ({ key, value }: ExistenceProof): Row => ({ key: keyOf(key), value })

/**
 * The facts in the proof of a key in an IAVL tree, provided that it is valid: the row; or that there is none, with the rows on both sides of the gap.
 * @returns undefined for a proof of neither, or of another key
 */
export function factsOf(key: Key, { exist, nonexist }: CommitmentProof): Facts | undefined {
  if (exist !== undefined) {
    const row = rowOf(exist)
    return row.key === key ? { span: { from: key, to: after(key) }, rows: [row] } : undefined
  }
  if (nonexist === undefined || keyOf(nonexist.key) !== key) return undefined
  const left = nonexist.left && rowOf(nonexist.left)
  const right = nonexist.right && rowOf(nonexist.right)
  if ((left !== undefined && left.key >= key) || (right !== undefined && right.key <= key)) return undefined
  return {
    span: { from: left?.key ?? '', to: right && after(right.key) },
    rows: [left, right].filter((row) => row !== undefined),
  }
}
