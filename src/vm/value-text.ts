import type { FunctionType } from './wasm/module.js'

/** Types as wasmer names them. */
const TYPE_NAMES: Readonly<Record<number, string>> = {
  0x7f: 'I32',
  0x7e: 'I64',
  0x7d: 'F32',
  0x7c: 'F64',
  0x7b: 'V128',
  0x70: 'FuncRef',
  0x6f: 'ExternRef',
}

/** `[I32, I64]`, as wasmer's Debug prints a list of types. */
export const typeList = (types: Iterable<number>): string =>
  `[${Array.from(types, (type) => TYPE_NAMES[type]).join(', ')}]`

/** Text of wasmer's error for a call with arguments of the wrong types; the host only ever passes i32. */
export const displayedSignature = (args: number, { params, results }: FunctionType): string =>
  `Parameters of type ${typeList(new Uint8Array(args).fill(0x7f))} did not match signature ${typeList(params)} -> ${typeList(results)}`

/** A wasm value as Rust displays it. */
export function displayedValue(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'number') return 'funcref'
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (Object.is(value, -0)) return '-0'
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}
