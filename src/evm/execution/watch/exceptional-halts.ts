import { Hardfork, type Common } from '@ethereumjs/common'
import { OP, isCall, isCreate } from './opcodes.js'

/** Why an opcode cannot run, and the cost that go-ethereum reports for it. */
export interface ExceptionalHalt {
  readonly cost: bigint
  readonly words: string
  /** Set if the opcode is paid for and fails while it runs, so that the step itself shows no error: memory and stack at that time. */
  readonly late?: { readonly memoryWords: bigint; readonly popped: number }
}

/** The state of a frame before an opcode. */
export interface Before {
  readonly opcode: number
  readonly common: Common
  readonly gas: bigint
  /** A word of the stack; 0 is the top. */
  readonly peek: (index: number) => bigint
  readonly height: number
  /** How many words it needs on the stack, and by how many the stack grows; an opcode that the fork lacks needs none. */
  readonly takes: number
  readonly grows: number
  readonly memoryWords: bigint
  /** Gas paid for that memory so far. */
  readonly memoryCost: bigint
  readonly isStatic: boolean
  /** The part of its cost that never changes. */
  readonly base: bigint
  /** Gas for the first access to the account that it names; 0 if the account is warm. */
  readonly cold: bigint
}

const STACK = 1024
const UINT64 = 1n << 64n
/** The most memory for which go-ethereum computes a price. */
const MAX_MEMORY = 0x1fffffffe0n
const SENTRY = 2300n

/** The part of the cost that never changes, as go-ethereum's tables split it. Source: go-ethereum core/vm/jump_table.go, eips.go. */
export function baseGas(opcode: number, fee: bigint, common: Common): bigint {
  if ((opcode >= OP.LOG0 && opcode <= OP.LOG4) || opcode === OP.EXP || opcode === OP.SSTORE) return 0n
  if (opcode === OP.SELFDESTRUCT) return common.isActivatedEIP(2929) ? 5000n : 0n
  if (!common.isActivatedEIP(2929)) return fee
  if (opcode === OP.SLOAD) return 0n
  return LOOKS.has(opcode) ? common.param('warmstoragereadGas') : fee
}

const LOOKS: ReadonlySet<number> = new Set([
  OP.BALANCE,
  OP.EXTCODESIZE,
  OP.EXTCODECOPY,
  OP.EXTCODEHASH,
  OP.CALL,
  OP.CALLCODE,
  OP.DELEGATECALL,
  OP.STATICCALL,
])

/** Halts that are known before any gas is computed. */
export function earlyHalt(before: Before, calls: CallCosts): ExceptionalHalt | undefined {
  const { height, takes, grows, gas, base } = before
  if (height < takes) return { cost: base, words: `stack underflow (${height} <=> ${takes})` }
  const most = STACK - grows
  if (height > most) return { cost: base, words: `stack limit reached ${height} (${most})` }
  if (gas < base) return { cost: base, words: 'out of gas' }
  return isTooLong(before) ? gasHalt(before, undefined, calls) : undefined
}

/** Where an opcode reads or writes memory: stack positions of offset and length, or the length itself as a bigint. */
const MEMORY = new Map<number, readonly (readonly [number, number | bigint])[]>([
  [OP.KECCAK256, [[0, 1]]],
  [OP.CALLDATACOPY, [[0, 2]]],
  [OP.CODECOPY, [[0, 2]]],
  [OP.RETURNDATACOPY, [[0, 2]]],
  [OP.EXTCODECOPY, [[1, 3]]],
  [OP.MLOAD, [[0, 32n]]],
  [OP.MSTORE, [[0, 32n]]],
  [OP.MSTORE8, [[0, 1n]]],
  [
    OP.MCOPY,
    [
      [0, 2],
      [1, 2],
    ],
  ],
  [OP.CREATE, [[1, 2]]],
  [OP.CREATE2, [[1, 2]]],
  ...[OP.CALL, OP.CALLCODE].map((op): [number, [number, number][]] => [
    op,
    [
      [5, 6],
      [3, 4],
    ],
  ]),
  ...[OP.DELEGATECALL, OP.STATICCALL].map((op): [number, [number, number][]] => [
    op,
    [
      [4, 5],
      [2, 3],
    ],
  ]),
  [OP.RETURN, [[0, 1]]],
  [OP.REVERT, [[0, 1]]],
  ...[0, 1, 2, 3, 4].map((n): [number, [number, number][]] => [OP.LOG0 + n, [[0, 1]]]),
])

/** Bytes of memory that an opcode needs; undefined if that does not fit into 64 bits. */
function memoryOf({ opcode, peek }: Before): bigint | undefined {
  let most = 0n
  for (const [offsetAt, lengthAt] of MEMORY.get(opcode) ?? []) {
    const length = typeof lengthAt === 'bigint' ? lengthAt : peek(lengthAt)
    if (length >= UINT64) return undefined
    const end = length === 0n ? 0n : peek(offsetAt) + length
    if (end >= UINT64) return undefined
    if (end > most) most = end
  }
  return ((most + 31n) / 32n) * 32n >= UINT64 ? undefined : most
}

function growth({ memoryWords, memoryCost }: Before, bytes: bigint): bigint {
  const words = (bytes + 31n) / 32n
  return words <= memoryWords ? 0n : words * 3n + (words * words) / 512n - memoryCost
}

/** Further costs of a call, for {@link gasHalt}. */
export interface CallCosts {
  /** For sending value, and for creating the account that receives it. */
  readonly transfer: bigint
  readonly account: bigint
  /** For following a delegation (EIP-7702). */
  readonly delegation: bigint
}

/**
 * Why computing or paying the gas of an opcode fails.
 * @param cost what the library computed; undefined if it failed to
 */
export function gasHalt(before: Before, cost: bigint | undefined, calls: CallCosts): ExceptionalHalt {
  const { opcode, common, gas, peek, isStatic, base, cold } = before
  const fail = (why: string): ExceptionalHalt => ({ cost: base, words: `out of gas: ${why}` })
  const memory = memoryOf(before)
  if (memory === undefined) return { cost: base, words: 'gas uint64 overflow' }
  const writes = opcode === OP.SSTORE || opcode === OP.SELFDESTRUCT || isCreate(opcode)
  if (isStatic && (writes || (opcode === OP.CALL && peek(2) !== 0n))) return fail('write protection')
  if (opcode === OP.SSTORE && common.gteHardfork(Hardfork.Istanbul) && gas - base <= SENTRY)
    return fail('not enough gas for reentrancy sentry')
  if (opcode === OP.SELFDESTRUCT && gas - base < cold) return fail('out of gas')
  if (isCall(opcode)) return callHalt(before, memory, calls)
  if (memory > MAX_MEMORY) return fail('gas uint64 overflow')
  if (isCreate(opcode) && isTooLong(before))
    return fail(`max initcode size exceeded: code size ${peek(2)} limit ${common.param('maxInitCodeSize')}`)
  const late = lateHalt(before, memory)
  if (late !== undefined) return late.cost <= gas ? late : { cost: late.cost, words: 'out of gas' }
  return { cost: cost ?? base, words: 'out of gas' }
}

/** Whether a creation's code is longer than the rules allow (EIP-3860). */
const isTooLong = ({ opcode, common, peek }: Before): boolean =>
  isCreate(opcode) && common.isActivatedEIP(3860) && peek(2) > common.param('maxInitCodeSize')

/** Halts that go-ethereum finds when it runs the opcode, but the library already when it computes the gas. */
function lateHalt(before: Before, memory: bigint): ExceptionalHalt | undefined {
  const { opcode, base, peek, isStatic, memoryWords } = before
  const needed = (memory + 31n) / 32n
  const grown = needed > memoryWords ? needed : memoryWords
  if (opcode === OP.RETURNDATACOPY)
    return {
      cost: base + growth(before, memory) + 3n * ((peek(2) + 31n) / 32n),
      words: 'return data out of bounds',
      late: { memoryWords: grown, popped: 3 },
    }
  if (isStatic && opcode >= OP.LOG0 && opcode <= OP.LOG4) {
    const cost = growth(before, memory) + 375n * BigInt(1 + opcode - OP.LOG0) + 8n * peek(1)
    return { cost, words: 'write protection', late: { memoryWords: grown, popped: 0 } }
  }
  return undefined
}

/** Source: go-ethereum core/vm/gas_table.go and operations_acl.go, the gas functions of calls. */
function callHalt(before: Before, memory: bigint, { transfer, account, delegation }: CallCosts): ExceptionalHalt {
  const { opcode, common, gas, base, cold, peek } = before
  const fail = (why: string): ExceptionalHalt => ({ cost: base, words: `out of gas: ${why}` })
  let left = gas - base
  if (left < cold) return fail('out of gas')
  left -= cold
  if (memory > MAX_MEMORY) return fail('gas uint64 overflow')
  const stateless = growth(before, memory) + transfer
  if (opcode === OP.CALL && left < stateless) return fail('out of gas')
  const intrinsic = stateless + account
  if (common.isActivatedEIP(7702)) {
    if (left < intrinsic + delegation) return fail('out of gas')
    left -= intrinsic + delegation
  } else left = BigInt.asUintN(64, left - intrinsic)
  const wanted = peek(0)
  if (!common.gteHardfork(Hardfork.TangerineWhistle) && wanted >= UINT64) return fail('gas uint64 overflow')
  const most = left - left / 64n
  const forwarded = common.gteHardfork(Hardfork.TangerineWhistle) && most < wanted ? most : wanted
  if (intrinsic + forwarded >= UINT64) return fail('gas uint64 overflow')
  return { cost: base + cold + intrinsic + delegation + forwarded, words: 'out of gas' }
}
