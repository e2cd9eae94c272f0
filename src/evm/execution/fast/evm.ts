import {
  EVM,
  EVMError,
  NobleBN254,
  type EVMOpts,
  type EVMResult,
  type EVMRunCallOpts,
  type ExecResult,
  type Message,
} from '@ethereumjs/evm'
import { createZeroAddress } from '@ethereumjs/util'
import { NO_BYTES } from '../../../base/index.js'
import type { Execution } from '../../options/options.js'
import { jumpsOf, resultOf, stateOf, type Interpreter } from '../../library-frames.js'
import {
  findInterpreter,
  WRITTEN_FOR,
  interpreterFor,
  opcodesOf,
  waitBetween,
  type FrameCircumstances,
  type InterpreterClass,
} from '../../library-internals.js'
import { Interruption } from '../interruption.js'
import type { StateManager } from '../../state/manager.js'
import { depositError, type Ended } from '../watch/failure.js'
import { precompileError } from '../watch/precompiles.js'
import { refuse } from '../../errors.js'
import { runStep } from '../watch/step.js'
import { OP } from '../watch/opcodes.js'
import type { HookDispatcher } from '../watch/hook-dispatcher.js'
import { codeOf } from './code.js'
import { runQuickly } from './loop.js'
import { tableOf, type Table } from './table.js'

/** What the library may ask of a frame besides its message. */
interface FrameOptions {
  readonly pc?: number
  readonly initialLogs?: unknown
}

/** The most gas that a number represents exactly. */
const COUNTABLE = BigInt(Number.MAX_SAFE_INTEGER)

/** Opcodes between two pauses for other work, while each opcode is watched. */
const WATCHED_TURN = 5_000

/**
 * The library's EVM with a quick loop for the most common opcodes. The library runs all others, all calls and everything that
 * fails, and also every opcode while there is a watcher.
 */
export class FastEVM extends EVM {
  /** Lets other work run while code runs for a long time. */
  readonly #interruption: Interruption
  #hooks: HookDispatcher | undefined
  /** How the code of the last frame ended, for {@link runCall}. */
  #ended: Ended | undefined
  /** The messages that are being run, the outermost first. */
  readonly #messages: Message[] = []
  /** Undefined if the installed library is not the release whose private parts are known. */
  readonly #interpreter: InterpreterClass | undefined
  readonly #execution: Execution
  #circumstances: FrameCircumstances | undefined

  static async create(
    options: EVMOpts & { stateManager: StateManager },
    execution: Execution = 'quick',
    interruption = new Interruption(),
  ): Promise<FastEVM> {
    return new FastEVM({ ...options, bn254: new NobleBN254() }, await findInterpreter(), execution, interruption)
  }

  private constructor(
    options: EVMOpts,
    interpreter: InterpreterClass | undefined,
    execution: Execution,
    interruption: Interruption,
  ) {
    super(options)
    this.#interruption = interruption
    this.#interpreter = interpreter
    this.#execution = interpreter === undefined ? 'library' : execution
    this.events.on('beforeMessage', (message) => {
      this.#ended = undefined
      // Messages left by a failure outside of the EVM are discarded.
      if (message.depth === 0) this.#messages.length = 0
      this.#messages.push(message)
      this.#hooks?.enter(message)
    })
    waitBetween(
      this,
      () => interruption.isDue(),
      (topic) => interruption.before(topic),
    )
  }

  /** Is notified of everything that runs. */
  get hooks(): HookDispatcher | undefined {
    return this.#hooks
  }

  /** Runs a job while the hooks are notified of everything that runs. */
  async watched<T>(hooks: HookDispatcher, job: () => Promise<T>): Promise<T> {
    this.#hooks = hooks
    try {
      return await job()
    } finally {
      this.#hooks = undefined
    }
  }

  /** Runs a call like the library, with go-ethereum's words for errors outside of code. */
  override async runCall(options: EVMRunCallOpts): Promise<EVMResult> {
    const create = (options.message ?? options).to === undefined
    if (options.message === undefined) this.#begin(options)
    const result = await super.runCall(options)
    const message = this.#messages.pop()!
    const { execResult } = result
    const { exceptionError, returnValue } = execResult
    let output = returnValue
    if (exceptionError !== undefined && message.isCompiled)
      execResult.exceptionError = precompileError(message.codeAddress.bytes, message.data, exceptionError)
    else if (
      exceptionError !== undefined &&
      create &&
      this.#ended !== undefined &&
      this.#ended.exceptionError === undefined
    ) {
      output = this.#ended.returnValue
      execResult.exceptionError = depositError(this.#ended, exceptionError, this.common)
    }
    this.#hooks?.exit(message.depth, execResult, output)
    return result
  }

  /** @throws RpcError (-32000) when there is a watcher but execution cannot be watched */
  #begin({ block, gasPrice = 0n, origin, caller = createZeroAddress() }: EVMRunCallOpts): void {
    if (this.#hooks !== undefined && this.#interpreter === undefined)
      throw refuse(`traces need the interpreter of @ethereumjs/evm ${WRITTEN_FOR}, and another release is installed`)
    this.#circumstances = { block: block!, gasPrice, origin: origin ?? caller }
  }

  protected override async runInterpreter(message: Message, options: FrameOptions = {}): Promise<ExecResult> {
    const table = this.#table(message, options)
    const result =
      table === undefined && (this.#hooks === undefined || message.accessWitness !== undefined)
        ? await super.runInterpreter(message, options as never)
        : await this.#interpret(message, options, table)
    // The library adds members to a copy of the result, or later.
    this.#ended = { ...result }
    return result
  }

  /** Source: the library's `runInterpreter`, evm.ts. */
  async #interpret(message: Message, options: FrameOptions, table: Table | undefined): Promise<ExecResult> {
    const interpreter = await interpreterFor(
      this,
      this.#interpreter!,
      message,
      this.#circumstances!,
      options.initialLogs,
    )
    const [run, result] = [stateOf(interpreter), resultOf(interpreter)]
    const exceptionError = await this.#runFrame(interpreter, message.code as Uint8Array, table)
    const failed = exceptionError !== undefined
    const reverted = exceptionError?.error === EVMError.errorMessages.REVERT
    return {
      logs: failed ? [] : result.logs,
      selfdestruct: failed ? new Map() : result.selfdestruct,
      ...(failed
        ? { createdAddresses: new Set() }
        : result.createdAddresses && { createdAddresses: result.createdAddresses }),
      ...(failed ? { exceptionError } : {}),
      gas: run.gasLeft,
      executionGasUsed: failed && !reverted ? message.gasLimit : message.gasLimit - run.gasLeft,
      gasRefund: run.gasRefund,
      stateGasSpilled: run.stateGasSpilled,
      returnValue: result.returnValue ?? NO_BYTES,
    }
  }

  /** The table for a frame; undefined where the library must run all of it. */
  #table({ code, gasLimit, accessWitness }: Message, options: FrameOptions): Table | undefined {
    if (
      !(code instanceof Uint8Array) ||
      options.pc !== undefined ||
      options.initialLogs !== undefined ||
      accessWitness !== undefined ||
      gasLimit > COUNTABLE
    )
      return undefined
    if (this.DEBUG) return undefined
    return this.rules
  }

  /** The quick loop's table of the active fork; undefined if the library must run everything. */
  get rules(): Table | undefined {
    return this.#execution === 'library' ? undefined : tableOf(opcodesOf(this), this.common)
  }

  /** Runs a frame to its end. Returns what stopped it. */
  async #runFrame(interpreter: Interpreter, code: Uint8Array, table: Table | undefined): Promise<EVMError | undefined> {
    const run = stateOf(interpreter)
    const opcodes = opcodesOf(this)
    const { state } = this.stateManager as unknown as StateManager
    run.code = code
    run.validJumps = this.common.isActivatedEIP(8024) ? jumpsOf(interpreter, code) : codeOf(code).jumps
    const step = (): Promise<void> => {
      run.opCode = code[run.programCounter] ?? OP.STOP
      return runStep(run, opcodes[run.opCode]!, this.common, state, this.#hooks)
    }
    try {
      if (table === undefined || this.#hooks?.watcher.opcode !== undefined)
        for (let steps = 1; ; steps++) {
          await step()
          if (steps % WATCHED_TURN === 0) await this.#interruption.pause()
        }
      const frame = {
        run,
        code,
        table,
        warm: interpreter.journal,
        state,
        finish: (data: Uint8Array) => {
          resultOf(interpreter).returnValue = data
        },
      }
      for (;;) {
        const reason = runQuickly(frame)
        if (reason === 'ended') return undefined
        if (reason === 'pause') await this.#interruption.pause()
        else await step()
      }
    } catch (error) {
      if (!(error instanceof EVMError)) throw error
      return error.error === EVMError.errorMessages.STOP ? undefined : error
    }
  }
}
