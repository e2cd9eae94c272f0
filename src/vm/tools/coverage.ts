import { messageName, type EntryPoint } from '../entry-points.js'
import type { BasicBlock } from './instrument.js'

/** How often an entry point was called with one kind of message, and how often that succeeded. */
export interface MessageCalls {
  calls: number
  succeeded: number
}

/** Further kinds of messages are counted as one, since a fuzzer makes up names. */
const MAX_KINDS = 500

/** How often each basic block of a code ran. */
export class Coverage {
  /** The bytes of the module that ran: the stored code, or its debug twin where that is other code. */
  readonly wasm: Uint8Array
  /** One counter per block, live: calls keep counting in this array. They wrap around at 2^32. */
  readonly counters: Uint32Array
  /** The block of each counter. */
  readonly blocks: readonly BasicBlock[]
  /** By entry point and the name of the message: `execute.transfer`, `reply`. */
  readonly messages = new Map<string, MessageCalls>()

  constructor(wasm: Uint8Array, blocks: readonly BasicBlock[], counters: Uint32Array) {
    this.wasm = wasm
    this.blocks = blocks
    this.counters = counters
  }

  /** Records a call. @param data the contract's answer, if any */
  called(entry: EntryPoint, args: readonly Uint8Array[], data: Uint8Array | undefined): void {
    const { messages } = this
    const kind = kindOf(entry, args)
    let known = messages.get(kind)
    if (known === undefined) {
      if (messages.size >= MAX_KINDS) return
      messages.set(kind, (known = { calls: 0, succeeded: 0 }))
    }
    known.calls++
    if (data !== undefined && !failed(data)) known.succeeded++
  }

  reset(): void {
    this.counters.fill(0)
    this.messages.clear()
  }
}

function kindOf(entry: EntryPoint, args: readonly Uint8Array[]): string {
  const name = messageName(entry, args.at(-1))
  return name === undefined ? entry : `${entry}.${name}`
}

/** `{"error":…}` as a contract answers. */
const failed = (data: Uint8Array): boolean => data[0] === 0x7b && data[1] === 0x22 && data[2] === 0x65
