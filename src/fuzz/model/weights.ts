import type { RandomSource } from '../random-source.js'

/**
 * The behaviour of the remote chain and the relayer during a whole action sequence: normal; every packet is acknowledged with an error; or packets are received,
 * and acknowledgements are never delivered.
 */
export type Remote = 'usual' | 'failing' | 'silent'

/** Factors on the weights of each kind of choice, drawn once per action sequence. An action sequence without some kinds gets further with the rest. */
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
  /** Whether the remote chain and the contracts are upgraded between a request and its answer. */
  readonly upgrades: boolean
}

const REMOTES: readonly (readonly [weight: number, remote: Remote])[] = [
  [16, 'usual'],
  [2, 'failing'],
  [1, 'silent'],
]

const FACTORS = [0, 0.4, 1, 1, 2.5] as const

export function weightsOf(random: RandomSource, upgrades = false): Weights {
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
    upgrades,
  }
}
