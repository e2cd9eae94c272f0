import { numberOf } from './words.js'

/** The result of analysing a code: its jump destinations, and the numbers that it pushes. */
export class Code {
  readonly jumps: Uint8Array
  readonly #bytes: Uint8Array
  readonly #pushes: (bigint | undefined)[] = []

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.jumps = new Uint8Array(bytes.length)
    for (let at = 0; at < bytes.length; at++) {
      const opcode = bytes[at]!
      if (opcode === JUMPDEST) this.jumps[at] = 1
      else if (opcode >= PUSH1 && opcode <= PUSH32) at += opcode - PUSH0
    }
  }

  /** The number of `length` bytes from `at` on; beyond the end are zeros. */
  pushed(at: number, length: number): bigint {
    let value = this.#pushes[at]
    if (value === undefined) {
      const there = this.#bytes.subarray(at, at + length)
      value = numberOf(there) << BigInt(8 * (length - there.length))
      this.#pushes[at] = value
    }
    return value
  }
}

export const JUMPDEST = 0x5b
export const PUSH0 = 0x5f
const PUSH1 = 0x60
export const PUSH32 = 0x7f

const known = new WeakMap<Uint8Array, Code>()

/** The analysed code of an array, whose bytes must not change. It is kept for the array. */
export function codeOf(bytes: Uint8Array): Code {
  let code = known.get(bytes)
  if (code === undefined) known.set(bytes, (code = new Code(bytes)))
  return code
}
