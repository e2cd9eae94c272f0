import { LRUCache } from 'lru-cache'
import { fromHex, toUtf8 } from '../base/index.js'
import { sha256 } from '../crypto/index.js'
import type { CodeCoverage, Sandbox } from '../sandbox/internal.js'

/**
 * A coverage feature of an action sequence, as a number that is the same in every process. Features of code are below 2^48: 24 bits of the code's checksum,
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
  let feature = named.get(name)
  if (feature === undefined) named.set(name, (feature = hashed(name)))
  return feature
}

const named = new LRUCache<string, Feature>({ max: 10_000 })

function hashed(name: string): Feature {
  const { buffer, byteOffset } = sha256(toUtf8(name))
  const hash = new DataView(buffer, byteOffset)
  // 47 bits above 2^48 stay exact in a number.
  return NAMED + hash.getUint16(0) * 2 ** 31 + (hash.getUint32(2) >>> 1)
}

/** The counters of one code. */
interface Baseline {
  readonly code: number
  readonly counters: Uint32Array
  readonly before: Uint32Array
  /** For each block, the classes of its counts as a bit set: in this action sequence, in all steps so far, and in the corpus. */
  readonly story: Uint8Array
  readonly steps: Uint8Array
  readonly kept: Uint8Array
  /** Those of {@link StoryCoverage.ranUnknown}. */
  readonly apart: Uint8Array
}

/**
 * The code coverage of an action sequence: call {@link start} before it and {@link features} after it. The counters belong to the process, so everything
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
    for (const one of this.#all()) one.before.set(one.counters)
  }

  /** The features of the code that ran since {@link start}, in ascending order. */
  features(): readonly Feature[] {
    const found = new Set<Feature>()
    for (const { code, counters, before } of this.#all())
      for (let block = 0; block < counters.length; block++) {
        const count = (counters[block]! - before[block]!) >>> 0
        if (count !== 0) found.add(featureAt(code, block, countClass(count)))
      }
    return [...found].sort((a, b) => a - b)
  }

  /** Begins an action sequence; {@link step} adds its steps. */
  begin(): void {
    for (const { story } of this.#all()) story.fill(0)
    this.start()
  }

  /**
   * Adds what ran since {@link start} to the action sequence. @param note whether new features count as seen from now on
   * @returns the features that no noted step had before
   */
  step(note: boolean): readonly Feature[] {
    const fresh: Feature[] = []
    for (const { code, counters, before, story, steps } of this.#all())
      for (let block = 0; block < counters.length; block++) {
        const count = (counters[block]! - before[block]!) >>> 0
        if (count === 0) continue
        const index = countClass(count)
        const bit = 1 << index
        story[block]! |= bit
        if ((steps[block]! & bit) !== 0) continue
        fresh.push(featureAt(code, block, index))
        if (note) steps[block]! |= bit
      }
    return fresh
  }

  /** Whether what ran since {@link start}, apart from action sequences, has features that no noted step had, and nothing that ran like this before. */
  ranUnknown(): boolean {
    let isUnknown = false
    for (const { counters, before, steps, apart } of this.#all())
      for (let block = 0; block < counters.length; block++) {
        const count = (counters[block]! - before[block]!) >>> 0
        if (count === 0) continue
        const bit = 1 << countClass(count)
        if (((steps[block]! | apart[block]!) & bit) !== 0) continue
        apart[block]! |= bit
        isUnknown = true
      }
    return isUnknown
  }

  /** The features of the action sequence; undefined if the corpus has all of them, which is cheaper to find out than the list. */
  storyIfNew(corpus: ReadonlySet<Feature>): readonly Feature[] | undefined {
    let isNew = false
    for (const { code, story, kept } of this.#all())
      for (let block = 0; block < story.length; block++) {
        const bits = story[block]! & ~kept[block]!
        for (let index = 0; bits >> index !== 0; index++) {
          if (((bits >> index) & 1) === 0) continue
          if (corpus.has(featureAt(code, block, index))) kept[block]! |= 1 << index
          else isNew = true
        }
      }
    return isNew ? this.story() : undefined
  }

  /** The features of the action sequence. */
  story(): readonly Feature[] {
    const found: Feature[] = []
    for (const { code, story } of this.#all())
      for (let block = 0; block < story.length; block++)
        for (let bits = story[block]!, index = 0; bits >> index !== 0; index++)
          if (((bits >> index) & 1) !== 0) found.push(featureAt(code, block, index))
    return found
  }

  #all(): readonly Baseline[] {
    return this.#sandbox.coverage().map((one) => this.#baseline(one))
  }

  /** The counters at the start; zeros for code that was stored later. */
  #baseline({ checksum, counters }: CodeCoverage): Baseline {
    let known = this.#known.get(counters)
    if (known === undefined) {
      const start = fromHex(checksum)
      const code = (start[0]! << 16) | (start[1]! << 8) | start[2]!
      const { length } = counters
      const bits = (): Uint8Array => new Uint8Array(length)
      known = {
        code,
        counters,
        before: new Uint32Array(length),
        story: bits(),
        steps: bits(),
        kept: bits(),
        apart: bits(),
      }
      this.#known.set(counters, known)
    }
    return known
  }
}

const featureAt = (code: number, block: number, index: number): Feature =>
  (code * BLOCKS + block) * CLASSES.length + index
