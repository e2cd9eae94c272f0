import { bytesOf, setBytes } from '../../library-frames.js'
import type { RunState } from '../fast/loop.js'
import { gasOverflow, outOfGas } from './failure.js'

/** Bytes by which memory grows, in the quick loop too. */
const CHUNK = 8192
const MAX_UINT64 = (1n << 64n) - 1n
/** Longer memory has no price. Source: go-ethereum core/vm/gas_table.go `memoryGasCost`. */
const MAX_MEMORY = 0x1fffffffe0n

/** Part of memory; where its size is 0, its offset does not matter. */
export interface Range {
  readonly offset: bigint
  readonly size: bigint
}

/** @throws VmFailure for one that no number of 64 bits counts */
const endOf = ({ offset, size }: Range): bigint => {
  if (size === 0n) return 0n
  const end = offset + size
  if (end > MAX_UINT64) throw gasOverflow()
  return end
}

/** Gas for having memory up to the ends of parts; they are not there yet. @throws VmFailure */
export function memoryPrice(run: RunState, ranges: readonly Range[]): bigint {
  const end = ranges.map(endOf).reduce((a, b) => (a > b ? a : b), 0n)
  if (end > MAX_UINT64 - 31n) throw gasOverflow()
  if (end > MAX_MEMORY) throw outOfGas('gas uint64 overflow')
  const words = (end + 31n) / 32n
  return words <= run.memoryWordCount ? 0n : words * 3n + (words * words) / 512n - run.highestMemCost
}

/** Makes room up to the ends of parts whose price is paid. */
export function grow(run: RunState, ranges: readonly Range[]): void {
  const end = ranges.map(endOf).reduce((a, b) => (a > b ? a : b), 0n)
  const words = (end + 31n) / 32n
  if (words <= run.memoryWordCount) return
  run.memoryWordCount = words
  run.highestMemCost = words * 3n + (words * words) / 512n
  const { memory } = run
  const length = Number(words) * 32
  const bytes = bytesOf(memory)
  if (length <= bytes.length) return
  const larger = new Uint8Array(Math.ceil(length / CHUNK) * CHUNK)
  larger.set(bytes)
  setBytes(memory, larger)
}

export const read = (run: RunState, { offset, size }: Range): Uint8Array =>
  size === 0n ? new Uint8Array(0) : bytesOf(run.memory).slice(Number(offset), Number(offset + size))

/** Bytes of a source from a place on, with zeros behind its end. */
export function copy(run: RunState, { offset, size }: Range, source: Uint8Array, from: bigint): void {
  if (size === 0n) return
  const [start, length] = [Number(offset), Number(size)]
  const begin = from > source.length ? source.length : Number(from)
  const part = source.subarray(begin, begin + length)
  bytesOf(run.memory).set(part, start)
  bytesOf(run.memory).fill(0, start + part.length, start + length)
}
