import { Stop } from '../errors.js'

/** What the answers to one request may still keep. */
export interface Budget {
  /**
   * Counts what is about to be kept, before it is made.
   * @param bytes as the answer has them in JSON, roughly
   * @throws Stop when the answer gets too large
   */
  take(bytes: number): void
}

/** How many answers of the full size may be made at once. */
const TOGETHER = 2

/** What the large answers of a node that are being made hold. */
export class Budgets {
  readonly #limit: number
  #held = 0

  /** @param limit bytes of one answer; 0 is no limit */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Runs a job with a budget, whose bytes count for the node until it ends. */
  async within<T>(job: (budget: Budget) => Promise<T>): Promise<T> {
    if (this.#limit === 0) return job({ take: () => undefined })
    let used = 0
    const end = (): void => {
      this.#held -= used
      used = 0
    }
    const take = (bytes: number): void => {
      used += bytes
      this.#held += bytes
      const isTooLarge = used > this.#limit
      if (!isTooLarge && this.#held <= TOGETHER * this.#limit) return
      // At once: others go on before the refusal has come to its end.
      end()
      throw tooLarge(
        isTooLarge
          ? `the answer is larger than ${this.#limit} bytes`
          : `answers being made at the same time hold more than ${TOGETHER * this.#limit} bytes`,
      )
    }
    try {
      return await job({ take })
    } finally {
      end()
    }
  }
}

/** @param what is too large */
export const tooLarge = (what: string): Stop =>
  new Stop(`response too large: ${what} (answerSize, a limit of the node; --answer-size of sudobox evm)`)

/** Bytes of an object without its strings. */
export const OBJECT = 64
/** Bytes of a string or number without its characters. */
export const TEXT = 24
/** Characters of a word in hex. */
const WORD = 66
/** Bytes of a word: a string of 32 bytes in hex. */
export const WORD_BYTES = WORD + TEXT
