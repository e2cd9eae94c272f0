import { ChainError, FixtureError, RpcError, type SudoboxError } from '../../base/index.js'
import type { ActionOf } from './schema.js'
import type { Outcome, Outcomes } from './outcome.js'
import { TxError } from '../tx/result.js'

/** The outcome of a repeated action. */
export interface Repeated {
  /** How often it ran, failed runs included. */
  readonly ran: number
  readonly failed: number
  /** SDK gas of all transactions and callbacks that were its outcomes, failed ones included. */
  readonly gasUsed: bigint
  /** Outcome of the last run that succeeded; undefined when none did. */
  readonly last: Outcome | undefined
  /** Error of the last run that failed; undefined when none did. */
  readonly error: SudoboxError | undefined
}

/** A repeated action whose run failed and ended it: carries the failure as every `TxError` does, and the outcome of the runs before it. */
export class RepeatError extends TxError {
  readonly repeated: Repeated

  constructor(failure: TxError, repeated: Repeated) {
    super(failure.result, failure.details.length === 0)
    this.cause = failure
    this.repeated = repeated
  }
}

class RunCounter {
  readonly #stops: boolean
  #now: Repeated = { ran: 0, failed: 0, gasUsed: 0n, last: undefined, error: undefined }

  constructor(onError: 'stop' | 'continue') {
    this.#stops = onError === 'stop'
  }

  get outcome(): Repeated {
    return this.#now
  }

  succeeded(last: Outcome): void {
    const { ran, gasUsed } = this.#now
    this.#now = { ...this.#now, ran: ran + 1, gasUsed: gasUsed + gasOf(last), last }
  }

  /** @throws RepeatError, or the error itself, when it ends the repetition */
  failed(error: unknown): void {
    if (error instanceof FixtureError) throw error.below('/do')
    if (!(error instanceof ChainError || error instanceof RpcError)) throw error
    const { ran, failed, gasUsed } = this.#now
    const spent = 'delivered' in error ? gasOf(error) : error instanceof TxError ? error.result.gasUsed : 0n
    this.#now = { ...this.#now, ran: ran + 1, failed: failed + 1, gasUsed: gasUsed + spent, error }
    if (this.#stops) throw error instanceof TxError ? new RepeatError(error, this.#now) : error
  }
}

/** Gas of a result, or of the list of results that an outcome holds. */
function gasOf(outcome: object): bigint {
  if ('gasUsed' in outcome) return outcome.gasUsed as bigint
  const results: unknown = 'delivered' in outcome ? outcome.delivered : 'steps' in outcome ? outcome.steps : []
  const inner: unknown[] = Array.isArray(results) ? results : []
  if ('result' in outcome) inner.push(outcome.result)
  return inner.reduce<bigint>(
    (sum, one) => sum + (typeof one === 'object' && one !== null && 'gasUsed' in one ? (one.gasUsed as bigint) : 0n),
    0n,
  )
}

/**
 * Runs an action again and again. @throws RepeatError when a transaction or callback of it fails, unless `onError` is 'continue'; any other error
 * of the chain or the EVM under the same condition; misuse always throws
 */
export function repeat(
  { times, do: action, onError }: ActionOf<'repeat'>,
  request: (action: ActionOf<'evm'>) => Promise<Outcomes['evm']>,
  run: (action: ActionOf<'repeat'>['do']) => Outcome | Promise<Outcome>,
): Outcomes['repeat'] | Promise<Outcomes['repeat']> {
  const tally = new RunCounter(onError)
  if (action.action === 'evm') return repeatLater(tally, times, () => request(action))
  for (let i = 0; i < times; i++) {
    try {
      tally.succeeded(run(action) as Outcome)
    } catch (error) {
      tally.failed(error)
    }
  }
  return tally.outcome
}

async function repeatLater(tally: RunCounter, times: number, run: () => Promise<Outcome>): Promise<Outcomes['repeat']> {
  for (let i = 0; i < times; i++) {
    try {
      tally.succeeded(await run())
    } catch (error) {
      tally.failed(error)
    }
  }
  return tally.outcome
}
