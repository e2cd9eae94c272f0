import { keccak256 } from '../../crypto/hash.js'
import { hex, wordBytes, type Hex } from '../../hex.js'
import {
  bytesOf,
  heightOf,
  setBytes,
  setHeight,
  wordsOf,
  type FrameState,
  type Interpreter,
} from '../../library-frames.js'
import type { StateView } from '../../state/view.js'
import { arithmetic, comparisonOrBitwise } from './arithmetic.js'
import { codeOf } from './code.js'
import type { BlockCounts } from './counts.js'
import type { Table } from './table.js'
import { numberOf, readWord, writeWord } from './words.js'

/** Why the loop came back: the code has ended, the library must run the next opcode, or other work should run. */
export type Reason = 'ended' | 'library' | 'pause'

/** The parts of a frame that the loop uses: a frame of the library, or one made for the loop. */
export type RunState = Pick<
  FrameState,
  'programCounter' | 'opCode' | 'gasLeft' | 'memoryWordCount' | 'highestMemCost' | 'returnBytes' | 'stack' | 'memory'
> & {
  readonly env: Omit<FrameState['env'], 'address' | 'caller' | 'origin' | 'depth' | 'isStatic' | 'contract'> & {
    readonly address: Bytes20
    readonly caller: Bytes20
    readonly origin: Bytes20
  }
}

/** An address as the library has it. */
interface Bytes20 {
  readonly bytes: Uint8Array
}

/** The library's record of what was touched before (EIP-2929). */
export type Warm = Pick<Interpreter['journal'], 'isWarmedStorage' | 'addWarmedStorage'>

export interface Frame {
  readonly run: RunState
  readonly code: Uint8Array
  readonly table: Table
  readonly warm: Warm
  readonly state: Pick<StateView, 'storage'>
  /** The data of RETURN. */
  readonly finish: (data: Uint8Array) => void
  /** Counts the blocks that run. The first one is counted by the caller. */
  readonly counts?: BlockCounts | undefined
}

const WORD = (1n << 256n) - 1n
const STACK = 1024
/** Bytes of memory that the library adds at a time. */
const CHUNK = 8192
/** Offsets and lengths from here on are left to the library. */
const FAR = 1n << 24n
/** Gas after which other work may run: a millisecond or two. */
const TURN = 200_000

/**
 * Runs opcodes of a frame up to one that is not known here, or that is going to fail: with too little gas or stack,
 * an invalid jump, or huge operands. That one is left to the library, untouched, so every failure
 * and its text are the library's. Source of what opcodes do: Ethereum yellow paper, appendix H.
 */
export function runQuickly({ run, code, table, warm, state, finish, counts }: Frame): Reason {
  const { fees, takes, grows } = table
  const { env } = run
  const stack = wordsOf(run.stack)
  const known = codeOf(code)
  const { jumps } = known
  let memory = bytesOf(run.memory)
  let view = new DataView(memory.buffer, memory.byteOffset, memory.length)
  let words = Number(run.memoryWordCount)
  let memoryCost = Number(run.highestMemCost)
  let pc = run.programCounter
  let gas = Number(run.gasLeft)
  let top = heightOf(run.stack)
  let address: Hex | undefined
  const turn = gas - TURN
  let reason: Reason = 'ended'

  /** Gas for having memory up to `end`; notes nothing. */
  const growth = (end: number): number => {
    const wanted = Math.ceil(end / 32)
    return wanted <= words ? 0 : wanted * 3 + Math.floor((wanted * wanted) / 512) - memoryCost
  }
  const grow = (end: number): void => {
    const wanted = Math.ceil(end / 32)
    if (wanted <= words) return
    memoryCost = wanted * 3 + Math.floor((wanted * wanted) / 512)
    words = wanted
    if (wanted * 32 > memory.length) {
      const larger = new Uint8Array(Math.ceil((wanted * 32) / CHUNK) * CHUNK)
      larger.set(memory)
      memory = larger
      setBytes(run.memory, memory)
      view = new DataView(memory.buffer)
    }
  }

  loop: for (;;) {
    if (pc >= code.length) break
    const opcode = code[pc]!
    const fee = fees[opcode]!
    const left = gas - fee
    if (fee < 0 || left < 0 || top < takes[opcode]! || top + grows[opcode]! > STACK) {
      reason = 'library'
      break
    }
    if (opcode >= 0x5f && opcode <= 0x9f) {
      if (opcode <= 0x7f) {
        const length = opcode - 0x5f
        stack[top++] = length === 0 ? 0n : known.pushed(pc + 1, length)
        pc += length
      } else if (opcode <= 0x8f) {
        stack[top] = stack[top - (opcode - 0x7f)]!
        top++
      } else {
        const other = top - 1 - (opcode - 0x8f)
        const value = stack[other]!
        stack[other] = stack[top - 1]!
        stack[top - 1] = value
      }
      gas = left
      pc++
      continue
    }
    switch (opcode) {
      case 0x00: // STOP
        gas = left
        break loop
      case 0x01: {
        const a = stack[--top]!
        stack[top - 1] = (a + stack[top - 1]!) & WORD
        break
      }
      case 0x03: {
        const a = stack[--top]!
        stack[top - 1] = (a - stack[top - 1]!) & WORD
        break
      }
      case 0x10: {
        const a = stack[--top]!
        stack[top - 1] = a < stack[top - 1]! ? 1n : 0n
        break
      }
      case 0x14: {
        const a = stack[--top]!
        stack[top - 1] = a === stack[top - 1] ? 1n : 0n
        break
      }
      case 0x16: {
        const a = stack[--top]!
        stack[top - 1] = a & stack[top - 1]!
        break
      }
      case 0x08: {
        const a = stack[--top]!
        const b = stack[--top]!
        const n = stack[top - 1]!
        stack[top - 1] = n === 0n ? 0n : (a + b) % n
        break
      }
      case 0x09: {
        const a = stack[--top]!
        const b = stack[--top]!
        const n = stack[top - 1]!
        stack[top - 1] = n === 0n ? 0n : (a * b) % n
        break
      }
      case 0x15:
        stack[top - 1] = stack[top - 1] === 0n ? 1n : 0n
        break
      case 0x19:
        stack[top - 1] = stack[top - 1]! ^ WORD
        break
      case 0x20: {
        const offset = stack[top - 1]!
        const length = stack[top - 2]!
        if (length >= FAR || (length > 0n && offset >= FAR)) {
          reason = 'library'
          break loop
        }
        const size = Number(length)
        const end = size === 0 ? 0 : Number(offset) + size
        const cost = table.keccakWord * Math.ceil(size / 32) + growth(end)
        if (left < cost) {
          reason = 'library'
          break loop
        }
        grow(end)
        gas -= cost
        stack[--top - 1] = hashed(memory.subarray(end - size, end))
        break
      }
      case 0x30:
        stack[top++] = numberOf(env.address.bytes)
        break
      case 0x32:
        stack[top++] = numberOf(env.origin.bytes)
        break
      case 0x33:
        stack[top++] = numberOf(env.caller.bytes)
        break
      case 0x34:
        stack[top++] = env.callValue
        break
      case 0x35: {
        const at = stack[top - 1]!
        const { callData } = env
        if (at >= callData.length) stack[top - 1] = 0n
        else {
          const there = callData.subarray(Number(at), Number(at) + 32)
          stack[top - 1] =
            there.length === 32
              ? readWord(new DataView(there.buffer, there.byteOffset, 32), 0)
              : numberOf(there) << BigInt(8 * (32 - there.length))
        }
        break
      }
      case 0x36:
        stack[top++] = BigInt(env.callData.length)
        break
      case 0x37:
      case 0x39: {
        const target = stack[top - 1]!
        const from = stack[top - 2]!
        const length = stack[top - 3]!
        if (length >= FAR || (length > 0n && target >= FAR)) {
          reason = 'library'
          break loop
        }
        const size = Number(length)
        const start = size === 0 ? 0 : Number(target)
        const cost = table.copyWord * Math.ceil(size / 32) + growth(start + size)
        if (left < cost) {
          reason = 'library'
          break loop
        }
        grow(start + size)
        gas -= cost
        const source = opcode === 0x37 ? env.callData : code
        const begin = from > source.length ? source.length : Number(from)
        const part = source.subarray(begin, begin + size)
        memory.set(part, start)
        memory.fill(0, start + part.length, start + size)
        top -= 3
        break
      }
      case 0x38:
        stack[top++] = BigInt(code.length)
        break
      case 0x3a:
        stack[top++] = env.gasPrice
        break
      case 0x3d:
        stack[top++] = BigInt(run.returnBytes.length)
        break
      case 0x42:
        stack[top++] = env.block.header.timestamp
        break
      case 0x43:
        stack[top++] = env.block.header.number
        break
      case 0x50:
        top--
        break
      case 0x51:
      case 0x52:
      case 0x53: {
        const at = stack[top - 1]!
        if (at >= FAR) {
          reason = 'library'
          break loop
        }
        const start = Number(at)
        const end = opcode === 0x53 ? start + 1 : start + 32
        const cost = growth(end)
        if (left < cost) {
          reason = 'library'
          break loop
        }
        grow(end)
        gas -= cost
        if (opcode === 0x51) stack[top - 1] = readWord(view, start)
        else {
          const value = stack[top - 2]!
          if (opcode === 0x52) writeWord(view, start, value)
          else memory[start] = Number(value & 0xffn)
          top -= 2
        }
        break
      }
      case 0x54: {
        const slot = stack[top - 1]!
        const key = wordBytes(slot)
        const { bytes } = env.address
        const isWarm = warm.isWarmedStorage(bytes, key)
        const cost = isWarm ? table.warmSlot : table.coldSlot
        if (left < cost) {
          reason = 'library'
          break loop
        }
        if (!isWarm) warm.addWarmedStorage(bytes, key)
        gas -= cost
        address ??= hex(bytes)
        stack[top - 1] = state.storage(address, slot)
        break
      }
      case 0x56: {
        const to = stack[top - 1]!
        if (gas < turn) {
          reason = 'pause'
          break loop
        }
        if (to >= code.length || jumps[Number(to)] !== 1) {
          reason = 'library'
          break loop
        }
        top--
        gas = left
        pc = Number(to)
        continue
      }
      case 0x57: {
        if (gas < turn) {
          reason = 'pause'
          break loop
        }
        if (stack[top - 2] !== 0n) {
          const to = stack[top - 1]!
          if (to >= code.length || jumps[Number(to)] !== 1) {
            reason = 'library'
            break loop
          }
          top -= 2
          gas = left
          pc = Number(to)
          continue
        }
        top -= 2
        if (counts !== undefined && jumps[pc + 1] !== 1) counts.ran(pc + 1)
        break
      }
      case 0x58:
        stack[top++] = BigInt(pc)
        break
      case 0x59:
        stack[top++] = BigInt(words * 32)
        break
      case 0x5a:
        stack[top++] = BigInt(left)
        break
      case 0x5b:
        counts?.ran(pc)
        break
      case 0xf3: {
        const offset = stack[top - 1]!
        const length = stack[top - 2]!
        if (length >= FAR || (length > 0n && offset >= FAR)) {
          reason = 'library'
          break loop
        }
        const size = Number(length)
        const end = size === 0 ? 0 : Number(offset) + size
        const cost = growth(end)
        if (left < cost) {
          reason = 'library'
          break loop
        }
        grow(end)
        gas = left - cost
        top -= 2
        finish(memory.slice(end - size, end))
        break loop
      }
      default:
        if (opcode >= 0x1e) {
          reason = 'library'
          break loop
        }
        top--
        stack[top - 1] =
          opcode < 0x10
            ? arithmetic(opcode, stack[top]!, stack[top - 1]!)
            : comparisonOrBitwise(opcode, stack[top]!, stack[top - 1]!)
    }
    gas -= fee
    pc++
  }

  run.programCounter = pc
  run.gasLeft = BigInt(gas)
  setHeight(run.stack, top)
  run.memoryWordCount = BigInt(words)
  run.highestMemCost = BigInt(memoryCost)
  return reason
}

function hashed(bytes: Uint8Array): bigint {
  const hash = keccak256(bytes)
  return readWord(new DataView(hash.buffer, hash.byteOffset, 32), 0)
}
