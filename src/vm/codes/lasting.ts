import type { Module } from '../wasm/module.js'
import { KIND, Kind, SUB } from '../wasm/operators.js'
import { readU32, skipOperator, type LaterOperators } from '../wasm/skip.js'

const TABLE_SET = 0x26

const LASTING: readonly number[] = [
  SUB.dataDrop,
  SUB.tableInit,
  SUB.elemDrop,
  SUB.tableCopy,
  SUB.tableGrow,
  SUB.tableFill,
]

/** Whether code changes what no reset of an instance restores: elements of a table, or which segments are left. */
export function changesForGood(module: Module, later: LaterOperators): boolean {
  if (later.bulkOperators !== 'all' && !later.referenceOperators) return false
  const { bytes, bodies } = module
  return bodies.some(({ code, end }) => {
    for (let pos = code; pos < end; pos = skipOperator(bytes, pos, later)) {
      const opcode = bytes[pos]!
      if (opcode === TABLE_SET) return true
      if (KIND[opcode] === Kind.prefix && LASTING.includes(readU32(bytes, pos + 1))) return true
    }
    return false
  })
}
