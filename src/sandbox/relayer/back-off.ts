/** Why something could not be delivered the last time, and when a relayer tries again by itself. */
export interface DeliveryFailure {
  /** The chain's error, or the reason that the relayer could not send a transaction at all. */
  readonly reason: string
  /** How often it was tried without success. */
  readonly attempts: number
  /** Automatic mode tries again when the receiving chain has reached this height. */
  readonly retryAt: bigint
}

/** What failed, by its key. Maps are replaced, never changed, so that snapshots can hold them. */
export type Failures = ReadonlyMap<string, DeliveryFailure>

const MAX_DOUBLINGS = 6

/** Blocks from one attempt to the next: 1 after the first, then twice as many each time, 64 at most. */
const pause = (attempts: number): bigint => 1n << BigInt(Math.min(attempts - 1, MAX_DOUBLINGS))

/** @param height of the chain after the attempt @param atLeast blocks until the next one */
export function failedAgain(
  before: DeliveryFailure | undefined,
  reason: string,
  height: number,
  atLeast = 0n,
): DeliveryFailure {
  const attempts = (before?.attempts ?? 0) + 1
  const blocks = pause(attempts)
  return { reason, attempts, retryAt: BigInt(height) + (blocks > atLeast ? blocks : atLeast) }
}

/** Failures that are each retried at once, since the cause may be gone. */
export const retriedNow = (failures: Failures): Failures =>
  new Map([...failures].map(([key, failure]) => [key, { ...failure, retryAt: 0n }]))
