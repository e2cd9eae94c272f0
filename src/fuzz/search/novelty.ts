import { LRUCache } from 'lru-cache'

/** So many new shapes of one kind are judged before some are left out. */
const FIRST = 4
/** What is repeated is judged the first time, and then each time that it has been repeated so many times more often. */
const AGAIN = 4
/** After new code, so many. */
const FIRST_OF_NEW_CODE = 16
/** Beyond this, what was judged longest ago is forgotten, and judged again. */
const MAX = 200_000

/**
 * Decides what is judged by means that cost more than the step itself: what is new. Each possibility has a kind, such as a message whose packets time out,
 * and the shape of the state that it is judged in.
 *
 * - The first time of each kind, and every time after a step that ran new code, it is judged.
 * - In a new shape it is judged too; beyond {@link FIRST} shapes of one kind only some are, as many as the square root of their number.
 * - In a shape that it was judged in before, it is judged again the 4th, 16th, 64th … time, since amounts and names differ. So nothing is excluded.
 */
export class Novelty {
  /** How often each kind came up in a shape that it was not judged in. */
  readonly #fresh = new Map<string, number>()
  /** How often each kind came up in each shape, from the first time that it was judged there. */
  readonly #judged = new LRUCache<string, number>({ max: MAX })

  /** Whether to judge it; if so, it counts as judged. @param ranNewCode whether the last step did */
  isNew(kind: string, shape: string, ranNewCode: boolean): boolean {
    const key = `${kind} ${shape}`
    const times = this.#judged.get(key)
    if (times !== undefined) {
      this.#judged.set(key, times + 1)
      return isPower(times + 1)
    }
    const fresh = (this.#fresh.get(kind) ?? 0) + 1
    this.#fresh.set(kind, fresh)
    if (!(ranNewCode && fresh <= FIRST_OF_NEW_CODE) && !isOneOfSome(fresh)) return false
    this.#judged.set(key, 1)
    return true
  }
}

const isPower = (times: number): boolean => Number.isInteger(Math.log2(times) / Math.log2(AGAIN))

/** The first ones, and then as many as the square root of their number grows. */
const isOneOfSome = (nth: number): boolean => {
  const upTo = (n: number): number => Math.floor(2 * Math.sqrt(FIRST * n))
  return nth <= FIRST || upTo(nth) > upTo(nth - 1)
}
