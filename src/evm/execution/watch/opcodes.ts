/** How an opcode moves the stack: how many words it needs and how many it leaves in their place. */
type Effect = readonly [name: string, takes: number, gives: number]

const run = (from: number, ...effects: Effect[]): [number, Effect][] => effects.map((effect, i) => [from + i, effect])

/** Every opcode that go-ethereum names, by code. Source: go-ethereum core/vm/opcodes.go and jump_table.go. */
const TABLE = new Map<number, Effect>([
  ...run(0x00, ['STOP', 0, 0], ['ADD', 2, 1], ['MUL', 2, 1], ['SUB', 2, 1], ['DIV', 2, 1], ['SDIV', 2, 1]),
  ...run(0x06, ['MOD', 2, 1], ['SMOD', 2, 1], ['ADDMOD', 3, 1], ['MULMOD', 3, 1], ['EXP', 2, 1], ['SIGNEXTEND', 2, 1]),
  ...run(0x10, ['LT', 2, 1], ['GT', 2, 1], ['SLT', 2, 1], ['SGT', 2, 1], ['EQ', 2, 1], ['ISZERO', 1, 1]),
  ...run(0x16, ['AND', 2, 1], ['OR', 2, 1], ['XOR', 2, 1], ['NOT', 1, 1], ['BYTE', 2, 1], ['SHL', 2, 1]),
  ...run(0x1c, ['SHR', 2, 1], ['SAR', 2, 1], ['CLZ', 1, 1]),
  ...run(0x20, ['KECCAK256', 2, 1]),
  ...run(0x30, ['ADDRESS', 0, 1], ['BALANCE', 1, 1], ['ORIGIN', 0, 1], ['CALLER', 0, 1], ['CALLVALUE', 0, 1]),
  ...run(0x35, ['CALLDATALOAD', 1, 1], ['CALLDATASIZE', 0, 1], ['CALLDATACOPY', 3, 0], ['CODESIZE', 0, 1]),
  ...run(0x39, ['CODECOPY', 3, 0], ['GASPRICE', 0, 1], ['EXTCODESIZE', 1, 1], ['EXTCODECOPY', 4, 0]),
  ...run(0x3d, ['RETURNDATASIZE', 0, 1], ['RETURNDATACOPY', 3, 0], ['EXTCODEHASH', 1, 1]),
  ...run(0x40, ['BLOCKHASH', 1, 1], ['COINBASE', 0, 1], ['TIMESTAMP', 0, 1], ['NUMBER', 0, 1], ['DIFFICULTY', 0, 1]),
  ...run(0x45, ['GASLIMIT', 0, 1], ['CHAINID', 0, 1], ['SELFBALANCE', 0, 1], ['BASEFEE', 0, 1], ['BLOBHASH', 1, 1]),
  ...run(0x4a, ['BLOBBASEFEE', 0, 1], ['SLOTNUM', 0, 1]),
  ...run(0x50, ['POP', 1, 0], ['MLOAD', 1, 1], ['MSTORE', 2, 0], ['MSTORE8', 2, 0], ['SLOAD', 1, 1], ['SSTORE', 2, 0]),
  ...run(0x56, ['JUMP', 1, 0], ['JUMPI', 2, 0], ['PC', 0, 1], ['MSIZE', 0, 1], ['GAS', 0, 1], ['JUMPDEST', 0, 0]),
  ...run(0x5c, ['TLOAD', 1, 1], ['TSTORE', 2, 0], ['MCOPY', 3, 0], ['PUSH0', 0, 1]),
  ...run(0x60, ...Array.from({ length: 32 }, (_, i): Effect => [`PUSH${i + 1}`, 0, 1])),
  ...run(0x80, ...Array.from({ length: 16 }, (_, i): Effect => [`DUP${i + 1}`, i + 1, i + 2])),
  ...run(0x90, ...Array.from({ length: 16 }, (_, i): Effect => [`SWAP${i + 1}`, i + 2, i + 2])),
  ...run(0xa0, ...Array.from({ length: 5 }, (_, i): Effect => [`LOG${i}`, i + 2, 0])),
  ...run(0xd0, ['DATALOAD', 0, 0], ['DATALOADN', 0, 0], ['DATASIZE', 0, 0], ['DATACOPY', 0, 0]),
  ...run(0xe0, ['RJUMP', 0, 0], ['RJUMPI', 0, 0], ['RJUMPV', 0, 0], ['CALLF', 0, 0], ['RETF', 0, 0], ['JUMPF', 0, 0]),
  ...run(0xe6, ['DUPN', 0, 1], ['SWAPN', 0, 0], ['EXCHANGE', 0, 0]),
  ...run(0xec, ['EOFCREATE', 0, 0]),
  ...run(0xee, ['RETURNCONTRACT', 0, 0]),
  ...run(0xf0, ['CREATE', 3, 1], ['CALL', 7, 1], ['CALLCODE', 7, 1], ['RETURN', 2, 0], ['DELEGATECALL', 6, 1]),
  ...run(0xf5, ['CREATE2', 4, 1]),
  ...run(0xf7, ['RETURNDATALOAD', 0, 0], ['EXTCALL', 0, 0], ['EXTDELEGATECALL', 0, 0]),
  ...run(0xfa, ['STATICCALL', 6, 1], ['EXTSTATICCALL', 0, 0]),
  ...run(0xfd, ['REVERT', 2, 0], ['INVALID', 0, 0]),
  ...run(0xff, ['SELFDESTRUCT', 1, 0]),
])

/** The opcodes with special rules for gas, calls and storage. */
export const OP = {
  STOP: 0x00,
  EXP: 0x0a,
  KECCAK256: 0x20,
  BALANCE: 0x31,
  CALLDATACOPY: 0x37,
  CODECOPY: 0x39,
  EXTCODESIZE: 0x3b,
  EXTCODECOPY: 0x3c,
  RETURNDATACOPY: 0x3e,
  EXTCODEHASH: 0x3f,
  MLOAD: 0x51,
  MSTORE: 0x52,
  MSTORE8: 0x53,
  SLOAD: 0x54,
  SSTORE: 0x55,
  GAS: 0x5a,
  TLOAD: 0x5c,
  TSTORE: 0x5d,
  MCOPY: 0x5e,
  LOG0: 0xa0,
  LOG4: 0xa4,
  CREATE: 0xf0,
  CALL: 0xf1,
  CALLCODE: 0xf2,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  CREATE2: 0xf5,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
  SELFDESTRUCT: 0xff,
} as const

/** go-ethereum's name of the opcode, whether or not the fork has it. */
export const nameOf = (opcode: number): string => NAMES[opcode]!

const NAMES = Array.from({ length: 256 }, (_, op) => TABLE.get(op)?.[0] ?? `opcode 0x${op.toString(16)} not defined`)

/** The words that an opcode needs on the stack. */
export const takesOf = (opcode: number): number => TABLE.get(opcode)?.[1] ?? 0

/** By how many words the stack grows; negative where it shrinks. */
export const growthOf = (opcode: number): number => {
  const effect = TABLE.get(opcode)
  return effect === undefined ? 0 : effect[2] - effect[1]
}

export const isCall = (opcode: number): boolean =>
  opcode === OP.CALL || opcode === OP.CALLCODE || opcode === OP.DELEGATECALL || opcode === OP.STATICCALL

export const isCreate = (opcode: number): boolean => opcode === OP.CREATE || opcode === OP.CREATE2
