import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'

/** mcl's curve ids. Source: mcl `curve_type.h`. */
export const MCL_CURVE = { bls12381: 5, secp256k1: 102, nistP256: 107 } as const

/** Sizes in memory: an element of the base field (Fp), of the scalar field (Fr), points (X, Y, Z) and elements of the target group. */
export const FP_BYTES = 48
export const FR_BYTES = 32
export const G1_SLOT = 3 * FP_BYTES
export const G2_SLOT = 6 * FP_BYTES
export const GT_SLOT = 12 * FP_BYTES

const COMPILED_TIME_VALUE = (FR_BYTES / 8) * 10 + FP_BYTES / 8

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

/** The functions used; values are addresses in the module's memory. Source: mcl `bn.h`. */
type Functions = Readonly<Record<Name, (...args: number[]) => number>>

/** What the library's loader returns: the functions of the WebAssembly module, prefixed with `_`, and its memory. */
type Loaded = Readonly<Record<`_${Name}`, (...args: number[]) => number>> & {
  readonly wasmMemory: WebAssembly.Memory
  stackSave(): number
  stackRestore(at: number): void
}

type Loader = (options: { cryptoGetRandomValues: () => never }) => unknown

const LOADER = 'mcl-wasm/dist/mcl_c.js'
const WRITTEN_FOR = '2.4.1'

const noRandomness = (): never => {
  throw new Error('nothing here is random')
}

let compiled: WebAssembly.Module | undefined
let loader: Loader | undefined

/**
 * The library's own loader made synchronous, because its callers are. Two platform functions make it asynchronous or slow; the
 * loader gets replacements for both: `WebAssembly.instantiate`, whose result is a thenable that resolves at once; and `atob`, since decoding
 * its text takes the loader 150 ms.
 */
function readLoader(): Loader {
  const require = createRequire(import.meta.url)
  const file = require.resolve(LOADER)
  let encoded: string | undefined
  const platform = {
    atob: (text: string): string => {
      encoded = text
      return ''
    },
    WebAssembly: {
      Memory: WebAssembly.Memory,
      instantiate: (bytes: Uint8Array<ArrayBuffer>, imports: WebAssembly.Imports) => {
        compiled ??= new WebAssembly.Module(encoded === undefined ? bytes : Buffer.from(encoded, 'base64'))
        const made = { module: compiled, instance: new WebAssembly.Instance(compiled, imports) }
        // oxlint-disable-next-line unicorn/no-thenable -- it takes the place of a promise
        return { then: (use: (result: typeof made) => unknown) => use(made) }
      },
    },
  }
  const module: { exports: unknown } = { exports: {} }
  const names = ['module', 'exports', 'require', ...Object.keys(platform)]
  compileFunction(readFileSync(file, 'utf8'), names, { filename: file }).call(
    undefined,
    module,
    module.exports,
    require,
    ...Object.values(platform),
  )
  return module.exports as Loader
}

/** @throws Error when the installed release of the library loads differently */
function load(): Loaded {
  loader ??= readLoader()
  const loaded = loader({ cryptoGetRandomValues: noRandomness }) as Partial<Loaded> | undefined
  if (typeof loaded?._mclBn_init !== 'function' || typeof loaded.stackSave !== 'function')
    throw new Error(
      `mcl-wasm loads in another way than release ${WRITTEN_FOR}, for which src/crypto/mcl.ts was written`,
    )
  return loaded as Loaded
}

/** An instance of `mcl-wasm` for one curve. Values live in its memory; allocations (`allocate`) are never freed. */
export class Mcl {
  readonly call: Functions
  readonly #loaded: Loaded
  #bytes = new Uint8Array(0)

  constructor(curve: (typeof MCL_CURVE)[keyof typeof MCL_CURVE]) {
    this.#loaded = load()
    this.call = Object.fromEntries(
      Object.entries(this.#loaded).flatMap(([name, value]) =>
        name.startsWith('_') && typeof value === 'function' ? [[name.slice(1), value]] : [],
      ),
    ) as Functions
    if (this.call.mclBn_init(curve, COMPILED_TIME_VALUE) !== 0) throw new Error(`mcl-wasm has no curve ${curve}`)
    this.call.mclBn_setETHserialization(1)
  }

  /** Allocates permanently. */
  allocate(size: number): number {
    return this.call.malloc(size)
  }

  /** Runs work such that an exception, for example a stack overflow, leaves the module usable. */
  run<T>(work: () => T): T {
    const before = this.#loaded.stackSave()
    try {
      return work()
    } finally {
      this.#loaded.stackRestore(before)
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
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.#loaded.wasmMemory.buffer)
    return this.#bytes
  }
}
