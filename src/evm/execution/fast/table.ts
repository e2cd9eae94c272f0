import type { Common } from '@ethereumjs/common'
import type { LibraryOpcode } from '../../library-frames.js'

/** How an opcode moves the stack: how many words it pops and pushes. */
type Effect = readonly [takes: number, gives: number]

const two = (from: number, to: number, effect: Effect): [number, Effect][] =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, effect])

/** The opcodes that the quick loop knows. All others are the library's. */
const KNOWN = new Map<number, Effect>([
  [0x00, [0, 0]], // STOP
  ...two(0x01, 0x07, [2, 1]), // ADD … SMOD
  ...two(0x08, 0x09, [3, 1]), // ADDMOD, MULMOD
  [0x0b, [2, 1]], // SIGNEXTEND
  ...two(0x10, 0x14, [2, 1]), // LT … EQ
  [0x15, [1, 1]], // ISZERO
  ...two(0x16, 0x18, [2, 1]), // AND, OR, XOR
  [0x19, [1, 1]], // NOT
  ...two(0x1a, 0x1d, [2, 1]), // BYTE, SHL, SHR, SAR
  [0x20, [2, 1]], // KECCAK256
  [0x30, [0, 1]], // ADDRESS
  ...two(0x32, 0x34, [0, 1]), // ORIGIN, CALLER, CALLVALUE
  [0x35, [1, 1]], // CALLDATALOAD
  [0x36, [0, 1]], // CALLDATASIZE
  [0x37, [3, 0]], // CALLDATACOPY
  [0x38, [0, 1]], // CODESIZE
  [0x39, [3, 0]], // CODECOPY
  [0x3a, [0, 1]], // GASPRICE
  [0x3d, [0, 1]], // RETURNDATASIZE
  ...two(0x42, 0x43, [0, 1]), // TIMESTAMP, NUMBER
  [0x50, [1, 0]], // POP
  [0x51, [1, 1]], // MLOAD
  [0x52, [2, 0]], // MSTORE
  [0x53, [2, 0]], // MSTORE8
  [0x54, [1, 1]], // SLOAD
  [0x56, [1, 0]], // JUMP
  [0x57, [2, 0]], // JUMPI
  ...two(0x58, 0x5a, [0, 1]), // PC, MSIZE, GAS
  [0x5b, [0, 0]], // JUMPDEST
  ...two(0x5f, 0x7f, [0, 1]), // PUSH0 … PUSH32
  ...Array.from({ length: 16 }, (_, n): [number, Effect] => [0x80 + n, [n + 1, n + 2]]), // DUP
  ...Array.from({ length: 16 }, (_, n): [number, Effect] => [0x90 + n, [n + 2, n + 2]]), // SWAP
  [0xf3, [2, 0]], // RETURN
])

const SLOAD = 0x54

/** What the quick loop needs from the rules of a fork. Gas in units. */
export interface Table {
  /** The constant fee by opcode; -1: the library runs it. */
  readonly fees: Int32Array
  /** The words that it pops. */
  readonly takes: Uint8Array
  /** By how many words the stack grows; negative where it shrinks. */
  readonly grows: Int8Array
  readonly keccakWord: number
  readonly copyWord: number
  readonly coldSlot: number
  readonly warmSlot: number
}

/** Rules that change what an opcode of the quick loop does; under them the library runs all. */
const FOREIGN = [3540, 6800, 7708, 7864, 7928, 8024, 8037, 8038]

const tables = new WeakMap<object, Table | undefined>()

/** The table of a fork; undefined where the library must run everything. `opcodes` is the library's own table of it. */
export function tableOf(opcodes: readonly LibraryOpcode[], common: Common): Table | undefined {
  if (tables.has(opcodes)) return tables.get(opcodes)
  const table = FOREIGN.some((eip) => common.isActivatedEIP(eip)) ? undefined : build(opcodes, common)
  tables.set(opcodes, table)
  return table
}

function build(opcodes: readonly LibraryOpcode[], common: Common): Table {
  const fees = new Int32Array(256).fill(-1)
  const takes = new Uint8Array(256)
  const grows = new Int8Array(256)
  for (const [opcode, [taken, given]] of KNOWN) {
    const info = opcodes[opcode]?.opcodeInfo
    if (info === undefined || info.isInvalid) continue
    // Before Berlin, reading storage has different prices.
    if (opcode === SLOAD && !common.isActivatedEIP(2929)) continue
    fees[opcode] = info.fee
    takes[opcode] = taken
    grows[opcode] = given - taken
  }
  const berlin = common.isActivatedEIP(2929)
  return {
    fees,
    takes,
    grows,
    keccakWord: Number(common.param('keccak256WordGas')),
    copyWord: Number(common.param('copyGas')),
    coldSlot: berlin ? Number(common.param('coldsloadGas')) : 0,
    warmSlot: berlin ? Number(common.param('warmstoragereadGas')) : 0,
  }
}
