import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** mcl's curve ids. Source: mcl `curve_type.h`. */
export const MCL_CURVE = { bls12381: 5, secp256k1: 102, nistP256: 107 } as const

/** Sizes in memory: an element of the base field (Fp), of the scalar field (Fr), points (X, Y, Z) and elements of the target group. */
export const FP_BYTES = 48
export const FR_BYTES = 32
export const G1_SLOT = 3 * FP_BYTES
export const G2_SLOT = 6 * FP_BYTES
export const GT_SLOT = 12 * FP_BYTES

const COMPILED_TIME_VALUE = (FR_BYTES / 8) * 10 + FP_BYTES / 8

/** The functions used. Source: mcl `bn.h`. */
const FUNCTIONS = [
  'malloc',
  'stackSave',
  'stackRestore',
  '__wasm_call_ctors',
  'mclBn_init',
  'mclBn_setETHserialization',
  'mclBn_setMapToMode',
  'mclBn_verifyOrderG1',
  'mclBn_verifyOrderG2',
  'mclBn_millerLoopVec',
  'mclBn_finalExp',
  'mclBnFp_add',
  'mclBnFp_isEqual',
  'mclBnFp_isOdd',
  'mclBnFp_mapToG1',
  'mclBnFp_mul',
  'mclBnFp_neg',
  'mclBnFp_serialize',
  'mclBnFp_setBigEndianMod',
  'mclBnFp_setInt32',
  'mclBnFp_sqr',
  'mclBnFp_squareRoot',
  'mclBnFp2_mapToG2',
  'mclBnFr_inv',
  'mclBnFr_isEqual',
  'mclBnFr_mul',
  'mclBnFr_neg',
  'mclBnFr_setBigEndianMod',
  'mclBnG1_add',
  'mclBnG1_clear',
  'mclBnG1_deserialize',
  'mclBnG1_getBasePoint',
  'mclBnG1_isZero',
  'mclBnG1_mulVec',
  'mclBnG1_neg',
  'mclBnG1_normalize',
  'mclBnG1_serialize',
  'mclBnG2_add',
  'mclBnG2_clear',
  'mclBnG2_deserialize',
  'mclBnG2_isZero',
  'mclBnG2_neg',
  'mclBnG2_serialize',
  'mclBnGT_isOne',
  'mclBnGT_mul',
  'mclBnGT_setInt32',
] as const

/** Arguments and values are numbers, or addresses in the module's memory. */
type Functions = Readonly<Record<(typeof FUNCTIONS)[number], (...args: number[]) => number>>

/** The file of the package that holds the WebAssembly module, as base64 in a string of its JavaScript. */
const FILE = 'mcl-wasm/dist/mcl_c.js'
/** What every WebAssembly module begins with in base64: `\0asm` and version 1. */
const MAGIC = 'AGFzbQEAAAA'
/** What the package's own loader begins with, in pages of 64 KiB. The module's allocator grows it. */
const FIRST_PAGES = 32

const noRandomness = (): never => {
  throw new Error('nothing here is random')
}

let compiled: WebAssembly.Module | undefined

/**
 * The module alone, because the package's loader is asynchronous and the callers are not, and takes 150 ms to decode the text.
 * @throws Error when a release of the package keeps it elsewhere
 */
function compile(): WebAssembly.Module {
  const text = readFileSync(createRequire(import.meta.url).resolve(FILE), 'latin1')
  const start = text.indexOf(MAGIC)
  if (start < 1) throw new Error(`${FILE} of the installed release contains no WebAssembly module in base64`)
  const end = text.indexOf(text[start - 1]!, start)
  return new WebAssembly.Module(Buffer.from(text.slice(start, end), 'base64'))
}

/** @throws Error when the installed release needs or offers other functions */
function instantiate(memory: WebAssembly.Memory): Functions {
  compiled ??= compile()
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory, cryptoGetRandomValues: noRandomness } })
  const missing = FUNCTIONS.filter((name) => typeof exports[name] !== 'function')
  if (missing.length > 0) throw new Error(`the installed release of mcl-wasm has no ${missing.join(', ')}`)
  return exports as Functions
}

/** An instance of `mcl-wasm` for one curve. Values live in its memory; allocations (`allocate`) are never freed. */
export class Mcl {
  readonly call: Functions
  readonly #memory = new WebAssembly.Memory({ initial: FIRST_PAGES })
  #bytes = new Uint8Array(0)

  constructor(curve: (typeof MCL_CURVE)[keyof typeof MCL_CURVE]) {
    this.call = instantiate(this.#memory)
    this.call.__wasm_call_ctors()
    if (this.call.mclBn_init(curve, COMPILED_TIME_VALUE) !== 0) throw new Error(`mcl-wasm has no curve ${curve}`)
    this.call.mclBn_setETHserialization(1)
  }

  /** Allocates permanently. */
  allocate(size: number): number {
    return this.call.malloc(size)
  }

  /** Runs work such that an exception, for example a stack overflow, leaves the module usable. */
  run<T>(work: () => T): T {
    const before = this.call.stackSave()
    try {
      return work()
    } finally {
      this.call.stackRestore(before)
    }
  }

  write(at: number, bytes: Uint8Array): void {
    this.#view().set(bytes, at)
  }

  read(at: number, size: number): Uint8Array {
    return this.#view().slice(at, at + size)
  }

  copy(to: number, from: number, size: number): void {
    this.#view().copyWithin(to, from, from + size)
  }

  /** A view is detached when the memory grows. */
  #view(): Uint8Array {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.#memory.buffer)
    return this.#bytes
  }
}
