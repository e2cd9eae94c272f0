import { Hardfork, type Common } from '@ethereumjs/common'
import type { ExecResult, Log, Message } from '@ethereumjs/evm'
import { generateAddress, generateAddress2 } from '@ethereumjs/util'
import { NO_BYTES } from '../../../base/index.js'
import { hex, minimalBytes, unhex, word, type Hex } from '../../hex.js'
import { bytesOf, type FrameState } from '../../library-frames.js'
import type { State } from '../../state/state.js'
import { failureOf } from './failure.js'
import { OP } from './opcodes.js'
import type { Watcher } from './watcher.js'

const DEPTH = 1024
const STIPEND = 2300n

/** Where an opcode that makes a call has its arguments, counted from the top of the stack. Of the input the offset; its length comes next. */
interface ArgumentPlaces {
  readonly to?: number
  readonly value?: number
  readonly input: number
  readonly salt?: number
}

/** Source: Yellow Paper, H.2, "System operations"; EIP-7, EIP-214, EIP-1014. */
const ARGUMENTS: Readonly<Record<number, ArgumentPlaces>> = {
  [OP.CREATE]: { value: 0, input: 1 },
  [OP.CREATE2]: { value: 0, input: 1, salt: 3 },
  [OP.CALL]: { to: 1, value: 2, input: 3 },
  [OP.CALLCODE]: { to: 1, value: 2, input: 3 },
  [OP.DELEGATECALL]: { to: 1, input: 2 },
  [OP.STATICCALL]: { to: 1, input: 2 },
}

/** The arguments of an opcode that makes a call, as they are on the stack. */
function argumentsOf(opcode: number, peek: (index: number) => bigint) {
  const places = ARGUMENTS[opcode]!
  const at = (place: number | undefined): bigint | undefined => (place === undefined ? undefined : peek(place))
  return {
    to: at(places.to),
    value: at(places.value),
    offset: peek(places.input),
    length: peek(places.input + 1),
    salt: at(places.salt),
  }
}

/** Calls the hooks of a watcher during one execution, as go-ethereum would: the library's own events lack calls and logs. */
export class HookDispatcher {
  readonly watcher: Watcher
  readonly common: Common
  /** Gas refunds of the transaction before it runs. */
  refund: bigint
  readonly #state: State
  #logs: number
  /** The number of logs at the start of each open call. */
  readonly #marks: number[] = []
  /** The opcode that is about to make a call. */
  #calling: number | undefined
  #entered = 0

  /** @param logs number of logs earlier in the block */
  constructor(watcher: Watcher, state: State, common: Common, { logs = 0, refund = 0n } = {}) {
    this.watcher = watcher
    this.#state = state
    this.common = common
    this.#logs = logs
    this.refund = refund
  }

  /** A message that the library is about to run. */
  enter(message: Message): void {
    this.#entered++
    this.#marks.push(this.#logs)
    if (this.watcher.enter === undefined) return
    const { depth, caller, gasLimit: gas, data: input } = message
    const create = message.to === undefined
    const type = this.#calling ?? (create ? OP.CREATE : OP.CALL)
    const borrowed = type === OP.DELEGATECALL || type === OP.CALLCODE
    this.watcher.enter({
      depth,
      type,
      from: hex(type === OP.DELEGATECALL ? message.to!.bytes : caller.bytes),
      to: create
        ? this.#created(hex(caller.bytes), message.salt, input, -1n)
        : hex(borrowed ? message.codeAddress.bytes : message.to!.bytes),
      input,
      gas,
      value: type === OP.STATICCALL ? undefined : message.value,
    })
    this.#calling = undefined
  }

  /** Its result. */
  exit(depth: number, { exceptionError, executionGasUsed }: ExecResult, output: Uint8Array): void {
    const error = failureOf(exceptionError)
    const kept = error === 'contract creation code storage out of gas' && !this.common.gteHardfork(Hardfork.Homestead)
    const reverted = error !== undefined && !kept
    const mark = this.#marks.pop()!
    if (reverted) this.#logs = mark
    this.watcher.exit?.({
      depth,
      output,
      gasUsed: executionGasUsed,
      error: error === 'revert' ? 'execution reverted' : error,
      reverted,
    })
  }

  /** Runs an opcode that makes a call. A call that fails before it begins is reported too; the library omits it. */
  async call(
    run: FrameState,
    opcode: number,
    peek: (index: number) => bigint,
    job: () => Promise<void>,
  ): Promise<void> {
    const args = argumentsOf(opcode, peek)
    const gas = run.messageGasLimit ?? 0n
    const entered = this.#entered
    this.#calling = opcode
    await job()
    this.#calling = undefined
    if (this.#entered !== entered) return
    const { env, memory } = run
    const value = opcode === OP.DELEGATECALL ? env.callValue : args.value
    const start = Number(args.length === 0n ? 0n : args.offset)
    const input = bytesOf(memory).slice(start, start + Number(args.length))
    const from = hex(env.address.bytes)
    const salt = args.salt === undefined ? undefined : unhex(word(args.salt))
    const depth = env.depth + 1
    const sends = args.to !== undefined && args.value !== undefined && args.value !== 0n
    this.watcher.enter?.({
      depth,
      type: opcode,
      from,
      to: args.to === undefined ? this.#created(from, salt, input, 0n) : addressOf(args.to),
      input,
      gas: sends ? gas + STIPEND : gas,
      value,
    })
    const error =
      env.depth >= DEPTH
        ? 'max call depth exceeded'
        : env.contract.balance < (value ?? 0n)
          ? 'insufficient balance for transfer'
          : 'nonce uint64 overflow'
    this.watcher.exit?.({ depth, output: NO_BYTES, gasUsed: 0n, error, reverted: true })
  }

  destroyed(depth: number, from: Hex, to: Hex, value: bigint): void {
    this.watcher.enter?.({ depth, type: OP.SELFDESTRUCT, from, to, input: NO_BYTES, gas: 0n, value })
    this.watcher.exit?.({ depth, output: NO_BYTES, gasUsed: 0n, error: undefined, reverted: false })
  }

  log([address, topics, data]: Log): void {
    this.watcher.log?.({ address: hex(address), topics: topics.map(hex), data: hex(data), index: this.#logs })
    this.#logs++
  }

  /** @param ahead by how much the nonce of a creation differs from the sender's now */
  #created(from: Hex, salt: Uint8Array | undefined, code: Uint8Array, ahead: bigint): Hex {
    if (salt !== undefined) return hex(generateAddress2(unhex(from), salt, code))
    const nonce = (this.#state.account(from)?.nonce ?? 0n) + ahead
    return hex(generateAddress(unhex(from), minimalBytes(nonce)))
  }
}

const addressOf = (value: bigint): Hex => `0x${word(value).slice(26)}`
