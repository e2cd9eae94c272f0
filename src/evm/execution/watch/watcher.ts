import type { Hex } from '../../hex.js'

/** A call, creation or self-destruction that begins. Addresses are lower-case hex, gas in units. */
export interface Entered {
  /** 0 is the outermost call. */
  readonly depth: number
  /** The opcode that made it; CALL or CREATE for the outermost. */
  readonly type: number
  readonly from: Hex
  /** Whose code runs; for a creation the address that it gets. */
  readonly to: Hex
  readonly input: Uint8Array
  readonly gas: bigint
  /** Undefined for STATICCALL, which has none. */
  readonly value: bigint | undefined
}

/** How it ended. */
export interface Exited {
  readonly depth: number
  readonly output: Uint8Array
  readonly gasUsed: bigint
  /** In go-ethereum's words. */
  readonly error: string | undefined
  /** Whether its changes were undone: true for every failure but one kind before Homestead. */
  readonly reverted: boolean
}

/** An opcode before it runs. Valid only until the watcher returns. */
export interface Step {
  readonly pc: number
  readonly opcode: number
  /** Gas before it, and its cost, including gas that a call passes on. */
  readonly gas: bigint
  readonly cost: bigint
  /** 1 is the outermost call. */
  readonly depth: number
  readonly address: Hex
  readonly code: Uint8Array
  /** From the bottom to the top. */
  readonly stack: readonly bigint[]
  readonly memory: Uint8Array
  /** The return data of the last call in this frame. */
  readonly returnData: Uint8Array
  /** Refunds so far, including those of this opcode. */
  readonly refund: bigint
  /** Why it cannot run, in go-ethereum's words. */
  readonly error: string | undefined
}

/** A log; a later failure may still undo it. */
export interface Emitted {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  /** Its number in the block. */
  readonly index: number
}

/** Sees what the EVM does, in the order of go-ethereum's hooks. Source: go-ethereum core/tracing/hooks.go. */
export interface Watcher {
  enter?(call: Entered): void
  exit?(end: Exited): void
  opcode?(step: Step): void
  /** An opcode failed while it ran, a revert included. */
  fault?(step: Step, error: string): void
  log?(log: Emitted): void
}
