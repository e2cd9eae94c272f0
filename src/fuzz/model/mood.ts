import type { Dice } from '../dice.js'

/** What one story likes to do: factors of the weights of its choices. Stories that leave things out get further with the rest. */
export interface Mood {
  readonly users: number
  readonly deliver: number
  readonly partial: number
  readonly errors: number
  readonly timeouts: number
  readonly queries: number
  readonly lies: number
  readonly strangers: number
  readonly time: number
  readonly params: number
  readonly faults: number
}

const FACTORS = [0, 0.4, 1, 1, 2.5] as const

export function moodOf(dice: Dice): Mood {
  const some = (): number => dice.pick(FACTORS)
  return {
    users: 1 + dice.below(3),
    deliver: 0.4 + some(),
    partial: some(),
    errors: some(),
    timeouts: some(),
    queries: some(),
    lies: some(),
    strangers: some(),
    time: some(),
    params: some(),
    faults: some(),
  }
}
