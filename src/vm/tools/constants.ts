import { RefusedOperator } from '../wasm/operators.js'
import type { Module } from '../wasm/module.js'
import { parseLeniently } from '../wasm/parse-leniently.js'
import { skipOperator } from '../wasm/skip.js'

/** Constants in the code and data of a module. */
interface ModuleConstants {
  /** Integers that the code compares with, ascending. Small ones, bit masks and packed text are left out. */
  readonly numbers: readonly bigint[]
  /** Names among the strings of the module: `snake_case`, `kebab-case`, `CamelCase` and the like, in order of their addresses. */
  readonly texts: readonly string[]
}

const I32_CONST = 0x41
const I64_CONST = 0x42
/** `eq`, `ne`, `lt_s`, …, `ge_u` of `i32` and `i64`. */
const isComparison = (operator: number): boolean =>
  (operator >= 0x46 && operator <= 0x4f) || (operator >= 0x51 && operator <= 0x5a)

/** Longest text that is taken for a name. */
const MAX_LENGTH = 40
const NAME = /^[A-Za-z][A-Za-z0-9]*(?:[_:/.-][A-Za-z0-9]+)*$/
const SMALLEST = 256n

/**
 * Reads the constants of a module, without running it. Strings are found as Rust stores them: an address and a length, next to each other in
 * the code or in the data.
 *
 * @param bytes of a valid module
 */
export function constantsOf(bytes: Uint8Array): ModuleConstants {
  const module = parseLeniently(bytes)
  const numbers = new Set<bigint>()
  const texts = new Map<number, string>()
  const pair = (address: number, length: number): void => {
    const text = textAt(module, address, length)
    if (text !== undefined && NAME.test(text)) texts.set(address, text)
  }
  for (const { code, end } of module.bodies) readBody(bytes, code, end, numbers, pair)
  for (const { bytes: data } of module.data) {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    for (let at = 0; at + 8 <= data.length; at += 4) pair(view.getUint32(at, true), view.getUint32(at + 4, true))
  }
  return {
    numbers: [...numbers].filter(isDistinctive).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    texts: [...new Set([...texts].sort(([a], [b]) => a - b).map(([, text]) => text))],
  }
}

function readBody(
  bytes: Uint8Array,
  start: number,
  end: number,
  numbers: Set<bigint>,
  pair: (address: number, length: number) => void,
): void {
  /** The constants of the last two operators. */
  let before: bigint | undefined
  let last: bigint | undefined
  try {
    for (let pos = start; pos < end; pos = skipOperator(bytes, pos)) {
      const operator = bytes[pos]!
      const constant = operator === I32_CONST || operator === I64_CONST ? signed(bytes, pos + 1) : undefined
      if (last !== undefined && isComparison(operator)) numbers.add(last)
      if (before !== undefined && last !== undefined) pair(Number(before), Number(last))
      before = last
      last = constant
    }
  } catch (error) {
    if (!(error instanceof RefusedOperator)) throw error
  }
}

/** Signed LEB128. */
function signed(bytes: Uint8Array, at: number): bigint {
  let value = 0n
  for (let pos = at, shift = 0n; ; pos++, shift += 7n) {
    const byte = bytes[pos]!
    value |= BigInt(byte & 0x7f) << shift
    if (byte > 0x7f) continue
    return (byte & 0x40) === 0 ? value : value - (1n << (shift + 7n))
  }
}

function textAt({ data }: Module, address: number, length: number): string | undefined {
  if (length < 2 || length > MAX_LENGTH) return undefined
  for (const { offset, bytes } of data) {
    if (offset === undefined || address < offset || address + length > offset + bytes.length) continue
    return Buffer.from(bytes.subarray(address - offset, address - offset + length)).toString('latin1')
  }
  return undefined
}

/** Whether a number may stand for an amount, a time or an id. */
function isDistinctive(value: bigint): boolean {
  if (value < SMALLEST) return false
  const bits = value.toString(2)
  // Masks, sign bits and their neighbours.
  if (/^1+0*$|^10*1?$/.test(bits)) return false
  const hex = value.toString(16)
  const packed = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return !packed.every((byte) => byte >= 0x20 && byte < 0x7f)
}
