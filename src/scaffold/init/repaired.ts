import { repairs, shapeOf, wordsIn } from '../../fuzz/internal.js'
import type { Json } from '../../sandbox/internal.js'
import { NOWHERE, type Surroundings } from '../../schema/index.js'

/** The maximum number of messages that are tried in place of one. */
const MAX_WAYS = 24
/** How many messages with an error of one kind are repaired. */
const MAX_TIMES = 3

/**
 * The first message that works, and those after it; if none does, the first one as its errors suggest to change it.
 * @param errorOf a message; undefined if it works
 */
export async function firstThatWorks(
  all: readonly Json[],
  errorOf: (message: Json) => Promise<string | undefined>,
  repairs: Repairs,
): Promise<{ readonly message: Json; readonly others: readonly Json[] } | undefined> {
  const refused: (readonly [message: Json, error: string])[] = []
  for (const [at, message] of all.entries()) {
    const error = await errorOf(message)
    if (error === undefined) return { message, others: all.slice(at) }
    refused.push([message, error])
  }
  for (const [one, error] of refused) {
    const message = await repairs.of(one, error, errorOf)
    if (message !== undefined) return { message, others: all }
  }
  return undefined
}

/** Changes refused messages as their errors suggest. */
export class Repairs {
  readonly #around: Surroundings
  readonly #wasm: Uint8Array
  /** How often messages with an error were repaired. */
  readonly #times = new Map<string, number>()
  #words: readonly string[] | undefined

  /** @param wasm of the contract, whose words may be values */
  constructor(wasm: Uint8Array, around: Partial<Surroundings>) {
    this.#wasm = wasm
    this.#around = { ...NOWHERE, ...around }
  }

  /**
   * The first message that works in place of a refused one; undefined if none does, or errors of this kind were answered often enough.
   * @param attempt returns the error of a message, undefined if it works
   */
  async of(
    refused: Json,
    error: string,
    attempt: (message: Json) => Promise<string | undefined>,
  ): Promise<Json | undefined> {
    const known = new Set([JSON.stringify(refused)])
    const open = [...this.#waysOf(refused, error)]
    for (const message of open) {
      const text = JSON.stringify(message)
      if (known.has(text)) continue
      known.add(text)
      if (known.size > MAX_WAYS) return undefined
      const next = await attempt(message)
      if (next === undefined) return message
      open.push(...this.#waysOf(message, next))
    }
    return undefined
  }

  /** None for an error of a kind that was answered often enough. */
  #waysOf(message: Json, error: string): readonly Json[] {
    const shape = shapeOf(error)
    const times = this.#times.get(shape) ?? 0
    if (times >= MAX_TIMES) return []
    this.#times.set(shape, times + 1)
    this.#words ??= wordsIn(this.#wasm)
    return repairs(message, error, { around: this.#around, words: this.#words })
  }
}
