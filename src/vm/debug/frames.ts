import { demangle } from '../tools/demangle.js'
import type { RawFrame } from './debug-reader.js'

/** A function that was running, and where. */
export interface SourceFrame {
  /** Name of the function as in the source; `function[N]` for one without a name. */
  readonly function: string
  /** Path of the file as the compiler noted it; undefined without debug information. */
  readonly file: string | undefined
  /** From 1. */
  readonly line: number | undefined
  readonly column: number | undefined
}

/** @param name of the function in the module, for the frame that is not inlined: debug information may have only its last part */
export const sourceFrame = ({ symbol, file, line, column }: RawFrame, name: string | undefined): SourceFrame => ({
  function: name ?? (symbol === '' ? 'unknown' : demangle(symbol)),
  file: file === '' ? undefined : file,
  line: line === 0 ? undefined : line,
  column: column === 0 ? undefined : column,
})

export const withoutPlace = (name: string): SourceFrame => ({
  function: name,
  file: undefined,
  line: undefined,
  column: undefined,
})
