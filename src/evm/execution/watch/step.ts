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
} from '../../library-internals.js'
import type { State } from '../../state/state.js'
import { accountExists, codeAt } from '../../state/view.js'
import { baseGas, earlyFault, gasFault, isTooLong, type Before, type CallCosts } from './faults.js'
import { failureOf } from './failure.js'
import { Halt } from './halt.js'
import { OP, growthOf, isCall, isCreate, nameOf, takesOf } from './opcodes.js'
import type { Watch } from './watch.js'
import { Shown } from './shown.js'

const { INVALID_OPCODE, REVERT, STOP } = EVMError.errorMessages

/**
 * Runs the opcode at which the frame stands as the library's interpreter does, tells the watcher of it, and says in go-ethereum's words why
 * one fails. Source: the library, interpreter.ts `runStep`; go-ethereum core/vm/interpreter.go.
 * @throws EVMError when the frame ends
 */
export async function runStep(
  run: FrameState,
  entry: LibraryOpcode,
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
  run: FrameState,
  entry: LibraryOpcode,
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
  const { logs } = resultOf(interpreter)
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

async function execute(run: FrameState, { opcodeInfo, opHandler }: LibraryOpcode, common: Common): Promise<void> {
  if (isCreate(run.opCode) && beginsAsFormat(run)) return createFormat(run)
  const done = opHandler(run, common)
  if (opcodeInfo.isAsync) await done
}

/**
 * The library makes no contract of code that begins as the EVM object format, and charges nothing. For those who know no such format it is
 * code like any other, whose first byte is no opcode.
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

/** How the frame stands before the opcode. */
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

/** What a call costs beside memory, known before the library notes that it looked. */
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
