import { Writer } from '../wasm/writer.js'
import { PROBE } from './instrument.js'
import { PROBE_TYPES } from './probe-code.js'
import type { Probes } from './table-functions.js'

/** How many steps a buffer holds. */
export const BUFFERED_STEPS = 1 << 16

const PAGE = 65_536
const FRAMES = BUFFERED_STEPS * 4
const GAS = BUFFERED_STEPS * 8
const BYTES = BUFFERED_STEPS * 16
/** Opcodes. */
const [GET, SET_LOCAL, TEE, GET_GLOBAL, SET_GLOBAL, CONST, I32_STORE, F64_STORE] = [
  0x20, 0x21, 0x22, 0x23, 0x24, 0x41, 0x36, 0x39,
]
const [IF, END, CALL, EQ, ADD, SHL, I32, VOID] = [0x04, 0x0b, 0x10, 0x46, 0x6a, 0x74, 0x7f, 0x40]

let compiled: WebAssembly.Module | undefined

/**
 * Takes steps in wasm, since a call to JavaScript costs more than most steps. The gas is what the module has left, as its probes give it.
 */
export class StepBuffer {
  readonly places: Int32Array
  readonly frames: Int32Array
  readonly gas: Float64Array
  /** The probe of a module with steps. */
  readonly step: Probes['step']
  readonly #length: WebAssembly.Global

  /** @param full is called when the buffer is full: it reads the steps, and {@link clear}s the buffer or ends the run */
  constructor(full: () => void) {
    const memory = new WebAssembly.Memory({ initial: BYTES / PAGE })
    compiled ??= new WebAssembly.Module(moduleBytes())
    const { step, length } = new WebAssembly.Instance(compiled, { host: { memory, full } }).exports
    this.step = step as unknown as Probes['step']
    this.#length = length as WebAssembly.Global
    this.places = new Int32Array(memory.buffer, 0, BUFFERED_STEPS)
    this.frames = new Int32Array(memory.buffer, FRAMES, BUFFERED_STEPS)
    this.gas = new Float64Array(memory.buffer, GAS, BUFFERED_STEPS)
  }

  get length(): number {
    return this.#length.value as number
  }

  clear(): void {
    this.#length.value = 0
  }
}

const encoded = (write: (out: Writer) => void): readonly number[] => {
  const out = new Writer(8)
  write(out)
  return [...out.bytes.subarray(0, out.pos)]
}
const leb = (value: number): readonly number[] => encoded((out) => out.u32(value))
const signed = (value: number): readonly number[] => encoded((out) => out.signed(value))

/** Local 3 is the number of steps so far. */
const [NUMBER, FRAME, LEFT, AT] = [0, 1, 2, 3]

const address = (shift: number): readonly number[] => [GET, AT, CONST, shift, SHL]

const CODE: readonly number[] = [
  [1, 1, I32],
  [GET_GLOBAL, 0, SET_LOCAL, AT],
  [...address(2), GET, NUMBER, I32_STORE, 2, 0],
  [...address(2), GET, FRAME, I32_STORE, 2, ...leb(FRAMES)],
  [...address(3), GET, LEFT, F64_STORE, 3, ...leb(GAS)],
  [GET, AT, CONST, 1, ADD, TEE, AT, SET_GLOBAL, 0],
  [GET, AT, CONST, ...signed(BUFFERED_STEPS), EQ, IF, VOID, CALL, 0, END],
  // No locals are asked for.
  [CONST, 0, END],
].flat()

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const out = new Writer(256)
  const section = (id: number, write: () => void): void => {
    out.append(id)
    out.sized(write)
  }
  out.append(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
  section(1, () => out.append(2, ...PROBE_TYPES[PROBE.step]!, 0x60, 0, 0))
  section(2, () => {
    out.append(2)
    out.name('host')
    out.name('full')
    out.append(0, 1)
    out.name('host')
    out.name('memory')
    out.append(2, 0, BYTES / PAGE)
  })
  section(3, () => out.append(1, 0))
  section(6, () => out.append(1, I32, 1, CONST, 0, END))
  section(7, () => {
    out.append(2)
    out.name('step')
    out.append(0, 1)
    out.name('length')
    out.append(3, 0)
  })
  section(10, () => out.append(1, ...leb(CODE.length), ...CODE))
  return out.finish()
}
