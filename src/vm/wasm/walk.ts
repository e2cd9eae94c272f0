import { refusalOf, type Refusal } from './gate.js'
import type { Module } from './module.js'
import { RefusedOperator } from './refused.js'
import { readU32, skipOperator } from './skip.js'

/**
 * Operators of a valid module that the native VM does not run, in order, up to the first in each body: after one, the immediates of
 * which are not known here, the rest of the body is not read.
 */
export function* refusals(module: Module): Generator<Refusal> {
  const { bytes } = module
  for (const { code, end } of module.bodies) {
    try {
      for (let pos = code; pos < end;) pos = skipOperator(bytes, pos)
    } catch (error) {
      if (!(error instanceof RefusedOperator)) throw error
      const opcode = bytes[error.offset]!
      const { stage, text } = refusalOf(opcode, opcode === 0xfc ? readU32(bytes, error.offset + 1) : 0)
      yield { stage, text: stage === 'validate' ? `${text} (at offset 0x${error.offset.toString(16)})` : text }
    }
  }
}
