import type { Hex } from '../../hex.js'
import { NO_BYTES } from '../../../base/index.js'
import { OP } from '../watch/opcodes.js'
import type { Entered, Watcher } from '../watch/watcher.js'
import type { CallOf, CallResult, CreateOf } from './machine.js'

/** The opcode of a call as a watcher sees it. */
const KINDS: Readonly<Record<CallOf['kind'], number>> = {
  call: OP.CALL,
  callcode: OP.CALLCODE,
  delegate: OP.DELEGATECALL,
  static: OP.STATICCALL,
}

/** A call that an opcode is about to make, which is as far as its price is looked for. */
export class AboutToCall extends Error {
  /** Gas that the opcode passes on without naming it as its price. */
  readonly extra: bigint
  constructor(extra: bigint) {
    super('about to call')
    this.extra = extra
  }
}

/** Tells a watcher what a machine does, in the order of go-ethereum's hooks. Source: go-ethereum core/vm/evm.go `captureBegin`, `captureEnd` */
export class Watch {
  readonly watcher: Watcher
  /** Set while an opcode runs only for its price, and is undone after that. */
  isTrying = false

  constructor(watcher: Watcher) {
    this.watcher = watcher
  }

  call({ kind, caller, self, code, input, gas, value, depth }: CallOf, run: () => CallResult): CallResult {
    if (this.isTrying) throw new AboutToCall(0n)
    const from = kind === 'delegate' ? self : caller
    const paid = kind === 'static' ? undefined : value
    return this.#around({ depth, type: KINDS[kind], from, to: code, input, gas, value: paid }, run)
  }

  create({ caller, code, gas, value, salt, depth }: CreateOf, to: Hex, run: () => CallResult): CallResult {
    if (this.isTrying) throw new AboutToCall(gas)
    const type = salt === undefined ? OP.CREATE : OP.CREATE2
    return this.#around({ depth, type, from: caller, to, input: code, gas, value }, run)
  }

  #around(entered: Entered, run: () => CallResult): CallResult {
    const { depth } = entered
    this.watcher.enter?.(entered)
    const done = run()
    const { gas, data, failure } = done
    this.watcher.exit?.({
      depth,
      output: failure?.rejected ?? data,
      gasUsed: entered.gas - gas,
      error: failure?.message,
      reverted: failure !== undefined,
    })
    return done
  }

  /** @param depth of the code, 0 for that of the transaction */
  destroyed(depth: number, from: Hex, to: Hex, value: bigint): void {
    if (this.isTrying) return
    const below = depth + 1
    this.watcher.enter?.({ depth: below, type: OP.SELFDESTRUCT, from, to, input: NO_BYTES, gas: 0n, value })
    this.watcher.exit?.({ depth: below, output: NO_BYTES, gasUsed: 0n, error: undefined, reverted: false })
  }
}
