/** How many steps a chunk has. */
const CHUNK = 1 << 16
/** Chunks that are kept; of older ones only the summary is, and they are made again when they are needed. */
const MAX_CHUNKS = 48

/** Where the steps of a stretch are. */
export interface Chunk {
  /** Numbers of places. */
  readonly places: Int32Array
  /** Bytes of stack that the step's function has: the fewer, the deeper. */
  readonly frames: Int32Array
  /** VM gas of the module that ran. */
  readonly gas: Float64Array
  length: number
}

/** What is kept of each chunk. */
interface Summary {
  /** One bit for each place. */
  readonly places: Uint32Array
  mostFrames: number
}

const newChunk = (): Chunk => ({
  places: new Int32Array(CHUNK),
  frames: new Int32Array(CHUNK),
  gas: new Float64Array(CHUNK),
  length: 0,
})

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
}

/** The steps of a call in order. Its memory is bounded, whatever their number. */
export class StepIndex {
  readonly #places: number
  readonly #refill: (from: number, take: (place: number, frames: number, gas: number) => boolean) => void
  readonly #summaries: Summary[] = []
  /** By their number; the one that was used last is the last. */
  readonly #chunks = new Map<number, Chunk>()
  #length = 0

  /** @param places their number @param refill runs the call again, and gives the steps from one on until `enough` says that there are enough */
  constructor(
    places: number,
    refill: (from: number, take: (place: number, frames: number, gas: number) => boolean) => void,
  ) {
    this.#places = places
    this.#refill = refill
  }

  get length(): number {
    return this.#length
  }

  #last: Chunk = newChunk()

  add(place: number, frames: number, gas: number): void {
    const at = this.#length & (CHUNK - 1)
    if (at === 0) this.#begin()
    const chunk = this.#last
    const summary = this.#summaries[this.#summaries.length - 1]!
    chunk.places[at] = place
    chunk.frames[at] = frames
    chunk.gas[at] = gas
    chunk.length = at + 1
    summary.places[place >>> 5]! |= 1 << (place & 31)
    if (frames > summary.mostFrames) summary.mostFrames = frames
    this.#length++
  }

  at(step: number): IndexedStep {
    const { places, frames, gas } = this.#chunk(step >>> 16)
    const at = step & (CHUNK - 1)
    return { step, place: places[at]!, frames: frames[at]!, gas: gas[at]! }
  }

  /** The first step that a search finds, from a step on in a direction; undefined if it finds none. */
  find(from: number, direction: 1 | -1, search: Search): number | undefined {
    for (let step = from; step >= 0 && step < this.#length;) {
      const number = step >>> 16
      const end = direction === 1 ? Math.min((number + 1) * CHUNK, this.#length) : number * CHUNK - 1
      if (this.#mayHave(this.#summaries[number]!, search)) {
        const chunk = this.#chunk(number)
        for (; step !== end; step += direction) if (this.#matches(chunk, step, search)) return step
      }
      step = end
    }
    return undefined
  }

  #mayHave({ places, mostFrames }: Summary, search: Search): boolean {
    if (search.leastFrames !== undefined && mostFrames < search.leastFrames) return false
    if (search.places === undefined) return true
    return [...search.places].some((place) => (places[place >>> 5]! & (1 << (place & 31))) !== 0)
  }

  #matches({ places, frames, gas }: Chunk, step: number, search: Search): boolean {
    const at = step & (CHUNK - 1)
    if (search.leastFrames !== undefined && frames[at]! < search.leastFrames) return false
    if (search.places !== undefined && !search.places.has(places[at]!)) return false
    return (
      search.matches === undefined || search.matches({ step, place: places[at]!, frames: frames[at]!, gas: gas[at]! })
    )
  }

  #begin(): void {
    const number = this.#summaries.length
    this.#summaries.push({ places: new Uint32Array((this.#places + 31) >>> 5), mostFrames: -Infinity })
    this.#last = this.#fresh()
    this.#chunks.set(number, this.#last)
  }

  /** A chunk that is taken from the least used one if there are enough. */
  #fresh(): Chunk {
    if (this.#chunks.size < MAX_CHUNKS) return newChunk()
    const [oldest, chunk] = this.#chunks.entries().next().value!
    this.#chunks.delete(oldest)
    chunk.length = 0
    return chunk
  }

  #chunk(number: number): Chunk {
    let chunk = this.#chunks.get(number)
    this.#chunks.delete(number)
    if (chunk === undefined) {
      chunk = this.#fresh()
      const made = chunk
      this.#refill(number * CHUNK, (place, frames, gas) => {
        made.places[made.length] = place
        made.frames[made.length] = frames
        made.gas[made.length] = gas
        return ++made.length < CHUNK
      })
    }
    this.#chunks.set(number, chunk)
    return chunk
  }
}
