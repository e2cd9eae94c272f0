import { refusalOf, type Refusal } from './gate.js'
import { isTypeIndex, type Module } from './module.js'
import { KIND, Kind } from './operators.js'
import { RefusedOperator } from './refused.js'
import { readU32, skipOperator } from './skip.js'

/** Why a compiler without multi-value refuses a module; undefined when it does not. Dead code counts. */
export function multiValueFault(module: Module): string | undefined {
  const { bytes } = module
  if (module.types.some(({ results }) => results.length > 1))
    return 'func type returns multiple values but the multi-value feature is not enabled'
  for (const { code, end } of module.bodies)
    for (let pos = code; pos < end; pos = skipOperator(bytes, pos)) {
      const kind = KIND[bytes[pos]!]!
      if (kind >= Kind.block && kind <= Kind.if && isTypeIndex(bytes[pos + 1]!))
        return `blocks, loops, and ifs may only produce a resulttype when multi-value is not enabled (at offset 0x${pos.toString(16)})`
    }
  return undefined
}

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
