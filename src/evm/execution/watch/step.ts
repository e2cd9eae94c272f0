import { Hardfork, type Common } from '@ethereumjs/common'
import { EVMError } from '@ethereumjs/evm'
import { hex, unhex, word, type Hex } from '../../hex.js'
import {
  bytesOf,
  heightOf,
  pop,
  push,
  resultOf,
  wordsOf,
  type FrameState,
  type LibraryOpcode,
} from '../../library-frames.js'
import type { State } from '../../state/state.js'
import { accountExists, codeAt } from '../../state/view.js'
import { baseGas, earlyHalt, gasHalt, type Before, type CallCosts } from './exceptional-halts.js'
import { failureOf } from './failure.js'
import { Halt } from './halt.js'
import { OP, growthOf, isCall, isCreate, nameOf, takesOf } from './opcodes.js'
import type { HookDispatcher } from './hook-dispatcher.js'
import { Shown } from './shown.js'

const { INVALID_OPCODE, REVERT, STOP } = EVMError.errorMessages

/**
 * Runs the next opcode of a frame as the library's interpreter does, reports it to the watcher, and states failures in go-ethereum's
 * words. Source: the library, interpreter.ts `runStep`; go-ethereum core/vm/interpreter.go.
 * @throws EVMError when the frame ends
 */
export async function runStep(
  run: FrameState,
  entry: LibraryOpcode,
  common: Common,
  state: State,
  hooks: HookDispatcher | undefined,
): Promise<void> {
  const { opCode: opcode } = run
  const { opcodeInfo: info } = entry
  const before = look(run, info, common)
  const costs = isCall(opcode) && before.height >= before.takes ? callCosts(before, run, state) : NO_COSTS
  let halt = earlyHalt(before, costs)
  let gas = info.feeBigInt
  let failed: EVMError | undefined
  try {
    if (info.dynamicGas) gas = await entry.gasHandler(run, gas, common)
    if (gas > before.gas) halt ??= gasHalt(before, gas, costs)
  } catch (error) {
    if (!(error instanceof EVMError)) throw error
    failed = error
    halt ??= gasHalt(before, undefined, costs)
  }
  const shown = show(run, before, halt?.cost ?? gas + passedOn(run), hooks, halt)
  try {
    if (failed !== undefined) throw failed
    await advance(run, entry, gas, before, state, hooks)
  } catch (error) {
    if (!(error instanceof EVMError) || error.error === STOP) throw error
    // The library decides whether it fails; the words are go-ethereum's.
    const reported = halt === undefined || error.error === REVERT ? error : new Halt(error.error, halt.words)
    if (shown !== undefined && shown.error === undefined) reportFault(reported, shown, hooks!)
    throw reported
  }
}

/** The gas that a call passes on. */
const passedOn = ({ opCode, messageGasLimit = 0n }: FrameState): bigint => (isCall(opCode) ? messageGasLimit : 0n)

/** Reports an opcode that is about to run, if the watcher watches opcodes. */
function show(
  run: FrameState,
  before: Before,
  cost: bigint,
  hooks: HookDispatcher | undefined,
  halt: ReturnType<typeof earlyHalt>,
): Shown | undefined {
  if (hooks?.watcher.opcode === undefined) return undefined
  const shown = new Shown(run, before, cost, hooks, halt)
  hooks.watcher.opcode(shown)
  return shown
}

function reportFault(error: EVMError, shown: Shown, { watcher }: HookDispatcher): void {
  const words = failureOf(error)!
  watcher.fault?.(shown.failed(), words === 'revert' ? 'execution reverted' : words)
}

/** Pays for the opcode and runs it. @throws Halt for an invalid one */
async function advance(
  run: FrameState,
  entry: LibraryOpcode,
  gas: bigint,
  before: Before,
  state: State,
  hooks: HookDispatcher | undefined,
): Promise<void> {
  const { opcode, common } = before
  const { interpreter } = run
  if (entry.opcodeInfo.isInvalid) throw new Halt(INVALID_OPCODE, `invalid opcode: ${nameOf(opcode)}`)
  interpreter.useGas(gas, entry.opcodeInfo)
  run.programCounter++
  if (hooks === undefined) return execute(run, entry, common)
  const { logs } = resultOf(interpreter)
  const logged = logs.length
  if (isCall(opcode) || isCreate(opcode)) return hooks.call(run, opcode, before.peek, () => execute(run, entry, common))
  if (opcode === OP.SELFDESTRUCT) {
    const address = hex(run.env.address.bytes)
    const [beneficiary, balance] = [addressOf(before.peek(0)), state.balance(address)]
    try {
      await execute(run, entry, common)
    } catch (error) {
      if (error instanceof EVMError && error.error === STOP)
        hooks.destroyed(run.env.depth + 1, address, beneficiary, balance)
      throw error
    }
    return
  }
  await execute(run, entry, common)
  if (opcode >= OP.LOG0 && opcode <= OP.LOG4 && logs.length > logged) hooks.log(logs.at(-1)!)
}

async function execute(run: FrameState, { opcodeInfo, opHandler }: LibraryOpcode, common: Common): Promise<void> {
  if (isCreate(run.opCode) && beginsAsFormat(run)) return createFormat(run)
  const done = opHandler(run, common)
  if (opcodeInfo.isAsync) await done
}

/**
 * The library refuses to create a contract whose code begins like the EVM object format, and charges nothing. A node without that format
 * takes it for ordinary code whose first byte is an invalid opcode.
 */
async function createFormat(run: FrameState): Promise<void> {
  const [value, offset, length, salt] = Array.from({ length: run.opCode === OP.CREATE ? 3 : 4 }, () => pop(run.stack))
  const start = Number(offset)
  const code = bytesOf(run.memory).slice(start, start + Number(length))
  const gas = run.messageGasLimit!
  run.messageGasLimit = undefined
  const created = await run.interpreter.create(gas, value!, code, salt === undefined ? undefined : unhex(word(salt)))
  push(run.stack, created)
}

function beginsAsFormat({ stack, memory }: FrameState): boolean {
  const [words, height, bytes] = [wordsOf(stack), heightOf(stack), bytesOf(memory)]
  const length = words[height - 3]!
  if (length < 2n) return false
  const offset = Number(words[height - 2]!)
  return bytes[offset] === 0xef && bytes[offset + 1] === 0
}

/** The state of the frame before the opcode. */
function look(run: FrameState, { feeBigInt: fee, isInvalid }: LibraryOpcode['opcodeInfo'], common: Common): Before {
  const { opCode: opcode, stack, interpreter, env } = run
  const [words, height] = [wordsOf(stack), heightOf(stack)]
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

/** What a call costs besides memory. Has to be read before the library marks the accounts as warm. */
function callCosts({ opcode, common, peek }: Before, { interpreter }: FrameState, state: State): CallCosts {
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
