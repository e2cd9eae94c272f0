import { KIND, Kind, RefusedOperator } from '../wasm/operators.js'
import type { Module } from '../wasm/module.js'
import { parseLeniently } from '../wasm/parse-leniently.js'
import { skipOperator } from '../wasm/skip.js'

/** The longest name of a field. */
const MAX_LENGTH = 64
/** A text and its length are pushed one soon after the other, so many constants apart at most. */
const NEAR = 4

/** The pattern of field and variant names. */
const WORD = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * Words that a contract's data holds: names of fields and variants among them. Rust stores texts one after the other without a separator
 * between them, so where they begin and end is taken from the code, which refers to a text by its address and length, and from pairs of
 * both in the data itself.
 *
 * @param bytes of a valid module @param form what counts as a word @param maxLength of a word, in characters
 * @returns each once, in the order of their places in the data
 */
export function wordsOf(bytes: Uint8Array, form = WORD, maxLength = MAX_LENGTH): readonly string[] {
  const module = parseLeniently(bytes)
  const data = new Data(module)
  const places = new Map<number, Set<number>>()
  const note = (place: number, length: number): void => {
    if (length < 2 || length > maxLength || !data.holds(place, length)) return
    if (!places.has(place)) places.set(place, new Set())
    places.get(place)!.add(length)
  }
  const begins = new Set<number>()
  for (const constants of constantsOf(module))
    for (const [i, value] of constants.entries()) {
      if (data.holds(value, 1)) begins.add(value)
      for (const other of constants.slice(i + 1, i + 1 + NEAR)) {
        note(value, other)
        note(other, value)
      }
    }
  for (const [place, length] of data.pairs(maxLength)) {
    begins.add(place)
    note(place, length)
  }
  const sorted = [...begins].sort((a, b) => a - b)
  for (const [i, place] of sorted.entries()) note(place, (sorted[i + 1] ?? place) - place)
  const words = [...places]
    .sort(([a], [b]) => a - b)
    .flatMap(([place, lengths]) => [...lengths].map((length) => data.text(place, length)))
  return [...new Set(words.filter((word) => form.test(word)))]
}

/** The initial memory of a module. */
class Data {
  readonly #segments: readonly { readonly from: number; readonly bytes: Uint8Array }[]

  constructor({ data }: Module) {
    this.#segments = data.flatMap(({ offset, bytes }) => (offset === undefined ? [] : [{ from: offset, bytes }]))
  }

  #at(place: number, length: number): Uint8Array | undefined {
    const segment = this.#segments.find(({ from, bytes }) => place >= from && place + length <= from + bytes.length)
    return segment?.bytes.subarray(place - segment.from, place - segment.from + length)
  }

  holds(place: number, length: number): boolean {
    return this.#at(place, length) !== undefined
  }

  text(place: number, length: number): string {
    return String.fromCharCode(...this.#at(place, length)!)
  }

  /** All pairs of numbers that could be the address and the length of a text. */
  *pairs(maxLength: number): Generator<readonly [place: number, length: number]> {
    for (const { bytes } of this.#segments) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
      for (let at = 0; at + 8 <= bytes.length; at += 4) {
        const [place, length] = [view.getUint32(at, true), view.getUint32(at + 4, true)]
        if (length >= 2 && length <= maxLength && this.holds(place, length)) yield [place, length]
      }
    }
  }
}

/** The 32-bit constants of each function, in order. For a body with an unknown operator, only those before it. */
function* constantsOf({ bytes, bodies }: Module): Generator<readonly number[]> {
  for (const { code, end } of bodies) {
    const constants: number[] = []
    try {
      for (let pos = code; pos < end; pos = skipOperator(bytes, pos))
        if (KIND[bytes[pos]!] === Kind.i32Const) constants.push(signed(bytes, pos + 1))
    } catch (error) {
      if (!(error instanceof RefusedOperator)) throw error
    }
    yield constants
  }
}

/** Signed LEB128 of at most 32 bits. */
function signed(bytes: Uint8Array, at: number): number {
  let result = 0
  let shift = 0
  for (let pos = at; ; pos++) {
    const byte = bytes[pos]!
    result |= (byte & 0x7f) << shift
    shift += 7
    if (byte < 0x80) return shift < 32 && (byte & 0x40) !== 0 ? result | (-1 << shift) : result
  }
}
