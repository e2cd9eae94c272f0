import { MessageRefusal, refuse } from '../errors.js'
import type { Outcome } from './apply.js'
import { failureError } from './revert.js'

/** The precision of the answer: the search ends when the remaining span is this fraction of the upper bound. */
const ERROR_RATIO = 0.015
const CALL_STIPEND = 2300n
const MIN_GAS = 21_000n

/**
 * The gas with which a message succeeds, by a binary search between what it used and its limit.
 * Source: go-ethereum eth/gasestimator/gasestimator.go.
 * @param attempt runs the message with this much gas on a fresh state; throws when it cannot run at all.
 * @throws RpcError when it fails even with the gas limit.
 */
export async function estimateGas(init: {
  /** The upper bound of the search. */
  limit: bigint
  /** A transfer of value to an account without code. */
  plain: boolean
  readonly attempt: (gas: bigint) => Promise<Outcome>
}): Promise<bigint> {
  const { attempt, limit } = init
  if (init.plain) {
    const exact = await tryWith(attempt, MIN_GAS).catch(unlessRefused)
    if (exact?.failure === undefined && exact !== undefined) return exact.gasUsed
  }
  let high = limit
  const first = await tryWith(attempt, high)
  if (first === undefined) throw refuse(`gas required exceeds allowance (${high})`)
  if (first.failure !== undefined) {
    // Also for what it wants of gas in addition to its price.
    if (/^out of gas(:|$)/.test(first.failure)) throw refuse(`gas required exceeds allowance (${high})`)
    throw failureError(first)
  }
  const succeeds = async (gas: bigint): Promise<boolean> => {
    const outcome = await tryWith(attempt, gas)
    return outcome !== undefined && outcome.failure === undefined
  }
  let low = first.gasUsed - 1n
  const likely = ((first.peakGas + CALL_STIPEND) * 64n) / 63n
  if (likely < high) {
    if (await succeeds(likely)) high = likely
    else low = likely
  }
  while (low + 1n < high) {
    if (Number(high - low) / Number(high) < ERROR_RATIO) break
    let middle = (high + low) / 2n
    // Most need little more than the lower bound, so do not try far above it.
    if (middle > low * 2n) middle = low * 2n
    if (await succeeds(middle)) high = middle
    else low = middle
  }
  return high
}

/** The outcome with this much gas; undefined if it does not cover the intrinsic cost, the one refusal that more gas can fix. */
async function tryWith(attempt: (gas: bigint) => Promise<Outcome>, gas: bigint): Promise<Outcome | undefined> {
  try {
    return await attempt(gas)
  } catch (error) {
    if (!(error instanceof MessageRefusal)) throw error
    if (error.reason === 'intrinsicGas') return undefined
    throw new MessageRefusal(error.reason, `failed with ${gas} gas: ${error.shortMessage}`)
  }
}

/** Nothing for a message that was refused. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof MessageRefusal)) throw error
}
