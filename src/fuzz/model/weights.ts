import type { RandomSource } from '../random-source.js'

/**
 * How the other side and the relayer are for a whole story: as usual; every packet is answered by an error; or packets arrive, and nobody ever
 * brings back what became of them.
 */
export type Remote = 'usual' | 'failing' | 'silent'

/** How often a story makes each kind of choice: factors that multiply the weights of the choices. Stories that leave some kinds out get further with the rest. */
export interface Weights {
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
  readonly channels: number
  readonly remote: Remote
}

const REMOTES: readonly (readonly [weight: number, remote: Remote])[] = [
  [16, 'usual'],
  [2, 'failing'],
  [1, 'silent'],
]

const FACTORS = [0, 0.4, 1, 1, 2.5] as const

export function weightsOf(random: RandomSource): Weights {
  const some = (): number => random.pick(FACTORS)
  return {
    users: 1 + random.below(3),
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
    remote: random.weighted(REMOTES)!,
    channels: some(),
  }
}
