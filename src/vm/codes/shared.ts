import type { CompiledCode } from './code.js'
import type { Additions } from '../tools/instrument.js'
import type { Checksum } from '../vm.js'
import { parse } from '../wasm/parse.js'
import type { Schedule } from '../schedules.js'

/** One compiled code, as it can be posted: V8 shares its machine code between threads. */
export interface SharedCode extends Omit<CompiledCode, 'module'> {
  readonly checksum: Checksum
  /** The original bytes, from which the rest of the analysis is read again. */
  readonly wasm: Uint8Array
}

/** A VM's codes for another thread; survives a structured clone. */
export interface SharedVm {
  readonly version: string
  readonly memoryLimit: number
  readonly capabilities: readonly string[]
  readonly instrument: Additions
  readonly codes: readonly SharedCode[]
}

export const openShared = ({ wasm, ...code }: SharedCode, schedule: Schedule): CompiledCode => ({
  ...code,
  module: parse(wasm, schedule),
})
