import { fromHex } from '../base/index.js'

/** What a variable is read from: the memory and the locals of its frame at one step. */
export interface Machine {
  /** @returns undefined outside the memory */
  readonly read: (address: number, length: number) => Uint8Array | undefined
  /** @returns undefined for a local that was not kept */
  readonly local: (index: number) => number | bigint | undefined
}

/** Where a value is: in memory, or in parts of which some may be gone. */
export type Location =
  | { readonly at: number }
  | { readonly parts: readonly { readonly bytes: Uint8Array | undefined; readonly size: number }[] }

/** What is left of a stack value's bytes once its size is known. */
const VALUE_BYTES = 8

const OP = {
  addr: 0x03,
  deref: 0x06,
  const1u: 0x08,
  const1s: 0x09,
  const2u: 0x0a,
  const2s: 0x0b,
  const4u: 0x0c,
  const4s: 0x0d,
  const8u: 0x0e,
  const8s: 0x0f,
  constu: 0x10,
  consts: 0x11,
  dup: 0x12,
  drop: 0x13,
  over: 0x14,
  swap: 0x16,
  plusUconst: 0x23,
  lit0: 0x30,
  lit31: 0x4f,
  fbreg: 0x91,
  piece: 0x93,
  derefSize: 0x94,
  implicitValue: 0x9e,
  stackValue: 0x9f,
  wasmLocation: 0xed,
} as const

const FIXED: Readonly<Record<number, readonly [bytes: number, isSigned: boolean]>> = {
  [OP.addr]: [4, false],
  [OP.const1u]: [1, false],
  [OP.const1s]: [1, true],
  [OP.const2u]: [2, false],
  [OP.const2s]: [2, true],
  [OP.const4u]: [4, false],
  [OP.const4s]: [4, true],
  [OP.const8u]: [8, false],
  [OP.const8s]: [8, true],
}

const BINARY: Readonly<Record<number, (a: bigint, b: bigint) => bigint>> = {
  0x1a: (a, b) => a & b,
  0x1c: (a, b) => a - b,
  0x1e: (a, b) => a * b,
  0x21: (a, b) => a | b,
  0x22: (a, b) => a + b,
  0x24: (a, b) => a << (b & 63n),
  0x25: (a, b) => BigInt.asUintN(64, a) >> (b & 63n),
  0x26: (a, b) => BigInt.asIntN(64, a) >> (b & 63n),
  0x27: (a, b) => a ^ b,
}

const UNARY: Readonly<Record<number, (a: bigint) => bigint>> = { 0x1f: (a) => -a, 0x20: (a) => ~a }

/** Reads the operands of an expression. */
class Operands {
  readonly #view: DataView
  at = 0

  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  get isDone(): boolean {
    return this.at >= this.bytes.length
  }

  byte(): number {
    return this.#view.getUint8(this.at++)
  }

  fixed(size: number, isSigned: boolean): bigint {
    let value = 0n
    for (let i = 0; i < size; i++) value |= BigInt(this.byte()) << BigInt(8 * i)
    return isSigned ? BigInt.asIntN(size * 8, value) : value
  }

  leb(isSigned: boolean): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return isSigned ? BigInt.asIntN(Number(shift) + 7, value) : value
    }
  }

  take(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw new RangeError('the expression ends early')
    return this.bytes.subarray(this.at, (this.at += length))
  }
}

/**
 * Evaluates an expression of DWARF. Addresses are those of the memory; `DW_OP_WASM_location` names locals of the function.
 *
 * @param frameBase the expression for the frame, in hex
 * @returns undefined if it needs something that is not known
 */
export function locate(expression: string, machine: Machine, frameBase?: string): Location | undefined {
  try {
    return new Evaluation(new Operands(fromHex(expression)), machine, frameBase).run()
  } catch (error) {
    // Broken information.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A machine with a stack: the value on top is an address, unless an operation made it a value or it came from a local. */
class Evaluation {
  readonly #operands: Operands
  readonly #machine: Machine
  readonly #frameBase: string | undefined
  readonly #stack: bigint[] = []
  readonly #parts: { bytes: Uint8Array | undefined; size: number }[] = []
  /** The value itself, in place of an address. */
  #bytes: Uint8Array | undefined
  #isLocal = false

  constructor(operands: Operands, machine: Machine, frameBase: string | undefined) {
    this.#operands = operands
    this.#machine = machine
    this.#frameBase = frameBase
  }

  run(): Location | undefined {
    while (!this.#operands.isDone) {
      const op = this.#operands.byte()
      if (!this.#compute(op) && !this.#shuffle(op) && !this.#access(op)) return undefined
    }
    if (this.#parts.length > 0) return { parts: this.#parts }
    if (this.#bytes !== undefined) return { parts: [{ bytes: this.#bytes, size: this.#bytes.length }] }
    if (this.#stack.length === 0) return undefined
    const value = this.#pop()
    return this.#isLocal ? { parts: [{ bytes: bytesOf(value), size: VALUE_BYTES }] } : { at: address(value) }
  }

  #pop(): bigint {
    const value = this.#stack.pop()
    if (value === undefined) throw new RangeError('the expression takes more than it has')
    return value
  }

  /** Constants and arithmetic. */
  #compute(op: number): boolean {
    const operands = this.#operands
    const [fixed, binary, unary] = [FIXED[op], BINARY[op], UNARY[op]]
    if (op >= OP.lit0 && op <= OP.lit31) this.#stack.push(BigInt(op - OP.lit0))
    else if (op === OP.constu || op === OP.consts) this.#stack.push(operands.leb(op === OP.consts))
    else if (op === OP.plusUconst) this.#stack.push(this.#pop() + operands.leb(false))
    else if (fixed !== undefined) this.#stack.push(operands.fixed(...fixed))
    else if (unary !== undefined) this.#stack.push(unary(this.#pop()))
    else if (binary !== undefined) {
      const second = this.#pop()
      this.#stack.push(binary(this.#pop(), second))
    } else return false
    return true
  }

  /** Operations on the stack alone. */
  #shuffle(op: number): boolean {
    const top = op === OP.dup || op === OP.drop || op === OP.swap || op === OP.over ? this.#pop() : undefined
    if (top === undefined) return false
    if (op === OP.dup) this.#stack.push(top, top)
    else if (op === OP.over) this.#stack.push(this.#stack.at(-1) ?? top, top)
    else if (op === OP.swap) this.#stack.push(top, this.#pop())
    return true
  }

  /** Memory, locals, and the forms of a result. @returns false if it is not known */
  #access(op: number): boolean {
    const operands = this.#operands
    switch (op) {
      case OP.deref:
      case OP.derefSize:
        return this.#load(op === OP.deref ? 4 : operands.byte())
      case OP.fbreg:
        return this.#frame(operands.leb(true))
      case OP.wasmLocation:
        return this.#local()
      case OP.stackValue:
        this.#bytes = bytesOf(this.#pop())
        return true
      case OP.implicitValue:
        this.#bytes = operands.take(Number(operands.leb(false)))
        return true
      case OP.piece:
        this.#piece(Number(operands.leb(false)))
        return true
      default:
        return false
    }
  }

  #load(size: number): boolean {
    const found = this.#machine.read(address(this.#pop()), size)
    if (found === undefined) return false
    this.#stack.push(numberOf(found))
    this.#isLocal = false
    return true
  }

  #frame(offset: bigint): boolean {
    const base = this.#frameBase === undefined ? undefined : baseOf(this.#frameBase, this.#machine)
    if (base === undefined) return false
    this.#stack.push(base + offset)
    this.#isLocal = false
    return true
  }

  #local(): boolean {
    const operands = this.#operands
    const kind = operands.byte()
    const index = kind === 3 ? Number(operands.fixed(4, false)) : Number(operands.leb(false))
    const value = kind === 0 ? this.#machine.local(index) : undefined
    if (value === undefined) {
      // Another part of the value may be known.
      if (!skipToPiece(operands)) return false
      this.#parts.push({ bytes: undefined, size: Number(operands.leb(false)) })
      return true
    }
    this.#stack.push(BigInt(value))
    this.#isLocal = true
    return true
  }

  #piece(size: number): void {
    const from = this.#bytes ?? (this.#stack.length === 0 ? undefined : this.#partOf(this.#pop(), size))
    this.#parts.push({ bytes: from?.subarray(0, size), size })
    this.#bytes = undefined
    this.#isLocal = false
  }

  #partOf(value: bigint, size: number): Uint8Array | undefined {
    return this.#isLocal ? bytesOf(value) : this.#machine.read(address(value), size)
  }
}

/** The frame is what a local holds, though its expression calls that a value. */
function baseOf(frameBase: string, machine: Machine): bigint | undefined {
  const found = locate(frameBase, machine)
  if (found === undefined) return undefined
  if ('at' in found) return BigInt(found.at)
  const { bytes } = found.parts[0]!
  return bytes && numberOf(bytes.subarray(0, 4))
}

function skipToPiece(operands: Operands): boolean {
  if (!operands.isDone && operands.bytes[operands.at] === OP.stackValue) operands.at++
  return !operands.isDone && operands.byte() === OP.piece
}

const address = (value: bigint): number => Number(BigInt.asUintN(32, value))

function bytesOf(value: bigint): Uint8Array {
  const bytes = new Uint8Array(VALUE_BYTES)
  new DataView(bytes.buffer).setBigInt64(0, BigInt.asIntN(64, value), true)
  return bytes
}

/** Little-endian, unsigned. */
export function numberOf(bytes: Uint8Array): bigint {
  let value = 0n
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]!)
  return value
}
