import { numberOf, type Machine } from './location.js'

/** The head of a chunk lies before what the program was given. */
const HEAD = 8
/** In a chunk: the next and the previous chunk of its free list. */
const NEXT = 8
const PREVIOUS = 12

/**
 * Whether memory at an address was given back to the allocator of Rust's standard library: its chunk is linked into a free list, whose neighbours
 * link back to it. Chunks at the end of the heap, and those joined with the chunk before them, are in no list: they count as in use.
 * Source: the crate dlmalloc (`Dlmalloc::insert_small_chunk`, `insert_large_chunk`).
 */
export function isFreed(address: number, machine: Machine): boolean {
  const chunk = address - HEAD
  const wordAt = (at: number): number | undefined => {
    const bytes = machine.read(at, 4)
    return bytes && Number(numberOf(bytes))
  }
  const [next, previous] = [wordAt(chunk + NEXT), wordAt(chunk + PREVIOUS)]
  if (!next || !previous) return false
  return wordAt(next + PREVIOUS) === chunk && wordAt(previous + NEXT) === chunk
}
