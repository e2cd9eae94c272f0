import type { Session } from './session.js'

/** A request that changes something. */
export interface ChangingRequest {
  readonly method: string
  /** Parameters as they were received. */
  readonly params: unknown
}

/** Where requests that change an EVM are written down. */
export interface Journal {
  /**
   * A request takes effect, or has failed before that: later changes come after it. Called once for each request, synchronously, so that nothing can
   * come between. @param session of the caller, if known
   */
  begin(request: ChangingRequest, session: Session | undefined): JournalEntry
}

/** One request of a {@link Journal}. */
export interface JournalEntry {
  ended(how: { readonly result: unknown } | { readonly error: unknown }): void
}

/** The turn of a request, which is passed down to everything that the request changes. */
export interface Turn {
  /** Whether the request has taken effect. Until then it can begin anew. */
  readonly isPlaced: boolean
  /** The request takes effect. What it changes calls this at once after the first change; later calls do nothing. */
  place(): void
}

/**
 * The owner of the order of changes of an EVM: a request waits here, runs alone, and is answered from here. Several EVMs may share one, so
 * that the requests of all of them have one order.
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

/** Runs a request in its turn, and writes it down. @param job passes the turn on to what it changes */
export function takeTurn<T>(
  { turns, journal }: { readonly turns: Turns; readonly journal: Journal | undefined },
  request: ChangingRequest,
  session: Session | undefined,
  job: (turn: Turn) => Promise<T>,
): Promise<T> {
  return turns.run(async () => {
    const turn = new RunningTurn(() => journal?.begin(request, session))
    let result: T
    try {
      result = await job(turn)
    } catch (error) {
      turn.end({ error })
      throw error
    }
    turn.end({ result })
    return result
  })
}

class RunningTurn implements Turn {
  readonly #begin: () => JournalEntry | undefined
  #entry: JournalEntry | undefined
  isPlaced = false

  constructor(begin: () => JournalEntry | undefined) {
    this.#begin = begin
  }

  place(): void {
    if (!this.isPlaced) this.#entry = this.#begin()
    this.isPlaced = true
  }

  end(how: Parameters<JournalEntry['ended']>[0]): void {
    this.place()
    this.#entry?.ended(how)
  }
}
