/**
 * The private parts of ethereumjs that an interpreter of its EVM holds while it runs a frame, as `library-internals.ts` has the others. It loads nothing of the
 * library, so that a chain with an EVM inside does without it.
 */
import type { Common } from '@ethereumjs/common'
import type { EVMError, ExecResult } from '@ethereumjs/evm'
import type { Address } from '@ethereumjs/util'
import { NO_BYTES } from '../base/index.js'

/** The library's stack of a frame. */
export interface LibraryStack {
  _store: bigint[]
  _len: number
}

/** The words of a stack from the bottom; those from {@link heightOf} on are stale. */
export const wordsOf = (stack: LibraryStack): bigint[] => stack._store
export const heightOf = (stack: LibraryStack): number => stack._len
export const setHeight = (stack: LibraryStack, height: number): void => {
  stack._len = height
}
export const push = (stack: LibraryStack, word: bigint): void => {
  stack._store[stack._len++] = word
}
export const pop = (stack: LibraryStack): bigint => stack._store[--stack._len]!
export const emptyStack = (): LibraryStack => ({ _store: [], _len: 0 })

/** The library's memory of a frame. */
export interface LibraryMemory {
  _store: Uint8Array
}

export const bytesOf = (memory: LibraryMemory): Uint8Array => memory._store
export const setBytes = (memory: LibraryMemory, bytes: Uint8Array): void => {
  memory._store = bytes
}
export const emptyMemory = (): LibraryMemory => ({ _store: NO_BYTES })

/** What a frame returns besides its gas. */
export interface FrameResult {
  logs: NonNullable<ExecResult['logs']>
  returnValue?: Uint8Array
  selfdestruct: NonNullable<ExecResult['selfdestruct']>
  createdAddresses?: NonNullable<ExecResult['createdAddresses']>
}

/** The library's state of a frame, as far as it is used. */
export interface FrameState {
  programCounter: number
  opCode: number
  gasLeft: bigint
  gasRefund: bigint
  memoryWordCount: bigint
  highestMemCost: bigint
  messageGasLimit?: bigint | undefined
  validJumps: Uint8Array
  code: Uint8Array
  readonly returnBytes: Uint8Array
  readonly stateGasSpilled: bigint
  readonly stack: LibraryStack
  readonly memory: LibraryMemory
  readonly interpreter: Interpreter
  readonly env: {
    readonly address: Address
    readonly caller: Address
    readonly origin: Address
    readonly callData: Uint8Array
    readonly callValue: bigint
    readonly gasPrice: bigint
    readonly code: Uint8Array
    readonly block: { readonly header: { readonly number: bigint; readonly timestamp: bigint } }
    readonly depth: number
    readonly isStatic: boolean
    readonly contract: { readonly balance: bigint; readonly nonce: bigint }
  }
}

/** The library's interpreter, which it does not export. One runs one frame. */
export interface Interpreter {
  readonly journal: {
    isWarmedAddress(address: Uint8Array): boolean
    isWarmedStorage(address: Uint8Array, slot: Uint8Array): boolean
    addWarmedStorage(address: Uint8Array, slot: Uint8Array): void
  }
  readonly _runState: FrameState
  readonly _result: FrameResult
  useGas(amount: bigint, context?: object): void
  create(gas: bigint, value: bigint, code: Uint8Array, salt?: Uint8Array): Promise<bigint>
  run(code: Uint8Array, options?: object): Promise<{ exceptionError?: EVMError }>
  _getValidJumpDestinations(code: Uint8Array): { readonly jumps: Uint8Array }
}

export const stateOf = (interpreter: Interpreter): FrameState => interpreter._runState
export const resultOf = (interpreter: Interpreter): FrameResult => interpreter._result
export const jumpsOf = (interpreter: Interpreter, code: Uint8Array): Uint8Array =>
  interpreter._getValidJumpDestinations(code).jumps

/** An opcode under the rules that are in force. */
export interface LibraryOpcode {
  readonly opcodeInfo: {
    readonly fee: number
    readonly feeBigInt: bigint
    readonly isInvalid: boolean
    readonly dynamicGas: boolean
    readonly isAsync: boolean
  }
  readonly gasHandler: (run: FrameState, gas: bigint, common: Common) => Promise<bigint>
  readonly opHandler: (run: FrameState, common: Common) => unknown
}
