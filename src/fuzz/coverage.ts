import { fromHex, toUtf8 } from '../base/bytes.js'
import { sha256 } from '../crypto/hash.js'
import type { CodeCoverage, Sandbox } from '../sandbox/index.js'

/**
 * A coverage feature of a story, as a number that is the same in every process. Features of code are below 2^48: 24 bits of the code's checksum,
 * 21 of the block, 3 of the class of its count. Those of {@link featureOf} are above.
 */
export type Feature = number

/** The lower bounds of the count classes, those of AFL and libFuzzer. */
const CLASSES = [1, 2, 3, 4, 8, 16, 32, 128] as const
const BLOCKS = 2 ** 21
const NAMED = 2 ** 48

/** The class of a count above 0: 1, 2, 3, 4–7, 8–15, 16–31, 32–127, 128 and more. */
export function countClass(count: number): number {
  let index = 0
  while (index + 1 < CLASSES.length && count >= CLASSES[index + 1]!) index++
  return index
}

/** A feature with a name instead of a place in the code, such as an error text, or an event with its contract. */
export function featureOf(name: string): Feature {
  const { buffer, byteOffset } = sha256(toUtf8(name))
  const hash = new DataView(buffer, byteOffset)
  // 47 bits above 2^48 stay exact in a number.
  return NAMED + hash.getUint16(0) * 2 ** 31 + (hash.getUint32(2) >>> 1)
}

interface Baseline {
  readonly code: number
  readonly counters: Uint32Array
  readonly before: Uint32Array
}

/**
 * The code coverage of a story: call {@link start} before it and {@link features} after it. The counters belong to the process, so everything
 * that runs between the two calls on any sandbox that counts is included.
 *
 * @example
 * const sandbox = createSandbox({}, { coverage: true })
 * const coverage = new StoryCoverage(sandbox)
 * coverage.start()
 * await sandbox.perform(action)
 * coverage.features() // [1189216100352, …]
 */
export class StoryCoverage {
  readonly #sandbox: Sandbox
  readonly #known = new Map<Uint32Array, Baseline>()

  /** @throws UsageError for a sandbox that was created without `{ coverage: true }` */
  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.start()
  }

  /** Takes the current counters as the baseline. */
  start(): void {
    for (const one of this.#sandbox.coverage()) this.#baseline(one).before.set(one.counters)
  }

  /** The features of the code that ran since {@link start}, in ascending order. */
  features(): readonly Feature[] {
    const found = new Set<Feature>()
    for (const one of this.#sandbox.coverage()) {
      const { code, counters, before } = this.#baseline(one)
      for (let block = 0; block < counters.length; block++) {
        const count = (counters[block]! - before[block]!) >>> 0
        if (count !== 0) found.add((code * BLOCKS + block) * CLASSES.length + countClass(count))
      }
    }
    return [...found].sort((a, b) => a - b)
  }

  /** The counters at the start; zeros for code that was stored later. */
  #baseline({ checksum, counters }: CodeCoverage): Baseline {
    let known = this.#known.get(counters)
    if (known === undefined) {
      const start = fromHex(checksum)
      const code = (start[0]! << 16) | (start[1]! << 8) | start[2]!
      known = { code, counters, before: new Uint32Array(counters.length) }
      this.#known.set(counters, known)
    }
    return known
  }
}
