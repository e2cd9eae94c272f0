import type { Recipe } from '../../model/index.js'
import { shapeOf } from '../../reach/index.js'
import { missingEntry } from './versions.js'

/** A message, and the error with which it was refused. */
export interface RefusedWay {
  readonly recipe: Recipe
  readonly error: string
}

/** The maximum number of different errors per kind of message. */
const MAX_ERRORS = 12

/** Refused messages: of each kind one for each error. */
export class RefusedWays {
  readonly #ways = new Map<string, Map<string, RefusedWay>>()

  note(recipe: Recipe, error: string): void {
    let ways = this.#ways.get(recipe.variant)
    if (ways === undefined) this.#ways.set(recipe.variant, (ways = new Map()))
    const shape = missingEntry(error) ?? shapeOf(error)
    if (ways.has(shape) || ways.size < MAX_ERRORS) ways.set(shape, ways.get(shape) ?? { recipe, error })
  }

  get all(): readonly RefusedWay[] {
    return [...this.#ways.values()].flatMap((ways) => [...ways.values()])
  }
}
