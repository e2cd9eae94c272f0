import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The library's numbers of its curves. Source: mcl `curve_type.h`. */
export const MCL_CURVE = { bls12381: 5, secp256k1: 102, nistP256: 107 } as const

/** Sizes in memory: an element of the base field (Fp), of the scalar field (Fr), points (X, Y, Z) and elements of the target group. */
export const FP_BYTES = 48
export const FR_BYTES = 32
export const G1_SLOT = 3 * FP_BYTES
export const G2_SLOT = 6 * FP_BYTES
export const GT_SLOT = 12 * FP_BYTES

const COMPILED_TIME_VALUE = (FR_BYTES / 8) * 10 + FP_BYTES / 8
/** Pages that the module asks for. */
const PAGES = 32

type Element =
  | 'add'
  | 'inv'
  | 'isEqual'
  | 'isOdd'
  | 'mul'
  | 'neg'
  | 'serialize'
  | 'setBigEndianMod'
  | 'setInt32'
  | 'sqr'
  | 'squareRoot'
type Point = 'add' | 'clear' | 'deserialize' | 'getBasePoint' | 'isZero' | 'mulVec' | 'neg' | 'normalize' | 'serialize'
type Name =
  | 'malloc'
  | `mclBn${'Fp' | 'Fr'}_${Element}`
  | `mclBn${'G1' | 'G2'}_${Point}`
  | `mclBnGT_${'setInt32' | 'mul' | 'isOne'}`
  | 'mclBnFp_mapToG1'
  | 'mclBnFp2_mapToG2'
  | `mclBn_${'init' | 'setETHserialization' | 'setMapToMode' | 'verifyOrderG1' | 'verifyOrderG2' | 'millerLoopVec' | 'finalExp'}`

/** What is used of its functions; values are addresses in its memory. Source: mcl `bn.h`. */
type Functions = Readonly<Record<Name, (...args: number[]) => number>>

let compiled: WebAssembly.Module | undefined

/**
 * The module of `mcl-wasm`. Its own loader is asynchronous, and what needs the curves is not: so the module, which stands in the
 * loader's script, is compiled and instantiated here.
 */
function compile(): WebAssembly.Module {
  const script = readFileSync(createRequire(import.meta.url).resolve('mcl-wasm/dist/mcl_c.js'), 'latin1')
  const [, base64] = /wasmBase64 = '([^']+)'/.exec(script) ?? []
  if (base64 === undefined) throw new Error('mcl-wasm has its module in another place than release 2.4.1')
  return new WebAssembly.Module(Buffer.from(base64, 'base64'))
}

/** An instance of `mcl-wasm` for one curve. Values live in its memory; whoever asks for room (`allocate`) keeps it. */
export class Mcl {
  readonly call: Functions
  readonly #memory = new WebAssembly.Memory({ initial: PAGES })
  readonly #stackPointer: WebAssembly.Global
  #bytes = new Uint8Array(0)

  constructor(curve: (typeof MCL_CURVE)[keyof typeof MCL_CURVE]) {
    compiled ??= compile()
    const noRandomness = (): never => {
      throw new Error('nothing here is random')
    }
    const env = { memory: this.#memory, cryptoGetRandomValues: noRandomness }
    const { exports } = new WebAssembly.Instance(compiled, { env })
    this.call = exports as unknown as Functions
    this.#stackPointer = exports['__stack_pointer'] as WebAssembly.Global
    ;(exports['__wasm_call_ctors'] as () => void)()
    if (this.call.mclBn_init(curve, COMPILED_TIME_VALUE) !== 0) throw new Error(`mcl-wasm has no curve ${curve}`)
    this.call.mclBn_setETHserialization(1)
  }

  /** Room for good. */
  allocate(size: number): number {
    return this.call.malloc(size)
  }

  /** Runs work whose exceptions, as that of the engine's stack, leave the module usable. */
  run<T>(work: () => T): T {
    const stackPointer = this.#stackPointer
    const before = stackPointer.value as number
    try {
      return work()
    } finally {
      stackPointer.value = before
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

  /** A view is empty after the memory grew. */
  #view(): Uint8Array {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.#memory.buffer)
    return this.#bytes
  }
}
