import { ChainHalted } from '../../modules/upgrade/index.js'

/** What makes a block, or why a plan allows none. */
export function unlessHalted<T>(make: () => T): T | ChainHalted {
  try {
    return make()
  } catch (error) {
    if (error instanceof ChainHalted) return error
    throw error
  }
}

/** @throws ChainHalted when no chain makes a block */
export function assertSomeGoesOn(ends: readonly unknown[]): void {
  if (ends.length > 0 && ends.every((end) => end instanceof ChainHalted)) throw ends[0]
}
