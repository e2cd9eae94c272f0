import { createEVM, EVM, EVMError, NobleBN254, type EVMOpts, type ExecResult, type Message } from '@ethereumjs/evm'
import { Account, createZeroAddress } from '@ethereumjs/util'
import type { StateManager } from '../../state/manager.js'
import { runQuickly, type RunState, type Warm } from './loop.js'
import { tableOf, type LibraryOpcode, type Table } from './table.js'

/** The library's state of a frame, with what it hands on at the end. */
interface LibraryRunState extends RunState {
  readonly gasRefund: bigint
  readonly stateGasSpilled: bigint
}

/** What is used of the library's interpreter, which it does not export. One runs one frame. */
interface Interpreter {
  readonly _runState: LibraryRunState
  readonly _result: {
    logs: NonNullable<ExecResult['logs']>
    returnValue?: Uint8Array
    selfdestruct: NonNullable<ExecResult['selfdestruct']>
    createdAddresses?: NonNullable<ExecResult['createdAddresses']>
  }
  readonly journal: Warm
  run(code: Uint8Array, options?: object): Promise<{ exceptionError?: EVMError }>
  runStep(opcode: LibraryOpcode): Promise<void>
}

type InterpreterClass = new (
  evm: EVM,
  stateManager: unknown,
  blockchain: unknown,
  env: object,
  gasLeft: bigint,
  journal: unknown,
  performanceLogger: unknown,
  profiler: unknown,
) => Interpreter

let found: Promise<InterpreterClass> | undefined

/** The library's interpreter: an opcode of our own is shown it once. */
function interpreterClass(): Promise<InterpreterClass> {
  return (found ??= new Promise((resolve, reject) => {
    const opcode = {
      opcode: 0x21,
      opcodeName: 'SHOW',
      baseFee: 0,
      logicFunction: ({ interpreter }: { interpreter: object }) => resolve(interpreter.constructor as InterpreterClass),
    }
    createEVM({ customOpcodes: [opcode] as never })
      .then((evm) => evm.runCode({ code: Uint8Array.of(opcode.opcode), gasLimit: 1n }))
      .catch(reject)
  }))
}

/** What the library may ask of a frame beside its message. */
interface FrameOptions {
  readonly pc?: number
  readonly initialLogs?: unknown
}

/** Gas that a number holds without loss. */
const COUNTABLE = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * The library's EVM with a quick loop for the opcodes that code is mostly made of. The others, all calls and all that fails are the
 * library's, and so is everything while steps are watched.
 */
export class FastEVM extends EVM {
  /** Gives others a turn while code runs for long. */
  pause: () => Promise<void> = () => Promise.resolve()
  private readonly interpreter: InterpreterClass

  static async create(options: EVMOpts & { stateManager: StateManager }): Promise<FastEVM> {
    return new FastEVM({ ...options, bn254: new NobleBN254() }, await interpreterClass())
  }

  private constructor(options: EVMOpts, interpreter: InterpreterClass) {
    super(options)
    this.interpreter = interpreter
  }

  /** Source: the library's method, evm.ts, without what is for forks that {@link tableOf} leaves to it. */
  protected override async runInterpreter(message: Message, options: FrameOptions = {}): Promise<ExecResult> {
    const table = this.table(message, options)
    if (table === undefined) return super.runInterpreter(message, options as never)
    const address = message.to ?? createZeroAddress()
    const contract = (await this.stateManager.getAccount(address)) ?? new Account()
    const tx = this._tx!
    const env = {
      address,
      caller: message.caller,
      callData: message.data,
      callValue: message.value,
      code: message.code,
      isStatic: message.isStatic,
      isCreate: message.isCreate ?? false,
      depth: message.depth,
      gasPrice: tx.gasPrice,
      origin: tx.origin,
      block: this._block!,
      contract,
      codeAddress: message.codeAddress,
      gasRefund: message.gasRefund,
      chargeCodeAccesses: message.chargeCodeAccesses,
      blobVersionedHashes: message.blobVersionedHashes ?? [],
      createdAddresses: message.createdAddresses,
    }
    const interpreter = new this.interpreter(
      this,
      this.stateManager,
      this.blockchain,
      env,
      message.gasLimit,
      this.journal,
      this.performanceLogger,
      undefined,
    )
    const { _runState: run, _result: result } = interpreter
    if (message.selfdestruct !== undefined) result.selfdestruct = message.selfdestruct
    if (message.createdAddresses !== undefined) result.createdAddresses = message.createdAddresses

    const exceptionError = await this.runFrame(interpreter, message.code as Uint8Array, table)
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
      returnValue: result.returnValue ?? new Uint8Array(0),
    }
  }

  /** The table for a frame; undefined where the library must run all of it. */
  private table({ code, gasLimit, accessWitness }: Message, options: FrameOptions): Table | undefined {
    if (
      !(code instanceof Uint8Array) ||
      options.pc !== undefined ||
      options.initialLogs !== undefined ||
      accessWitness !== undefined ||
      gasLimit > COUNTABLE
    )
      return undefined
    if (this.DEBUG || this.events.listeners('step').length > 0) return undefined
    return this.rules
  }

  /** What the quick loop knows of the fork that is in force; undefined where the library must run everything. */
  get rules(): Table | undefined {
    return tableOf(this._opcodeMap, this.common)
  }

  /** Runs a frame to its end. Returns what stopped it. */
  private async runFrame(interpreter: Interpreter, code: Uint8Array, table: Table): Promise<EVMError | undefined> {
    const run = interpreter._runState
    Object.assign(run, { code })
    const frame = {
      run,
      code,
      table,
      warm: interpreter.journal,
      state: (this.stateManager as unknown as StateManager).state,
      finish: (data: Uint8Array) => {
        interpreter._result.returnValue = data
      },
    }
    try {
      for (;;) {
        const reason = runQuickly(frame)
        if (reason === 'ended') return undefined
        if (reason === 'pause') await this.pause()
        else {
          run.opCode = code[run.programCounter]!
          await interpreter.runStep((this._opcodeMap as readonly LibraryOpcode[])[run.opCode]!)
        }
      }
    } catch (error) {
      if (!(error instanceof EVMError)) throw error
      return error.error === EVMError.errorMessages.STOP ? undefined : error
    }
  }
}
