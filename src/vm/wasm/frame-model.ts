import { F32, F64, type FunctionType } from './module.js'
import { EFFECT } from './operators.js'

/** The native compiler: from 7 on it keeps results of calls and blocks in memory, before that in registers like any other value. */
export type Compiler = 'wasmer 7' | 'wasmer 2 to 5'

/** Where a value of the operand stack is. */
const NOWHERE = 0
const GPR = 1
const SIMD = 2
const MEMORY = 3

const SIMDS = 5
/** Arguments that are passed in registers, besides the context. */
const ARGUMENT_REGISTERS = 5
const LOCAL_REGISTERS = 4
const RED_ZONE = 32
/** Return address and saved frame pointer. */
const LINKAGE = 16

const NO_INPUTS: readonly number[] = []

interface Block {
  /** Depth of the result slots; 0 without any. */
  readonly depth: number
  /** How deep the stack was touched before it. */
  readonly reached: number
  /** Height under the parameters' copies, and the height that remains after the block, results included. */
  readonly after: number
  readonly results: Uint8Array
  /** Places of the parameters at the start of an `if`. */
  readonly inputs: readonly number[]
}

const align = (bytes: number): number => Math.ceil(bytes / 16) * 16

/** Where an ordinary operator puts its result: a constant, null included, is nowhere, a float in a vector register. */
const NOTHING = 0xff
const GIVES = new Uint8Array(256).fill(NOTHING)
for (let opcode = 0; opcode < 256; opcode++) {
  const gives = EFFECT[opcode]?.gives
  if (gives !== undefined) GIVES[opcode] = gives === F32 || gives === F64 ? SIMD : GPR
}
GIVES.fill(NOWHERE, 0x41, 0x45)
GIVES[0xd0] = NOWHERE
const TAKES = Uint8Array.from({ length: 256 }, (_, opcode) => EFFECT[opcode]?.takes ?? 0)
// local.get, local.set, global.set
GIVES[0x20] = GPR
TAKES[0x21] = TAKES[0x24] = 1
// drop; select, typed or not, whose result is in a general register whatever it is
TAKES[0x1a] = 1
TAKES[0x1b] = TAKES[0x1c] = 3
GIVES[0x1b] = GIVES[0x1c] = GPR

/**
 * Follows where the native compiler keeps each value of one body, and so how many bytes of stack the function holds at each call.
 * Source: wasmer-compiler-singlepass `codegen.rs` (`init_locals`, `acquire_location`, `emit_call_native`) for x86-64.
 */
export class FrameModel {
  readonly #resultsInMemory: boolean
  /** General registers for values. */
  readonly #registers: number
  /** How deep a value at offset 0 lies: since 7 the red zone is above the values, before that below. */
  readonly #spillBase: number
  /** Place of each value, the first `height` of them. */
  #places = new Uint8Array(256)
  #height = 0
  readonly #blocks: Block[] = []
  #gprs = 0
  #simds = 0
  /** Bytes below the frame pointer. */
  #offset = 0
  #touched = 0
  /** How deep the stack was touched on every way to this place. */
  #reached = 0
  /** The stack that entering the function touches, linkage included. */
  entry = 0

  constructor(compiler: Compiler) {
    this.#resultsInMemory = compiler === 'wasmer 7'
    this.#registers = this.#resultsInMemory ? 4 : 6
    this.#spillBase = this.#resultsInMemory ? LINKAGE : LINKAGE - RED_ZONE
  }

  /** Starts a new body. */
  begin(type: FunctionType, locals: number): void {
    const slots = type.params.length + locals
    const fixed = 8 * Math.min(slots, LOCAL_REGISTERS) + 8 + 8 * Math.max(slots - LOCAL_REGISTERS, 0)
    this.entry = this.#reached = LINKAGE + fixed
    this.#offset = fixed + RED_ZONE
    this.#height = this.#gprs = this.#simds = this.#touched = 0
    this.#blocks.length = 0
    this.#blocks.push({ depth: 0, reached: this.#reached, after: 0, results: type.results, inputs: NO_INPUTS })
  }

  /** An operator with a fixed effect. */
  plain(opcode: number): void {
    this.pop(TAKES[opcode]!)
    const gives = GIVES[opcode]!
    if (gives !== NOTHING) this.#push(gives)
  }

  /** A value in a general register, or in memory when there is none left. */
  pushGeneral(): void {
    this.#push(GPR)
  }

  pushType(type: number): void {
    this.#push(type === F32 || type === F64 ? SIMD : GPR)
  }

  pop(count: number): void {
    for (let i = 0; i < count; i++) this.#release(this.#places[--this.#height]!)
  }

  /** Bytes that the function holds while it calls; then the results are on the stack. */
  call(type: FunctionType): number {
    const { params, results } = type
    const base = this.#height - params.length
    let inMemory = 0
    for (let at = base; at < this.#height; at++) {
      const place = this.#places[at]
      if (place === GPR) this.#gprs--
      else if (place === SIMD) this.#simds--
      else if (place === MEMORY) inMemory++
    }
    this.#height = base
    const kept = this.#resultsInMemory ? results.length : 0
    this.#offset += 8 * Math.max(kept - inMemory, 0)
    const saved = 8 * (this.#gprs + this.#simds)
    const passed = 8 * Math.max(params.length - ARGUMENT_REGISTERS, 0)
    const held = LINKAGE + align(this.#offset + saved + passed)
    this.#offset -= 8 * Math.max(inMemory - kept, 0)
    if (this.#resultsInMemory) for (let i = 0; i < kept; i++) this.#put(MEMORY)
    else for (const result of results) this.pushType(result)
    return held
  }

  enter(kind: 'block' | 'loop' | 'if', { params, results }: FunctionType): void {
    const reached = this.#reached
    const slots = this.#resultsInMemory ? results.length + (kind === 'loop' ? params.length : 0) : 0
    if (slots > 0) this.#touchSlots(kind, params.length, slots, params.length === results.length)
    if (kind === 'if') this.pop(1)
    if (!this.#resultsInMemory) {
      this.#blocks.push({ depth: 0, reached, after: this.#height - params.length, results, inputs: NO_INPUTS })
      return
    }
    this.#height -= params.length
    const inputs =
      params.length === 0 ? NO_INPUTS : Array.from(this.#places.subarray(this.#height, this.#height + params.length))
    for (let i = 0; i < slots; i++) this.#put(MEMORY)
    this.#offset += 8 * slots
    const depth = slots > 0 ? LINKAGE + this.#offset : 0
    this.#blocks.push({ depth, reached, after: this.#height - slots + results.length, results, inputs })
    if (kind === 'loop') {
      // The parameters are moved into slots, and copied from there for the body.
      for (const place of inputs) this.#release(place)
      for (const param of params) this.pushType(param)
    } else for (const place of inputs) this.#put(place)
  }

  /**
   * The slots lie above what a block takes, of which that in memory is moved down. The parameters of a loop are written to its slots, and
   * those of an `if` that may come out as its results, there being as many (`same`).
   */
  #touchSlots(kind: 'block' | 'loop' | 'if', params: number, slots: number, same: boolean): void {
    const taken = this.#places.subarray(this.#height - params - (kind === 'if' ? 1 : 0), this.#height)
    const written = params > 0 && (kind === 'loop' || (kind === 'if' && same))
    if (written || taken.includes(MEMORY)) this.#touch(LINKAGE + this.#offset + 8 * slots)
  }

  #touch(depth: number): void {
    if (depth > this.#touched) this.#touched = depth
  }

  /** A charge holds the remaining gas as one more value. */
  charge(): void {
    if (this.#gprs < this.#registers) return
    this.#touch(this.#spillBase + this.#offset + 8)
  }

  /** A charge by length takes the length from the stack, holds two more values meanwhile, and puts it back. */
  chargeMove(): void {
    this.pop(1)
    const spilled = Math.min(this.#gprs + 2 - this.#registers, 2)
    if (spilled > 0) this.#touch(this.#spillBase + this.#offset + 8 * spilled)
    this.pushGeneral()
  }

  /** The deepest that values were put since the last call of this, where nothing on the way here touched as deep; else 0. */
  takeTouched(): number {
    const touched = this.#touched
    this.#touched = 0
    return this.deepens(touched) ? touched : 0
  }

  /** Whether nothing on every way to this place touched as deep; from here on it did. */
  deepens(depth: number): boolean {
    if (depth <= this.#reached) return false
    this.#reached = depth
    return true
  }

  /** How deep a branch to the label writes its results, or leaving the block at hand (0). */
  labelDepth(label: number): number {
    return this.#blocks[this.#blocks.length - 1 - label]?.depth ?? 0
  }

  else(): void {
    const { reached, after, inputs } = this.#blocks[this.#blocks.length - 1]!
    this.#reached = reached
    this.pop(this.#height - after)
    for (const place of inputs) {
      this.#put(place)
      if (place === GPR) this.#gprs++
      else if (place === SIMD) this.#simds++
      else if (place === MEMORY) this.#offset += 8
    }
  }

  end(): void {
    const { reached, after, results } = this.#blocks.pop()!
    this.#reached = reached
    this.pop(this.#height - after)
    if (!this.#resultsInMemory && this.#blocks.length > 0) for (const result of results) this.pushType(result)
  }

  #push(wanted: number): void {
    if (wanted === NOWHERE) this.#put(NOWHERE)
    else if (wanted === GPR && this.#gprs < this.#registers) {
      this.#gprs++
      this.#put(GPR)
    } else if (wanted === SIMD && this.#simds < SIMDS) {
      this.#simds++
      this.#put(SIMD)
    } else {
      this.#offset += 8
      this.#put(MEMORY)
      this.#touch(this.#spillBase + this.#offset)
    }
  }

  #put(place: number): void {
    if (this.#height === this.#places.length) {
      const grown = new Uint8Array(this.#places.length * 2)
      grown.set(this.#places)
      this.#places = grown
    }
    this.#places[this.#height++] = place
  }

  #release(place: number): void {
    if (place === GPR) this.#gprs--
    else if (place === SIMD) this.#simds--
    else if (place === MEMORY) this.#offset -= 8
  }
}
