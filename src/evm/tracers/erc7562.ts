import { OP, isCall, nameOf } from '../execution/watch/opcodes.js'
import type { Emitted, Entered, Exited, Step } from '../execution/watch/watcher.js'
import { hex, quantity, word, type Hex } from '../hex.js'
import { codeAt } from '../state/view.js'
import { OBJECT, TEXT, WORD_BYTES, type Budget } from '../execution/budget.js'
import { dropLogs, finish, FRAME, logBytes, type CallFrame } from './calls.js'
import { hashedBy } from './preimages.js'
import { addressIn } from './reading.js'
import type { TraceEnd, TraceStart, Tracer } from './tracer.js'

export interface Erc7562Options {
  /** Opcodes that are not counted. */
  readonly ignoredOpcodes?: readonly number[] | undefined
  readonly stackTopItemsSize?: number | undefined
  readonly withLog?: boolean | undefined
}

interface Frame extends Omit<CallFrame, 'calls'> {
  readonly accessedSlots: {
    readonly reads: Record<Hex, Hex[]>
    readonly writes: Record<Hex, number>
    readonly transientReads: Record<Hex, number>
    readonly transientWrites: Record<Hex, number>
  }
  readonly extCodeAccessInfo: Hex[]
  readonly usedOpcodes: Record<Hex, number>
  readonly contractSize: Record<Hex, { readonly contractSize: number; readonly opcode: number }>
  outOfGas: boolean
  keccak?: Hex[]
  calls?: Frame[]
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** PUSH0 to SWAP16, and POP, ADD, MUL, SUB, DIV, LT to ISZERO, AND, OR, NOT, SHL, SHR. */
const IGNORED = [
  ...range(0x5f, 0x9f),
  ...range(0x01, 0x04),
  ...range(0x10, 0x17),
  ...range(0x19, 0x19),
  ...range(0x1b, 0x1c),
  ...range(0x50, 0x50),
]
const ISZERO = 0x15

const isSlotAccess = (opcode: number): boolean =>
  opcode === OP.SLOAD || opcode === OP.SSTORE || opcode === OP.TLOAD || opcode === OP.TSTORE

const isExternal = (opcode: number): boolean =>
  opcode === OP.EXTCODEHASH || opcode === OP.EXTCODESIZE || opcode === OP.EXTCODECOPY

/** Calls with what ERC-7562 has rules about: opcodes, slots and contracts that they look at. Source: go-ethereum eth/tracers/native/erc7562.go. */
export class Erc7562 implements Tracer {
  readonly #withLog: boolean
  readonly #budget: Budget
  readonly #ignored: ReadonlySet<number>
  readonly #open: Frame[] = []
  readonly #hashed = new Set<Hex>()
  #root: Frame | undefined
  #last: { readonly opcode: number; readonly top: bigint | undefined } | undefined
  #state!: TraceStart['state']
  #gas = 0n

  constructor({ ignoredOpcodes = IGNORED, withLog = false }: Erc7562Options, budget: Budget) {
    this.#budget = budget
    this.#ignored = new Set(ignoredOpcodes)
    this.#withLog = withLog
  }

  start({ state, gas }: TraceStart): void {
    this.#state = state
    this.#gas = gas
  }

  enter({ depth, type, from, to, input, gas, value }: Entered): void {
    this.#budget.take(FRAME + 8 * OBJECT + 2 * input.length)
    const frame: Frame = {
      type: nameOf(type),
      from,
      gas: quantity(depth === 0 ? this.#gas : gas),
      gasUsed: '0x0',
      to,
      input: hex(input),
      ...(value === undefined ? {} : { value: quantity(value) }),
      accessedSlots: { reads: {}, writes: {}, transientReads: {}, transientWrites: {} },
      extCodeAccessInfo: [],
      usedOpcodes: {},
      contractSize: {},
      outOfGas: false,
    }
    this.#open.push(frame)
    this.#root ??= frame
  }

  exit({ depth, output, gasUsed, error, reverted }: Exited): void {
    this.#budget.take(2 * output.length)
    const frame = this.#open.pop()!
    finish(frame, output, reverted ? error : undefined)
    if (depth === 0) return
    frame.outOfGas = error?.startsWith('out of gas') === true || error === 'contract creation code storage out of gas'
    frame.gasUsed = quantity(gasUsed)
    ;(this.#open.at(-1)!.calls ??= []).push(frame)
  }

  log({ address, topics, data, index }: Emitted): void {
    const frame = this.#open.at(-1)
    if (!this.#withLog || frame === undefined) return
    this.#budget.take(logBytes(topics, data))
    const position = quantity(frame.calls?.length ?? 0)
    ;(frame.logs ??= []).push({ address, topics, data, index: quantity(index), position })
  }

  opcode(step: Step): void {
    const { opcode } = step
    const frame = this.#open.at(-1)!
    const top = step.stack.at(-1)
    if (opcode === OP.REVERT || opcode === OP.RETURN) this.#last = undefined
    const last = this.#last
    // Checking whether there is code is allowed.
    if (last !== undefined && isExternal(last.opcode) && !(last.opcode === OP.EXTCODESIZE && opcode === ISZERO))
      this.#noteAccess(frame, addressIn(last.top!))
    this.#noteSize(step, frame)
    if (last?.opcode === OP.GAS && !isCall(opcode)) count(frame.usedOpcodes, quantity(OP.GAS))
    if (opcode !== OP.GAS && !this.#ignored.has(opcode)) count(frame.usedOpcodes, quantity(opcode))
    this.#noteSlot(step, frame)
    const preimage = hashedBy(step)
    if (preimage !== undefined) this.#noteHashed(hex(preimage))
    this.#last = { opcode, top }
  }

  result({ gasUsed }: TraceEnd): unknown {
    const root = this.#root
    if (root === undefined) return null
    root.gasUsed = quantity(gasUsed)
    if (this.#withLog) dropLogs(root, false)
    if (this.#hashed.size > 0) root.keccak = [...this.#hashed].sort()
    return root
  }

  #noteHashed(preimage: Hex): void {
    if (this.#hashed.has(preimage)) return
    this.#budget.take(preimage.length + TEXT)
    this.#hashed.add(preimage)
  }

  #noteAccess({ extCodeAccessInfo }: Frame, address: Hex): void {
    this.#budget.take(WORD_BYTES)
    extCodeAccessInfo.push(address)
  }

  #noteSize({ opcode, stack }: Step, { contractSize }: Frame): void {
    const external = isExternal(opcode)
    if (!external && !isCall(opcode)) return
    const named = stack.at(external ? -1 : -2)
    if (named === undefined) return
    const address = addressIn(named)
    contractSize[address] ??= { contractSize: codeAt(this.#state, address).length, opcode }
  }

  #noteSlot({ opcode, stack, address }: Step, { accessedSlots }: Frame): void {
    const top = stack.at(-1)
    if (top === undefined) return
    if (!isSlotAccess(opcode)) return
    this.#budget.take(2 * WORD_BYTES)
    const slot = word(top)
    const { reads, writes, transientReads, transientWrites } = accessedSlots
    if (opcode === OP.SLOAD) {
      // A slot that it wrote itself no longer shows the original value.
      if (reads[slot] === undefined && writes[slot] === undefined)
        reads[slot] = [word(this.#state.storage(address, top))]
    } else if (opcode === OP.SSTORE) count(writes, slot)
    else if (opcode === OP.TLOAD) count(transientReads, slot)
    else if (opcode === OP.TSTORE) count(transientWrites, slot)
  }
}

function count(counts: Record<Hex, number>, key: Hex): void {
  counts[key] = (counts[key] ?? 0) + 1
}
