import { F32, F64, I32, I64, type FunctionType } from '../../../src/vm/wasm/module.js'
import { Writer } from '../../../src/vm/wasm/writer.js'
import type { Value } from './suite.js'

/**
 * Calls with floats as bits. A float that crosses into JavaScript may lose the bits of a NaN, so a module between takes and gives
 * integers, and reinterprets them on its side of the border.
 */
export type BitCall = (args: readonly (number | bigint)[]) => (number | bigint)[]

const AS_BITS: Readonly<Record<number, number>> = { [I32]: I32, [I64]: I64, [F32]: I32, [F64]: I64 }
const modules = new Map<string, WebAssembly.Module>()

export function throughBits(type: FunctionType, target: unknown): BitCall {
  const key = `${type.params.join()}>${type.results.join()}`
  let module = modules.get(key)
  if (!module) modules.set(key, (module = new WebAssembly.Module(adapter(type))))
  const call = new WebAssembly.Instance(module, { '': { f: target } }).exports['g'] as (...args: unknown[]) => unknown
  return (args) => {
    const result = call(...args)
    if (type.results.length === 0) return []
    return (type.results.length === 1 ? [result] : [...(result as Iterable<unknown>)]) as (number | bigint)[]
  }
}

function adapter({ params, results }: FunctionType): Uint8Array {
  const out = new Writer(256)
  const section = (id: number, write: () => void): void => {
    out.append(id)
    const at = out.pos
    out.append(0, 0, 0, 0, 0)
    write()
    out.paddedU32(out.pos - at - 5, at)
  }
  const types = (values: Uint8Array): void => out.append(values.length, ...values)
  const bits = (values: Uint8Array): Uint8Array => values.map((type) => AS_BITS[type]!)
  const index = (opcode: number, value: number): void => {
    out.append(opcode)
    out.ensure(5)
    out.u32(value)
  }

  out.append(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
  section(1, () => {
    out.append(2, 0x60)
    types(params)
    types(results)
    out.append(0x60)
    types(bits(params))
    types(bits(results))
  })
  section(2, () => out.append(1, 0, 1, 0x66, 0, 0))
  section(3, () => out.append(1, 1))
  section(7, () => out.append(1, 1, 0x67, 0, 1))
  section(10, () => {
    out.append(1)
    const at = out.pos
    out.append(0, 0, 0, 0, 0, results.length)
    results.forEach((type) => out.append(1, type))
    params.forEach((type, i) => {
      index(0x20, i)
      if (type === F32) out.append(0xbe)
      if (type === F64) out.append(0xbf)
    })
    index(0x10, 0)
    for (let i = results.length - 1; i >= 0; i--) index(0x21, params.length + i)
    results.forEach((type, i) => {
      index(0x20, params.length + i)
      if (type === F32) out.append(0xbc)
      if (type === F64) out.append(0xbd)
    })
    out.append(0x0b)
    out.paddedU32(out.pos - at - 5, at)
  })
  return out.finish()
}

/** The argument for a {@link BitCall}. */
export function toBits(value: Value): number | bigint {
  const [type, bits] = value.split(':') as [string, string]
  return type.endsWith('64') ? BigInt.asIntN(64, BigInt(bits)) : Number(bits) | 0
}

/** Masks of the bits of a NaN: everything but the sign, and the highest bit of the fraction with the exponent. */
const NAN = {
  f32: { all: 0x7fff_ffffn, canonical: 0x7fc0_0000n },
  f64: { all: 0x7fff_ffff_ffff_ffffn, canonical: 0x7ff8_0000_0000_0000n },
}

/** Whether bits that a {@link BitCall} gave are the expected value, or of the expected class of NaN. */
export function matches(got: number | bigint, expected: Value): boolean {
  const [type, bits, nan] = expected.split(':') as [string, string, string?]
  const value = BigInt.asUintN(type.endsWith('64') ? 64 : 32, BigInt(got))
  if (bits !== 'nan') return value === BigInt(bits)
  const { all, canonical } = NAN[type as 'f32' | 'f64']
  return nan === 'canonical' ? (value & all) === canonical : (value & canonical) === canonical
}

/** Bits of a global's value. */
export function globalBits(type: number, value: number | bigint): number | bigint {
  const view = new DataView(new ArrayBuffer(8))
  if (type === F32) view.setFloat32(0, value as number)
  else if (type === F64) view.setFloat64(0, value as number)
  else return value
  return type === F32 ? view.getInt32(0) : view.getBigInt64(0)
}
