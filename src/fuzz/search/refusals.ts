import type { RandomSource } from '../random-source.js'
import type { ExecutedStep } from '../view.js'

/** Counts, by message and error, how often a message was refused with it while the state was at rest. */
export class Refusals {
  readonly #counts = new Map<string, number>()

  /** Whether to look for a dead end behind a refusal: always the first time, and less often each time. @param message as `label/variant` */
  isLookedAt(message: string, { error }: ExecutedStep, random: RandomSource): boolean {
    const key = `${message}: ${error!.shortMessage.replaceAll(/\d+/g, '#')}`
    const times = this.#counts.get(key) ?? 0
    this.#counts.set(key, times + 1)
    return random.chance(1 / (1 + times) ** 2)
  }
}
