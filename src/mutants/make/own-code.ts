import type { OwnCode, RawFrame } from '../../vm/debug/index.js'

/** Operators of the language and of CosmWasm's numbers, inlined: what they are used for is the contract's. */
const OPERATORS = /(?:library\/core\/src\/(?:cmp|num|ops|bool)|cosmwasm-std-[^/]+\/(?:[\w-]+\/)*src\/math)\b/

/** Code that the compiler made from a line of the contract. */
export interface OwnPlace {
  readonly file: string
  readonly line: number
  readonly column: number
  /** Whether the code is of the line itself or of an operator of the language that was inlined there. False for other inlined functions. */
  readonly isDirect: boolean
  /** Which copy of the line, where functions are inlined at several places. */
  readonly copy: string
}

/** @param frames the innermost first */
export function ownPlace(own: OwnCode, frames: readonly RawFrame[]): OwnPlace | undefined {
  const index = frames.findIndex((frame) => own.has(frame))
  const frame = frames[index]
  if (frame === undefined) return undefined
  const { file, line, column } = frame
  const isDirect = frames.slice(0, index).every((inlined) => OPERATORS.test(inlined.file))
  const copy = frames
    .slice(index + 1)
    .map((outer) => `${outer.file}:${outer.line}:${outer.column}`)
    .join(' ')
  return { file, line, column, isDirect, copy }
}
