import type { Facts } from './remote-store.js'

/** Whether facts can be true: a span that ends after its start, and rows within it in ascending order. */
export function isWhole({ span: { from, to }, rows }: Facts): boolean {
  if (to !== undefined && to <= from) return false
  return rows.every(
    ({ key }, i) => key !== '' && key >= from && (to === undefined || key < to) && (i === 0 || rows[i - 1]!.key < key),
  )
}
