import { refusalOf, type Refusal, type ValidatorFeatures } from './gate.js'
import { EXTERNREF, FUNCREF, V128, type Module } from './module.js'
import { KIND, Kind, RefusedOperator } from './operators.js'
import { readU32, skipInteger, skipOperator, type LaterOperators } from './skip.js'

/** The features that a release refuses, and at which stage. */
export interface Features extends ValidatorFeatures, LaterOperators {}

const at = (offset: number): string => ` (at offset 0x${offset.toString(16)})`

/**
 * Operators of a valid module that a release does not run, in order, dead code included. Of a body, the rest is left unread after one
 * whose immediates are not known here.
 */
export function* refusals(module: Module, features: Features): Generator<Refusal> {
  const { multiValue, references } = features
  const { bytes, severalResults } = module
  if (!multiValue && severalResults !== undefined)
    yield {
      stage: 'compile',
      text: `Validation error: func type returns multiple values but the multi-value feature is not enabled${at(severalResults)}`,
    }
  for (const { code, end } of module.bodies) {
    for (let pos: number | undefined = code; pos !== undefined && pos < end;) {
      if (references === 'none') yield* referencesAt(bytes, pos)
      try {
        pos = skipOperator(bytes, pos, features)
      } catch (error) {
        if (!(error instanceof RefusedOperator)) throw error
        yield explain(bytes, pos, features)
        pos = afterReference(bytes, pos)
      }
    }
  }
}

const GC_TYPE = 'gc types are disallowed but found type which requires gc'
const BLOCK_TYPE_FAULTS: Readonly<Record<number, string>> = {
  [EXTERNREF]: GC_TYPE,
  [V128]: 'SIMD support is not enabled',
}

const gatekeeper = (text: string): string => `WebAssembly translation error: Error in middleware Gatekeeper: ${text}`

function blockFault(bytes: Uint8Array, offset: number, { multiValue }: Features): Refusal {
  const single = 'blocks, loops, and ifs may only produce a resulttype when multi-value is not enabled'
  const negative = (bytes[skipInteger(bytes, offset + 1) - 1]! & 0x40) !== 0
  return negative || multiValue
    ? { stage: 'validate', text: (BLOCK_TYPE_FAULTS[bytes[offset + 1]!] ?? 'invalid block type') + at(offset) }
    : { stage: 'compile', text: `Validation error: ${single}${at(offset)}` }
}

function explain(bytes: Uint8Array, offset: number, features: Features): Refusal {
  const opcode = bytes[offset]!
  const kind = KIND[opcode]!
  if (kind >= Kind.block && kind <= Kind.if) return blockFault(bytes, offset, features)
  if (kind === Kind.memory || kind === Kind.memorySize || kind === Kind.memoryGrow)
    return { stage: 'validate', text: memoryFault(bytes, offset) }
  if (opcode === 0x1c && features.referenceOperators)
    return {
      stage: 'validate',
      text:
        bytes[offset + 1] === 1
          ? `${BLOCK_TYPE_FAULTS[bytes[offset + 2]!] ?? 'invalid value type'}${at(offset)}`
          : `invalid result arity${at(offset + 2)}`,
    }
  if (opcode === 0xd0 && features.references === 'functions' && bytes[offset + 1] !== FUNCREF)
    return { stage: 'validate', text: GC_TYPE + at(offset) }
  // Newer engines know more types than these two and take the module.
  if (opcode === 0xd0 && features.references === 'all' && ![FUNCREF, EXTERNREF].includes(bytes[offset + 1]!))
    return { stage: 'validate', text: `invalid value type${at(offset + 1)}` }
  const sub = readU32(bytes, offset + 1)
  const behind = opcode === 0xfc ? skipInteger(bytes, offset + 1) : offset + 1
  const immediates = [readU32(bytes, behind), readU32(bytes, skipInteger(bytes, behind))] as const
  const { stage, text } = refusalOf(opcode, sub, immediates, features)
  return { stage, text: stage === 'validate' ? text + at(offset) : gatekeeper(text) }
}

/** The error in the immediates of a memory operator. */
function memoryFault(bytes: Uint8Array, offset: number): string {
  if (bytes[offset]! >= 0x3f) return `zero byte expected${at(offset + 1)}`
  if (readU32(bytes, offset + 1) >= 0x40) return `malformed memop alignment: alignment too large${at(offset + 1)}`
  return `invalid var_u32: integer representation too long${at(skipInteger(bytes, offset + 1) + 4)}`
}

/** MVP operators with uses beyond the MVP: a table index that is not a single zero, a block that returns a reference. */
function* referencesAt(bytes: Uint8Array, offset: number): Generator<Refusal> {
  const kind = KIND[bytes[offset]!]!
  if (kind === Kind.callIndirect && bytes[skipInteger(bytes, offset + 1)] !== 0)
    yield { stage: 'validate', text: `reference-types not enabled: zero byte expected${at(offset)}` }
  if (kind >= Kind.block && kind <= Kind.if && (bytes[offset + 1] === FUNCREF || bytes[offset + 1] === EXTERNREF))
    yield { stage: 'validate', text: `reference types support is not enabled${at(offset)}` }
}

/** Position after an operator on references; undefined after any other. */
function afterReference(bytes: Uint8Array, offset: number): number | undefined {
  switch (bytes[offset]) {
    case 0x1c:
      return offset + 3
    case 0xd0:
      return offset + 2
    case 0xd1:
      return offset + 1
    case 0x25:
    case 0x26:
    case 0xd2:
      return skipInteger(bytes, offset + 1)
    case 0xfc: {
      const sub = readU32(bytes, offset + 1)
      return sub >= 15 && sub <= 17 ? skipInteger(bytes, skipInteger(bytes, offset + 1)) : undefined
    }
    default:
      return undefined
  }
}
