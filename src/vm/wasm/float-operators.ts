import type { FloatTracker } from './float-tracker.js'
import { F32, F64, type FunctionType } from './module.js'
import { EFFECT } from './operators.js'

/** How many values on top an operator needs in canonical form. */
export const SETTLES = new Uint8Array(256)
SETTLES[0x1b] = SETTLES[0x1c] = 3 // select and its condition
SETTLES[0x21] = SETTLES[0x24] = 1 // local.set, global.set
SETTLES[0x38] = SETTLES[0x39] = 1 // stores
SETTLES[0x98] = SETTLES[0xa6] = 2 // copysign
SETTLES[0xbc] = SETTLES[0xbd] = 1 // reinterpretations as integers

/** Effect on the tracked stack of an operator whose immediates do not matter to it. */
export function trackPlain(tracker: FloatTracker, opcode: number, f32SignKeepsPending: boolean): void {
  switch (opcode) {
    case 0x1a: // drop, local.set, global.set
    case 0x21:
    case 0x24:
      tracker.pop()
      return
    case 0x1b:
    case 0x1c: {
      tracker.pop()
      tracker.pop()
      tracker.push(tracker.pop().type)
      return
    }
    case 0x8b:
    case 0x8c:
      tracker.push(F32, tracker.pop().pending && f32SignKeepsPending)
      return
    case 0x99:
    case 0x9a:
      return
    case 0xb6:
      tracker.push(F32, tracker.pop().pending)
      return
    case 0xbb:
      tracker.push(F64, tracker.pop().pending)
      return
    default: {
      const { takes, gives } = EFFECT[opcode]!
      tracker.drop(takes)
      if (gives !== undefined) tracker.push(gives)
    }
  }
}

/** Arithmetic: the result is pending; `min` and `max` return the canonical NaN by themselves, so it is settled at once (true). */
export function trackArithmetic(tracker: FloatTracker, opcode: number): boolean {
  tracker.drop(EFFECT[opcode]!.takes)
  tracker.push(opcode < 0x99 ? F32 : F64, true)
  return opcode === 0x96 || opcode === 0x97 || opcode === 0xa4 || opcode === 0xa5
}

/** Arguments are settled before the call, and results are canonical. `extra`: the element of an indirect call. */
export function trackCall(tracker: FloatTracker, type: FunctionType, extra: number): void {
  tracker.settle(type.params.length + extra)
  tracker.drop(type.params.length + extra)
  for (const result of type.results) tracker.push(result)
}
