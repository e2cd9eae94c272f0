import { isDeepStrictEqual } from 'node:util'
import { BackendError, type GasReport } from '../backend.js'

/** The requests of a call to its backend, in order. */
export interface Answers {
  /** @param ask the backend; `gas` is what it reports */
  take<T>(ask: () => T, gas: GasReport): T
}

interface Answer extends GasReport {
  readonly result?: unknown
  readonly error?: unknown
}

/** Notes the answers of a call, so that another module can make the same call again. */
export class NotedAnswers implements Answers {
  readonly #noted: Answer[] = []

  take<T>(ask: () => T, gas: GasReport): T {
    try {
      const result = ask()
      this.#noted.push({ cost: gas.cost, external: gas.external, result })
      return result
    } catch (error) {
      this.#noted.push({ cost: gas.cost, external: gas.external, error })
      throw error
    }
  }

  /** Whether another call got the same answers, byte for byte, for the same gas. */
  equals(other: NotedAnswers): boolean {
    return isDeepStrictEqual(this.#noted, other.#noted)
  }

  /** Gives the same answers again, without comparing the requests: the same source makes the same ones. */
  again(): Answers {
    const left = this.#noted.values()
    return {
      take<T>(_ask: () => T, gas: GasReport): T {
        const { value } = left.next()
        if (value === undefined) throw new BackendError('unknown', 'the call made fewer requests the first time')
        gas.cost = value.cost
        gas.external = value.external
        if ('error' in value) throw value.error
        return value.result as T
      },
    }
  }
}
