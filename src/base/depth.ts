/** Whether lists and members of a value are nested deeper than this many levels; also true for one that contains itself. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}
