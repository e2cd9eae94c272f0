import { OP } from '../execution/watch/opcodes.js'
import type { Step } from '../execution/watch/watcher.js'
import { word, type Hex } from '../hex.js'

/** Opcodes that read the account whose address is on top of the stack. */
export const READS_ACCOUNT: ReadonlySet<number> = new Set([
  OP.BALANCE,
  OP.EXTCODESIZE,
  OP.EXTCODECOPY,
  OP.EXTCODEHASH,
  OP.SELFDESTRUCT,
])

/** The address in a word of the stack. */
export const addressIn = (value: bigint): Hex => `0x${word(value).slice(26)}`

/** Memory beyond its end that a tracer reads as zeros; more is refused, as go-ethereum does. */
const MAX_PADDING = 1n << 20n

/** A part of the memory, padded with zeros beyond its end; undefined when it is too far beyond. Source: go-ethereum eth/tracers/internal/util.go. */
export function memoryIn({ memory }: Pick<Step, 'memory'>, offset: bigint, length: bigint): Uint8Array | undefined {
  const [from, size] = [BigInt.asIntN(64, offset), BigInt.asIntN(64, length)]
  if (from < 0n || size < 0n || from + size - BigInt(memory.length) > MAX_PADDING) return undefined
  const start = Number(from)
  const copy = new Uint8Array(Number(size))
  copy.set(memory.subarray(start, start + copy.length))
  return copy
}
