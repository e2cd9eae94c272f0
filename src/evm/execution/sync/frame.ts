import { NO_BYTES } from '../../../base/index.js'
import { hex, unhex, type Hex } from '../../hex.js'
import { emptyMemory, emptyStack } from '../../library-frames.js'
import type { BlockCounts } from '../fast/counts.js'
import { runQuickly, type RunState, type Warm } from '../fast/loop.js'
import { JUMPDEST } from '../fast/code.js'
import { FrameFailure, VmFailure } from './failure.js'
import type { Machine } from './machine.js'
import { PRAGUE } from './prices.js'
import { step } from './step.js'
import { runWatched } from './watched-frame.js'

/** Code to run. */
export interface FrameOf {
  readonly code: Uint8Array
  /** Whose storage and balance it is. */
  readonly self: Hex
  readonly caller: Hex
  readonly value: bigint
  readonly input: Uint8Array
  readonly gas: bigint
  readonly depth: number
  readonly isStatic: boolean
  /** Counts the blocks that run. */
  readonly counts?: BlockCounts | undefined
}

/** A frame in progress. */
export interface SyncFrame {
  readonly machine: Machine
  readonly of: FrameOf
  readonly run: RunState
  /** What the last call returned. */
  returned: Uint8Array
  /** Set by what ends the code. */
  data: Uint8Array | undefined
}

/** The quick loop counts gas in a double. No code comes near so much. */
const MAX_LOOP_GAS = 1n << 52n

/** Runs code to its end: the quick loop all that it knows, {@link runOperation} the rest. @throws FrameFailure */
export function runFrame(machine: Machine, of: FrameOf): { readonly gas: bigint; readonly data: Uint8Array } {
  const { state, circumstances } = machine
  const gas = of.gas < MAX_LOOP_GAS ? of.gas : MAX_LOOP_GAS
  const beyond = of.gas - gas
  const caller = { bytes: unhex(of.caller) }
  const run: RunState & { returnBytes: Uint8Array } = {
    programCounter: 0,
    opCode: 0,
    gasLeft: gas,
    memoryWordCount: 0n,
    highestMemCost: 0n,
    returnBytes: NO_BYTES,
    stack: emptyStack(),
    memory: emptyMemory(),
    env: {
      address: { bytes: unhex(of.self) },
      caller,
      origin: { bytes: unhex(circumstances.origin) },
      callData: of.input,
      callValue: of.value,
      gasPrice: circumstances.gasPrice,
      code: of.code,
      block: { header: { number: circumstances.number, timestamp: circumstances.time } },
    },
  }
  const frame: SyncFrame = {
    machine,
    of,
    run,
    get returned() {
      return run.returnBytes
    },
    set returned(bytes) {
      run.returnBytes = bytes
    },
    data: undefined,
  }
  const warm: Warm = {
    isWarmedStorage: (address, slot) => state.isWarmSlot(hex(address), BigInt(hex(slot))),
    addWarmedStorage: (address, slot) => state.warmSlot(hex(address), BigInt(hex(slot))),
  }
  const quick = {
    run,
    code: of.code,
    table: PRAGUE,
    warm,
    state,
    counts: of.counts,
    finish: (data: Uint8Array) => {
      frame.data = data
    },
  }
  const { watch } = machine
  if (of.code[0] !== JUMPDEST) of.counts?.ran(0)
  try {
    if (watch?.watcher.opcode !== undefined) {
      const done = runWatched(frame, quick, watch)
      return { ...done, gas: done.gas + beyond }
    }
    for (;;) {
      const reason = runQuickly(quick)
      if (reason === 'pause') continue
      if (reason === 'ended') return { gas: run.gasLeft + beyond, data: frame.data ?? NO_BYTES }
      step(frame)
      if (frame.data !== undefined) return { gas: run.gasLeft + beyond, data: frame.data }
    }
  } catch (error) {
    if (error instanceof VmFailure) throw new FrameFailure(error, run.gasLeft + beyond)
    throw error
  }
}
