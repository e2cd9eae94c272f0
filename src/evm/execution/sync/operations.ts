import { NO_BYTES } from '../../../base/index.js'
import type { Hex } from '../../hex.js'
import { pop as popWord, push as pushWord } from '../../library-frames.js'
import { outOfGas, reverted, VmFailure, writeProtection } from './failure.js'
import type { SyncFrame } from './frame.js'
import { copy, grow, memoryPrice, read, type Range } from './memory.js'
import { COLD_ACCOUNT, COLD_SLOT, WARM } from './prices.js'
import type { CallOf } from './machine.js'
import { delegateOf } from './state.js'

const WORD = (1n << 256n) - 1n
const ADDRESS = (1n << 160n) - 1n
const MAX_INIT_CODE = 49_152n

const pop = ({ run }: SyncFrame): bigint => popWord(run.stack)
const push = ({ run }: SyncFrame, word: bigint): void => pushWord(run.stack, word)
const wordsOf = (size: bigint): bigint => (size + 31n) / 32n
const addressOf = (word: bigint): Hex => `0x${(word & ADDRESS).toString(16).padStart(40, '0')}`
const numberOf = (address: Hex): bigint => BigInt(address)

/** @throws VmFailure */
function charge({ run }: SyncFrame, gas: bigint | number): void {
  const price = BigInt(gas)
  if (run.gasLeft < price) throw outOfGas()
  run.gasLeft -= price
}

/** Pays for memory, and something else with it, then makes room. @throws VmFailure */
function chargeMemory(frame: SyncFrame, ranges: readonly Range[], more = 0n): void {
  charge(frame, memoryPrice(frame.run, ranges) + more)
  grow(frame.run, ranges)
}

/** What reaching an account costs besides the warm price; it is warm from then on. */
function reach({ machine: { state } }: SyncFrame, address: Hex): number {
  if (state.isWarm(address)) return 0
  state.warm(address)
  return COLD_ACCOUNT
}

function assertWritable({ of }: SyncFrame): void {
  if (of.isStatic) throw writeProtection()
}

/** Runs an opcode whose constant price is paid: one that the quick loop does not know, or that is going to fail there. @throws VmFailure. Source: go-ethereum core/vm/instructions.go, gas_table.go, operations_acl.go */
export function runOperation(frame: SyncFrame, opcode: number): void {
  if (opcode >= 0xa0 && opcode <= 0xa4) return emitLog(frame, opcode - 0xa0)
  const operation = TABLE.get(opcode)
  if (operation === undefined) throw outOfGas()
  operation(frame)
}

type Run = (frame: SyncFrame) => void

/** An opcode that pushes what is known of the transaction or the block. */
const known =
  (of: (frame: SyncFrame) => bigint): Run =>
  (frame) =>
    push(frame, of(frame))

/** An opcode that asks something of an account. */
const asked =
  (of: (frame: SyncFrame, address: Hex) => bigint): Run =>
  (frame) => {
    const address = addressOf(pop(frame))
    charge(frame, reach(frame, address))
    push(frame, of(frame, address))
  }

/** One that copies bytes into memory. @param source of which it copies */
const copied =
  (source: (frame: SyncFrame) => Uint8Array): Run =>
  (frame) => {
    const offset = pop(frame)
    const from = pop(frame)
    const range = { offset, size: pop(frame) }
    chargeMemory(frame, [range], wordsOf(range.size) * 3n)
    copy(frame.run, range, source(frame), from)
  }

/** One that only fails here, for lack of gas for memory; the quick loop runs it otherwise. @param size of what it reaches; undefined for the word below */
const failing =
  (size?: bigint): Run =>
  (frame) => {
    const offset = pop(frame)
    chargeMemory(frame, [{ offset, size: size ?? pop(frame) }])
    throw outOfGas()
  }

const jump: Run = () => {
  throw new VmFailure('invalid jump destination')
}

const TABLE: ReadonlyMap<number, Run> = new Map<number, Run>([
  [0x0a, exponentiate],
  [0x20, failing()],
  [0x31, asked(({ machine }, address) => machine.state.balance(address))],
  [0x37, copied(({ of }) => of.input)],
  [0x39, copied(({ of }) => of.code)],
  [0x3b, asked(({ machine }, address) => BigInt(machine.state.code(address).length))],
  [0x3c, copyCode],
  [0x3e, copyReturned],
  [0x3f, asked(hashOfCode)],
  [0x40, hashOfBlock],
  [0x41, known(({ machine }) => numberOf(machine.circumstances.coinbase))],
  [0x44, known(({ machine }) => machine.circumstances.random)],
  [0x45, known(({ machine }) => machine.circumstances.gasLimit)],
  [0x46, known(({ machine }) => machine.circumstances.chainId)],
  [0x47, known(({ machine, of }) => machine.state.balance(of.self))],
  [0x48, known(({ machine }) => machine.circumstances.baseFee)],
  // Transactions with blobs are not accepted.
  [0x49, (frame) => push(frame, frame.machine.circumstances.blobHashes[Number(pop(frame))] ?? 0n)],
  [0x4a, known(({ machine }) => machine.circumstances.blobBaseFee())],
  [0x51, failing(32n)],
  [0x52, failing(32n)],
  [0x53, failing(1n)],
  [0x55, store],
  [0x56, jump],
  [0x57, jump],
  [0x5c, (frame) => push(frame, frame.machine.state.transient(frame.of.self, pop(frame)))],
  [0x5d, storeTransient],
  [0x5e, moveMemory],
  [0xf0, (frame) => create(frame, false)],
  [0xf1, (frame) => call(frame, 'call')],
  [0xf2, (frame) => call(frame, 'callcode')],
  [0xf3, failing()],
  [0xf4, (frame) => call(frame, 'delegate')],
  [0xf5, (frame) => create(frame, true)],
  [0xfa, (frame) => call(frame, 'static')],
  [0xfd, revert],
  [0xff, destroy],
])

function exponentiate(frame: SyncFrame): void {
  const base = pop(frame)
  const exponent = pop(frame)
  charge(frame, 10 + 50 * Math.ceil(bitLength(exponent) / 8))
  let [result, square, rest] = [1n, base, exponent]
  for (; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) & WORD
    square = (square * square) & WORD
  }
  push(frame, result)
}
const bitLength = (value: bigint): number => (value === 0n ? 0 : value.toString(2).length)

function copyCode(frame: SyncFrame): void {
  const address = addressOf(pop(frame))
  const offset = pop(frame)
  const from = pop(frame)
  const range = { offset, size: pop(frame) }
  const price = memoryPrice(frame.run, [range]) + wordsOf(range.size) * 3n
  charge(frame, price + BigInt(reach(frame, address)))
  grow(frame.run, [range])
  copy(frame.run, range, frame.machine.state.code(address), from)
}

function copyReturned(frame: SyncFrame): void {
  const offset = pop(frame)
  const from = pop(frame)
  const range = { offset, size: pop(frame) }
  chargeMemory(frame, [range], wordsOf(range.size) * 3n)
  if (from + range.size > BigInt(frame.returned.length)) throw new VmFailure('return data out of bounds')
  copy(frame.run, range, frame.returned, from)
}

function hashOfCode({ machine: { state } }: SyncFrame, address: Hex): bigint {
  return state.isEmpty(address) ? 0n : BigInt(state.codeHash(address)!)
}

function hashOfBlock(frame: SyncFrame): void {
  const wanted = pop(frame)
  const { number, blockHash } = frame.machine.circumstances
  push(frame, wanted < number && wanted + 256n >= number ? blockHash(wanted) : 0n)
}

/** Source: go-ethereum core/vm/operations_acl.go `makeGasSStoreFunc`; EIP-2200, EIP-2929, EIP-3529. */
function store(frame: SyncFrame): void {
  if (frame.of.isStatic) throw outOfGas('write protection')
  if (frame.run.gasLeft <= 2300n) throw outOfGas('not enough gas for reentrancy sentry')
  const { state } = frame.machine
  const { self } = frame.of
  const slot = pop(frame)
  const value = pop(frame)
  const cold = state.isWarmSlot(self, slot) ? 0 : COLD_SLOT
  if (cold > 0) state.warmSlot(self, slot)
  const [current, original] = [state.storage(self, slot), state.committed(self, slot)]
  const { price, refund } = storePrice(original, current, value)
  if (refund !== 0n) state.addRefund(refund)
  charge(frame, cold + price)
  state.setStorage(self, slot, value)
}

function storePrice(
  original: bigint,
  current: bigint,
  value: bigint,
): { readonly price: number; readonly refund: bigint } {
  if (current === value) return { price: WARM, refund: 0n }
  if (original === current)
    return original === 0n ? { price: 20_000, refund: 0n } : { price: 2900, refund: value === 0n ? 4800n : 0n }
  let refund = 0n
  if (original !== 0n) {
    if (current === 0n) refund -= 4800n
    else if (value === 0n) refund += 4800n
  }
  if (original === value) refund += original === 0n ? 19_900n : 2800n
  return { price: WARM, refund }
}

function storeTransient(frame: SyncFrame): void {
  assertWritable(frame)
  const slot = pop(frame)
  frame.machine.state.setTransient(frame.of.self, slot, pop(frame))
}

function moveMemory(frame: SyncFrame): void {
  const offset = pop(frame)
  const from = pop(frame)
  const size = pop(frame)
  const [target, source] = [
    { offset, size },
    { offset: from, size },
  ]
  chargeMemory(frame, [target, source], wordsOf(size) * 3n)
  copy(frame.run, target, read(frame.run, source), 0n)
}

function emitLog(frame: SyncFrame, count: number): void {
  const offset = pop(frame)
  const range = { offset, size: pop(frame) }
  const topics = Array.from({ length: count }, () => pop(frame))
  chargeMemory(frame, [range], 375n + 375n * BigInt(count) + 8n * range.size)
  if (frame.of.isStatic) throw writeProtection()
  frame.machine.state.log({ address: frame.of.self, topics, data: read(frame.run, range) })
}

function create(frame: SyncFrame, isSalted: boolean): void {
  const value = pop(frame)
  const offset = pop(frame)
  const range = { offset, size: pop(frame) }
  const salt = isSalted ? pop(frame) : undefined
  const price = memoryPrice(frame.run, [range])
  if (range.size > MAX_INIT_CODE)
    throw outOfGas(`max initcode size exceeded: code size ${range.size} limit ${MAX_INIT_CODE}`)
  charge(frame, price + wordsOf(range.size) * (isSalted ? 8n : 2n))
  grow(frame.run, [range])
  assertWritable(frame)
  const gas = frame.run.gasLeft - frame.run.gasLeft / 64n
  frame.run.gasLeft -= gas
  const { self: caller, depth } = frame.of
  const code = read(frame.run, range)
  const done = frame.machine.create({ caller, code, value, gas, salt, depth: depth + 1 })
  push(frame, done.failure === undefined ? numberOf(done.address) : 0n)
  frame.run.gasLeft += done.gas
  frame.returned = done.failure?.isRevert ? done.data : NO_BYTES
}

const STIPEND = 2300n

/** A call as its words say it. */
interface CallWords {
  readonly kind: CallOf['kind']
  readonly wanted: bigint
  readonly at: Hex
  readonly value: bigint
  readonly input: Range
  readonly output: Range
}

function callWords(frame: SyncFrame, kind: CallOf['kind']): CallWords {
  const wanted = pop(frame)
  const at = addressOf(pop(frame))
  const value = kind === 'call' || kind === 'callcode' ? pop(frame) : 0n
  const offset = pop(frame)
  const input = { offset, size: pop(frame) }
  const to = pop(frame)
  return { kind, wanted, at, value, input, output: { offset: to, size: pop(frame) } }
}

/** A price that go-ethereum takes while it computes the whole one, whose text says so twice. */
function chargeInside({ run }: SyncFrame, price: bigint): void {
  if (run.gasLeft < price) throw outOfGas('out of gas')
  run.gasLeft -= price
}

/** Charges for a call, and makes room. @returns the gas that it gets. Source: go-ethereum core/vm/operations_acl.go `makeCallVariantGasCallEIP7702` */
function chargeCall(frame: SyncFrame, { kind, wanted, at, value, input, output }: CallWords): bigint {
  const { machine, of, run } = frame
  const memory = memoryPrice(run, [input, output])
  const pays = kind === 'call' && value > 0n
  chargeInside(frame, BigInt(reach(frame, at)))
  if (pays && of.isStatic) throw outOfGas('write protection')
  const transfer = value > 0n ? 9000n : 0n
  if (run.gasLeft < memory + transfer) throw outOfGas('out of gas')
  chargeInside(frame, memory + transfer + (pays && machine.state.isEmpty(at) ? 25_000n : 0n))
  const target = delegateOf(machine.state.code(at))
  if (target !== undefined) chargeInside(frame, BigInt(WARM + reach(frame, target)))
  const most = run.gasLeft - run.gasLeft / 64n
  const given = wanted < most ? wanted : most
  run.gasLeft -= given
  grow(run, [input, output])
  return given
}

function call(frame: SyncFrame, kind: CallOf['kind']): void {
  const { machine, of, run } = frame
  const words = callWords(frame, kind)
  const { at, value, input, output } = words
  const given = chargeCall(frame, words)
  const isDelegate = kind === 'delegate'
  const done = machine.call({
    kind,
    caller: isDelegate ? of.caller : of.self,
    code: at,
    self: kind === 'call' || kind === 'static' ? at : of.self,
    value: isDelegate ? of.value : value,
    input: read(run, input),
    gas: given + (value > 0n ? STIPEND : 0n),
    isStatic: of.isStatic || kind === 'static',
    depth: of.depth + 1,
  })
  const { failure, data } = done
  push(frame, failure === undefined ? 1n : 0n)
  if (failure === undefined || failure.isRevert) {
    const size = output.size < BigInt(data.length) ? output.size : BigInt(data.length)
    copy(run, { offset: output.offset, size }, data, 0n)
  }
  run.gasLeft += done.gas
  frame.returned = data
}

function revert(frame: SyncFrame): void {
  const offset = pop(frame)
  const range = { offset, size: pop(frame) }
  chargeMemory(frame, [range])
  throw reverted(read(frame.run, range))
}

/** Source: EIP-6780. */
function destroy(frame: SyncFrame): void {
  if (frame.of.isStatic) throw outOfGas('write protection')
  const { state } = frame.machine
  const { self } = frame.of
  const heir = addressOf(pop(frame))
  const cold = state.isWarm(heir) ? 0n : 2600n
  state.warm(heir)
  const balance = state.balance(self)
  charge(frame, cold + (state.isEmpty(heir) && balance > 0n ? 25_000n : 0n))
  frame.machine.watch?.destroyed(frame.of.depth, self, heir, balance)
  if (state.isNew(self)) {
    if (heir !== self) state.addBalance(heir, balance)
    state.subtractBalance(self, balance)
    state.destroy(self)
  } else if (heir !== self) {
    state.subtractBalance(self, balance)
    state.addBalance(heir, balance)
  }
  frame.data = NO_BYTES
}
