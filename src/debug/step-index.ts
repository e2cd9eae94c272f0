import { BUFFERED_STEPS } from '../vm/internal.js'

/** How many steps a chunk has: as many as a buffer gives at once. */
const CHUNK = BUFFERED_STEPS
const SHIFT = Math.log2(CHUNK)
/** Chunks that are kept; of older ones only the summary is, and they are made again when they are needed. */
const MAX_CHUNKS = 48

/** Where the steps of a stretch are. */
export interface Steps {
  /** Numbers of places. */
  readonly places: Int32Array
  /** Bytes of stack that the step's function has: the fewer, the deeper. */
  readonly frames: Int32Array
  /** VM gas that the module that ran had left, as its probes give it. */
  readonly gas: Float64Array
  readonly length: number
}

interface Chunk extends Steps {
  length: number
}

/** What is kept of each chunk. */
interface Summary {
  /** One bit for each place. */
  readonly places: Uint32Array
  readonly mostFrames: number
}

const newChunk = (): Chunk => ({
  places: new Int32Array(CHUNK),
  frames: new Int32Array(CHUNK),
  gas: new Float64Array(CHUNK),
  length: 0,
})

function fill(chunk: Chunk, { places, frames, gas, length }: Steps): void {
  chunk.places.set(places)
  chunk.frames.set(frames)
  chunk.gas.set(gas)
  chunk.length = length
}

/** One step of a call. */
export interface IndexedStep {
  readonly step: number
  readonly place: number
  readonly frames: number
  /** VM gas of the module that ran. */
  readonly gas: number
}

/** What is searched for. */
export interface Search {
  /** Places of which the step has to be one; any without them. */
  readonly places?: ReadonlySet<number>
  /** The step has at least this much stack: it is not deeper. */
  readonly leastFrames?: number
  readonly matches?: (step: IndexedStep) => boolean
  /** The last step that is looked at; without it, the first or last of the call. */
  readonly until?: number | undefined
}

/** How an index is filled: each of these runs the call again. */
export interface Filling {
  /** How many places there are. */
  readonly places: number
  /** Gives a chunk of steps, from one on. */
  readonly refill: (from: number, take: (steps: Steps) => void) => void
  /** Gives all steps, a chunk after the other. */
  readonly scan: (take: (steps: Steps) => void) => void
  /** VM gas that was used where so much is left. */
  readonly gasUsed: (left: number) => number
}

/** The steps of a call in order. Its memory is bounded, whatever their number; nothing is made before it is asked for. */
export class StepIndex {
  readonly length: number
  readonly #filling: Filling
  /** Made when a search leaves its chunk. */
  #summaries: readonly Summary[] | undefined
  /** By their number; the one that was used last is the last. */
  readonly #chunks = new Map<number, Chunk>()

  constructor(length: number, filling: Filling) {
    this.length = length
    this.#filling = filling
  }

  at(step: number): IndexedStep {
    return this.#step(this.#chunk(step >>> SHIFT), step)
  }

  /** The first step that a search finds, from a step on in a direction; undefined if it finds none. */
  find(from: number, direction: 1 | -1, search: Search): number | undefined {
    const [least, most] = direction === 1 ? [0, search.until ?? Infinity] : [search.until ?? 0, Infinity]
    const [first, last] = [Math.max(least, 0), Math.min(most, this.length - 1)]
    for (let step = from; step >= first && step <= last;) {
      const number = step >>> SHIFT
      const end = direction === 1 ? Math.min((number + 1) * CHUNK, last + 1) : Math.max(number * CHUNK, first) - 1
      if (this.#chunks.has(number) || this.#mayHave(number, search)) {
        const chunk = this.#chunk(number)
        for (; step !== end; step += direction) if (this.#matches(chunk, step, search)) return step
      }
      step = end
    }
    return undefined
  }

  #mayHave(number: number, search: Search): boolean {
    this.#summaries ??= this.#summarise()
    const { places, mostFrames } = this.#summaries[number]!
    if (search.leastFrames !== undefined && mostFrames < search.leastFrames) return false
    if (search.places === undefined) return true
    return [...search.places].some((place) => (places[place >>> 5]! & (1 << (place & 31))) !== 0)
  }

  #summarise(): readonly Summary[] {
    const summaries: Summary[] = []
    this.#filling.scan(({ places, frames, length }) => {
      const found = new Uint32Array((this.#filling.places + 31) >>> 5)
      let mostFrames = -Infinity
      for (let at = 0; at < length; at++) {
        const place = places[at]!
        found[place >>> 5]! |= 1 << (place & 31)
        if (frames[at]! > mostFrames) mostFrames = frames[at]!
      }
      summaries.push({ places: found, mostFrames })
    })
    return summaries
  }

  #matches(chunk: Chunk, step: number, search: Search): boolean {
    const at = step & (CHUNK - 1)
    if (search.leastFrames !== undefined && chunk.frames[at]! < search.leastFrames) return false
    if (search.places !== undefined && !search.places.has(chunk.places[at]!)) return false
    return search.matches === undefined || search.matches(this.#step(chunk, step))
  }

  #step({ places, frames, gas }: Chunk, step: number): IndexedStep {
    const at = step & (CHUNK - 1)
    return { step, place: places[at]!, frames: frames[at]!, gas: this.#filling.gasUsed(gas[at]!) }
  }

  /** A chunk that is taken from the least used one if there are enough. */
  #fresh(): Chunk {
    if (this.#chunks.size < MAX_CHUNKS) return newChunk()
    const [oldest, chunk] = this.#chunks.entries().next().value!
    this.#chunks.delete(oldest)
    return chunk
  }

  #chunk(number: number): Chunk {
    let chunk = this.#chunks.get(number)
    this.#chunks.delete(number)
    if (chunk === undefined) {
      chunk = this.#fresh()
      const made = chunk
      this.#filling.refill(number * CHUNK, (steps) => fill(made, steps))
    }
    this.#chunks.set(number, chunk)
    return chunk
  }
}
