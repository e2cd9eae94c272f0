import { fromHex, toUtf8 } from '../base/bytes.js'
import { sha256 } from '../crypto/hash.js'
import type { CodeCoverage, Sandbox } from '../sandbox/index.js'

/**
 * Something that a story did and that another one may not have done, as a number that is the same in every process. Features of code lie
 * below 2^48: 24 bits of the code, 21 of the block, 3 of how often it ran. Those of {@link featureOf} lie above.
 */
export type Feature = number

/** From how many runs on a block counts as run more often. Source: the classes of AFL and libFuzzer. */
const CLASSES = [1, 2, 3, 4, 8, 16, 32, 128] as const
const BLOCKS = 2 ** 21
const NAMED = 2 ** 48

/** The class of a count above 0: 1, 2, 3, 4–7, 8–15, 16–31, 32–127, 128 and more. */
export function countClass(count: number): number {
  let index = 0
  while (index + 1 < CLASSES.length && count >= CLASSES[index + 1]!) index++
  return index
}

/** A feature that has a name instead of a place in the code, such as an error text, or an event with its contract. */
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
 * What code a story runs through. {@link start} before it, {@link features} after it. The counters are those of the process: what runs
 * between the two on any sandbox that counts is taken for the story's.
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

  /** @throws UsageError for a sandbox that does not count: `createSandbox(options, { coverage: true })` makes one that does. */
  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.start()
  }

  /** From here on it is the story's. */
  start(): void {
    for (const one of this.#sandbox.coverage()) this.#baseline(one).before.set(one.counters)
  }

  /** What ran since {@link start}, in rising order. */
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

  /** Code that was stored after the start ran from 0. */
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
