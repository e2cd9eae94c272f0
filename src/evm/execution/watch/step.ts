import { Hardfork, type Common } from '@ethereumjs/common'
import { EVMError, type ExecResult } from '@ethereumjs/evm'
import { hex, unhex, word, type Hex } from '../../hex.js'
import type { State } from '../../state/state.js'
import { accountExists, codeAt } from '../../state/view.js'
import type { RunState } from '../fast/loop.js'
import { baseGas, earlyFault, gasFault, isTooLong, type Before, type CallCosts } from './faults.js'
import { failureOf } from './failure.js'
import { Halt } from './halt.js'
import { OP, growthOf, isCall, isCreate, nameOf, takesOf } from './opcodes.js'
import type { Watch } from './watch.js'
import { Shown } from './shown.js'

/** The library's state of a frame, with what only an opcode of the library's needs. */
export interface StepState extends RunState {
  gasRefund: bigint
  messageGasLimit?: bigint | undefined
  readonly interpreter: StepInterpreter
  readonly env: RunState['env'] & {
    readonly depth: number
    readonly isStatic: boolean
    readonly contract: { readonly balance: bigint; readonly nonce: bigint }
  }
}

/** What a step uses of the library's interpreter. */
export interface StepInterpreter {
  readonly _result: {
    readonly logs: NonNullable<ExecResult['logs']>
    readonly selfdestruct: NonNullable<ExecResult['selfdestruct']>
  }
  readonly journal: { isWarmedAddress(address: Uint8Array): boolean }
  useGas(amount: bigint, context?: object): void
  create(gas: bigint, value: bigint, code: Uint8Array, salt?: Uint8Array): Promise<bigint>
}

/** An opcode as the library has it. */
export interface StepOpcode {
  readonly opcodeInfo: {
    readonly feeBigInt: bigint
    readonly isInvalid: boolean
    readonly dynamicGas: boolean
    readonly isAsync: boolean
  }
  readonly gasHandler: (run: StepState, gas: bigint, common: Common) => Promise<bigint>
  readonly opHandler: (run: StepState, common: Common) => unknown
}

const { INVALID_OPCODE, REVERT, STOP } = EVMError.errorMessages

/**
 * Runs the opcode at which the frame stands as the library's interpreter does, tells the watcher of it, and says in go-ethereum's words why
 * one fails. Source: the library, interpreter.ts `runStep`; go-ethereum core/vm/interpreter.go.
 * @throws EVMError when the frame ends
 */
export async function runStep(
  run: StepState,
  entry: StepOpcode,
  common: Common,
  state: State,
  watch: Watch | undefined,
): Promise<void> {
  const { opCode: opcode } = run
  const { opcodeInfo: info } = entry
  const before = look(run, info, common)
  const costs = isCall(opcode) && before.height >= before.takes ? callCosts(before, run, state) : NO_COSTS
  let fault = earlyFault(before) ?? (isTooLong(before) ? gasFault(before, undefined, costs) : undefined)
  let gas = info.feeBigInt
  let failed: EVMError | undefined
  try {
    if (info.dynamicGas) gas = await entry.gasHandler(run, gas, common)
    if (gas > before.gas) fault ??= gasFault(before, gas, costs)
  } catch (error) {
    if (!(error instanceof EVMError)) throw error
    failed = error
    fault ??= gasFault(before, undefined, costs)
  }
  const cost = fault?.cost ?? gas + (isCall(opcode) ? (run.messageGasLimit ?? 0n) : 0n)
  const shown = watch?.watcher.opcode === undefined ? undefined : new Shown(run, before, cost, watch, fault)
  if (shown !== undefined) watch!.watcher.opcode!(shown)
  try {
    if (failed !== undefined) throw failed
    if (info.isInvalid) throw new Halt(INVALID_OPCODE, `invalid opcode: ${nameOf(opcode)}`)
    await advance(run, entry, gas, before, state, watch)
  } catch (error) {
    if (!(error instanceof EVMError) || error.error === STOP) throw error
    // What the library does decides; the words are go-ethereum's.
    const told = fault === undefined || error.error === REVERT ? error : new Halt(error.error, fault.words)
    if (shown !== undefined && shown.error === undefined) {
      const words = failureOf(told)!
      watch!.watcher.fault?.(shown.failed(), words === 'revert' ? 'execution reverted' : words)
    }
    throw told
  }
}

/** Pays for the opcode and runs it. */
async function advance(
  run: StepState,
  entry: StepOpcode,
  gas: bigint,
  before: Before,
  state: State,
  watch: Watch | undefined,
): Promise<void> {
  const { opcode, common } = before
  const { interpreter } = run
  interpreter.useGas(gas, entry.opcodeInfo)
  run.programCounter++
  if (watch === undefined) return execute(run, entry, common)
  const { logs } = interpreter._result
  const logged = logs.length
  if (isCall(opcode) || isCreate(opcode)) return watch.call(run, opcode, before.peek, () => execute(run, entry, common))
  if (opcode === OP.SELFDESTRUCT) {
    const address = hex(run.env.address.bytes)
    const [beneficiary, balance] = [addressOf(before.peek(0)), state.balance(address)]
    try {
      await execute(run, entry, common)
    } catch (error) {
      if (error instanceof EVMError && error.error === STOP)
        watch.destroyed(run.env.depth + 1, address, beneficiary, balance)
      throw error
    }
    return
  }
  await execute(run, entry, common)
  if (opcode >= OP.LOG0 && opcode <= OP.LOG4 && logs.length > logged) watch.log(logs.at(-1)!)
}

async function execute(run: StepState, { opcodeInfo, opHandler }: StepOpcode, common: Common): Promise<void> {
  if (isCreate(run.opCode) && beginsAsFormat(run)) return createFormat(run)
  const done = opHandler(run, common)
  if (opcodeInfo.isAsync) await done
}

/**
 * The library makes no contract of code that begins as the EVM object format, and charges nothing. For those who know no such format it is
 * code like any other, whose first byte is no opcode.
 */
async function createFormat(run: StepState): Promise<void> {
  const [value, offset, length, salt] = Array.from({ length: run.opCode === OP.CREATE ? 3 : 4 }, () => pop(run))
  const start = Number(offset)
  const code = run.memory._store.slice(start, start + Number(length))
  const gas = run.messageGasLimit!
  run.messageGasLimit = undefined
  const created = await run.interpreter.create(gas, value!, code, salt === undefined ? undefined : unhex(word(salt)))
  run.stack._store[run.stack._len++] = created
}

function beginsAsFormat({ stack, memory }: StepState): boolean {
  const length = stack._store[stack._len - 3]!
  if (length < 2n) return false
  const offset = Number(stack._store[stack._len - 2]!)
  return memory._store[offset] === 0xef && memory._store[offset + 1] === 0
}

const pop = ({ stack }: StepState): bigint => stack._store[--stack._len]!

/** How the frame stands before the opcode. */
function look(run: StepState, { feeBigInt: fee, isInvalid }: StepOpcode['opcodeInfo'], common: Common): Before {
  const { opCode: opcode, stack, interpreter, env } = run
  const { _store: words, _len: height } = stack
  const peek = (index: number): bigint => words[height - 1 - index]!
  const named = opcode === OP.SELFDESTRUCT ? 0 : isCall(opcode) ? 1 : undefined
  let cold = 0n
  if (named !== undefined && height > named && common.isActivatedEIP(2929)) {
    const known = interpreter.journal.isWarmedAddress(unhex(addressOf(peek(named))))
    const full = common.param('coldaccountaccessGas')
    if (!known) cold = opcode === OP.SELFDESTRUCT ? full : full - common.param('warmstoragereadGas')
  }
  return {
    opcode,
    common,
    gas: run.gasLeft,
    peek,
    height,
    takes: isInvalid ? 0 : takesOf(opcode),
    grows: isInvalid ? 0 : growthOf(opcode),
    memoryWords: run.memoryWordCount,
    memoryCost: run.highestMemCost,
    isStatic: env.isStatic,
    base: baseGas(opcode, fee, common),
    cold,
  }
}

const NO_COSTS: CallCosts = { transfer: 0n, account: 0n, delegation: 0n }

/** What a call costs beside memory, known before the library notes that it looked. */
function callCosts({ opcode, common, peek }: Before, { interpreter }: StepState, state: State): CallCosts {
  const sends = (opcode === OP.CALL || opcode === OP.CALLCODE) && peek(2) !== 0n
  const to = addressOf(peek(1))
  const transfer = sends ? common.param('callValueTransferGas') : 0n
  let account = 0n
  if (opcode === OP.CALL) {
    const makes = common.gteHardfork(Hardfork.SpuriousDragon) ? sends && isEmpty(state, to) : !accountExists(state, to)
    if (makes) account = common.param('callNewAccountGas')
  }
  const code = common.isActivatedEIP(7702) ? codeAt(state, to) : undefined
  if (code === undefined || code.length !== 23 || code[0] !== 0xef || code[1] !== 1 || code[2] !== 0)
    return { transfer, account, delegation: 0n }
  const known = interpreter.journal.isWarmedAddress(code.subarray(3))
  return { transfer, account, delegation: common.param(known ? 'warmstoragereadGas' : 'coldaccountaccessGas') }
}

const isEmpty = (state: State, address: Hex): boolean =>
  state.balance(address) === 0n && (state.account(address)?.nonce ?? 0n) === 0n && codeAt(state, address).length === 0

const addressOf = (value: bigint): Hex => `0x${word(value).slice(26)}`
