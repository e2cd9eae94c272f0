import type { Session } from './session.js'

/** A request that changes something. */
export interface ChangingRequest {
  readonly method: string
  /** Parameters as they were received. */
  readonly params: unknown
}

/** Where requests that change an EVM are written down. */
export interface Journal {
  /** The turn of a request has come. @param session of the caller, if known */
  begin(request: ChangingRequest, session: Session | undefined): JournalEntry
}

/** One request of a {@link Journal}. */
export interface JournalEntry {
  /**
   * The request takes effect, or has failed: later changes come after it. Beside a chain it is called before {@link ended}, perhaps
   * more than once; without one the end decides.
   */
  place(): void
  ended(how: { readonly result: unknown } | { readonly error: unknown }): void
}

/**
 * The one queue of changes of an EVM: a request waits here, runs alone, and is answered from here. Several EVMs may share one, so that
 * the requests of all of them have one order.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** Whether a turn runs or waits. */
  get busy(): boolean {
    return this.#waiting > 0
  }

  /** Fulfilled when the current turns are over; undefined when there are none. */
  idle(): Promise<unknown> | undefined {
    return this.busy ? this.#last : undefined
  }

  /** Runs a job after all earlier ones; one that fails does not stop those after it. */
  run<T>(job: () => Promise<T> | T): Promise<T> {
    this.#waiting++
    const result = this.#last.then(job).finally(() => this.#waiting--)
    this.#last = result.catch(() => undefined)
    return result
  }
}

/** Runs a request in its turn, and journals it. @param job gets a function to call when the request takes effect, which notes it in the journal */
export function takeTurn<T>(
  { turns, journal }: { readonly turns: Turns; readonly journal: Journal | undefined },
  request: ChangingRequest,
  session: Session | undefined,
  job: (place: () => void) => Promise<T>,
): Promise<T> {
  return turns.run(async () => {
    const entry = journal?.begin(request, session)
    let result: T
    try {
      result = await job(() => entry?.place())
    } catch (error) {
      entry?.ended({ error })
      throw error
    }
    entry?.ended({ result })
    return result
  })
}
