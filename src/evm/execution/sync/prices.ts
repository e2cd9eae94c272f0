import type { Table } from '../fast/table.js'

/** How many words an opcode pops and pushes, and its constant price. */
export interface Operation {
  readonly takes: number
  readonly gives: number
  readonly price: number
}

type Row = readonly [from: number, to: number, takes: number, gives: number, price: number]

/** Opcodes of Prague, by ranges. Source: go-ethereum core/vm/jump_table.go `newPragueInstructionSet`. */
const ROWS: readonly Row[] = [
  [0x00, 0x00, 0, 0, 0], // STOP
  [0x01, 0x01, 2, 1, 3], // ADD
  [0x02, 0x02, 2, 1, 5], // MUL
  [0x03, 0x03, 2, 1, 3], // SUB
  [0x04, 0x07, 2, 1, 5], // DIV … SMOD
  [0x08, 0x09, 3, 1, 8], // ADDMOD, MULMOD
  [0x0a, 0x0a, 2, 1, 0], // EXP
  [0x0b, 0x0b, 2, 1, 5], // SIGNEXTEND
  [0x10, 0x14, 2, 1, 3], // LT … EQ
  [0x15, 0x15, 1, 1, 3], // ISZERO
  [0x16, 0x18, 2, 1, 3], // AND, OR, XOR
  [0x19, 0x19, 1, 1, 3], // NOT
  [0x1a, 0x1d, 2, 1, 3], // BYTE, SHL, SHR, SAR
  [0x20, 0x20, 2, 1, 30], // KECCAK256
  [0x30, 0x30, 0, 1, 2], // ADDRESS
  [0x31, 0x31, 1, 1, 100], // BALANCE
  [0x32, 0x34, 0, 1, 2], // ORIGIN, CALLER, CALLVALUE
  [0x35, 0x35, 1, 1, 3], // CALLDATALOAD
  [0x36, 0x36, 0, 1, 2], // CALLDATASIZE
  [0x37, 0x37, 3, 0, 3], // CALLDATACOPY
  [0x38, 0x38, 0, 1, 2], // CODESIZE
  [0x39, 0x39, 3, 0, 3], // CODECOPY
  [0x3a, 0x3a, 0, 1, 2], // GASPRICE
  [0x3b, 0x3b, 1, 1, 100], // EXTCODESIZE
  [0x3c, 0x3c, 4, 0, 100], // EXTCODECOPY
  [0x3d, 0x3d, 0, 1, 2], // RETURNDATASIZE
  [0x3e, 0x3e, 3, 0, 3], // RETURNDATACOPY
  [0x3f, 0x3f, 1, 1, 100], // EXTCODEHASH
  [0x40, 0x40, 1, 1, 20], // BLOCKHASH
  [0x41, 0x46, 0, 1, 2], // COINBASE … CHAINID
  [0x47, 0x47, 0, 1, 5], // SELFBALANCE
  [0x48, 0x48, 0, 1, 2], // BASEFEE
  [0x49, 0x49, 1, 1, 3], // BLOBHASH
  [0x4a, 0x4a, 0, 1, 2], // BLOBBASEFEE
  [0x50, 0x50, 1, 0, 2], // POP
  [0x51, 0x51, 1, 1, 3], // MLOAD
  [0x52, 0x53, 2, 0, 3], // MSTORE, MSTORE8
  [0x54, 0x54, 1, 1, 0], // SLOAD
  [0x55, 0x55, 2, 0, 0], // SSTORE
  [0x56, 0x56, 1, 0, 8], // JUMP
  [0x57, 0x57, 2, 0, 10], // JUMPI
  [0x58, 0x5a, 0, 1, 2], // PC, MSIZE, GAS
  [0x5b, 0x5b, 0, 0, 1], // JUMPDEST
  [0x5c, 0x5c, 1, 1, 100], // TLOAD
  [0x5d, 0x5d, 2, 0, 100], // TSTORE
  [0x5e, 0x5e, 3, 0, 3], // MCOPY
  [0x5f, 0x5f, 0, 1, 2], // PUSH0
  [0x60, 0x7f, 0, 1, 3], // PUSH1 … PUSH32
  ...Array.from({ length: 16 }, (_, n): Row => [0x80 + n, 0x80 + n, n + 1, n + 2, 3]), // DUP
  ...Array.from({ length: 16 }, (_, n): Row => [0x90 + n, 0x90 + n, n + 2, n + 2, 3]), // SWAP
  ...Array.from({ length: 5 }, (_, n): Row => [0xa0 + n, 0xa0 + n, n + 2, 0, 0]), // LOG
  [0xf0, 0xf0, 3, 1, 32_000], // CREATE
  [0xf1, 0xf2, 7, 1, 100], // CALL, CALLCODE
  [0xf3, 0xf3, 2, 0, 0], // RETURN
  [0xf4, 0xf4, 6, 1, 100], // DELEGATECALL
  [0xf5, 0xf5, 4, 1, 32_000], // CREATE2
  [0xfa, 0xfa, 6, 1, 100], // STATICCALL
  [0xfd, 0xfd, 2, 0, 0], // REVERT
  [0xff, 0xff, 1, 0, 5000], // SELFDESTRUCT
]

/** By opcode; undefined for those that do not exist. */
export const OPERATIONS: readonly (Operation | undefined)[] = Array.from({ length: 256 }, (_, opcode) => {
  const row = ROWS.find(([from, to]) => from <= opcode && opcode <= to)
  return row && { takes: row[2], gives: row[3], price: row[4] }
})

/** Those of the quick loop. */
const QUICK = (opcode: number): boolean =>
  (opcode <= 0x20 && opcode !== 0x0a) ||
  opcode === 0x30 ||
  (opcode >= 0x32 && opcode <= 0x3a) ||
  [0x3d, 0x42, 0x43, 0xf3].includes(opcode) ||
  (opcode >= 0x50 && opcode <= 0x5b && opcode !== 0x55) ||
  (opcode >= 0x5f && opcode <= 0x9f)

export const COLD_SLOT = 2100
export const WARM = 100
/** Besides {@link WARM}. */
export const COLD_ACCOUNT = 2500

function quickTable(): Table {
  const fees = new Int32Array(256).fill(-1)
  const takes = new Uint8Array(256)
  const grows = new Int8Array(256)
  for (const [opcode, operation] of OPERATIONS.entries()) {
    if (operation === undefined || !QUICK(opcode)) continue
    fees[opcode] = operation.price
    takes[opcode] = operation.takes
    grows[opcode] = operation.gives - operation.takes
  }
  return { fees, takes, grows, keccakWord: 6, copyWord: 3, coldSlot: COLD_SLOT, warmSlot: WARM }
}

/** What the quick loop needs of Prague. */
export const PRAGUE: Table = quickTable()
