import { SIGNATURES } from './host/signatures.js'
import type { VmError } from './errors.js'
import type { Schedule } from './schedules.js'
import { typeList } from './value-text.js'
import { trapText } from './traps.js'
import { instantiation } from './vm-errors.js'
import type { FunctionType, Import, Module } from './wasm/module.js'
import { functionNameOf } from './wasm/names.js'
import { KIND, Kind } from './wasm/operators.js'
import { skipOperator } from './wasm/skip.js'

const failed = (text: string): VmError => instantiation(`Error instantiating module: ${text}`)

/**
 * Reasons why a compiled module cannot be instantiated, in the native order: imports, memory, elements, data.
 * Source: wasmer `Instance::new`, cosmwasm-vm `limiting_tunables.rs`.
 * @throws VmError of kind InstantiationErr
 */
export function checkInstantiation(module: Module, schedule: Schedule, memoryPages: number): void {
  // All are looked up before the first one's type is compared.
  for (const item of module.imports) checkKnown(item, module, schedule)
  for (const item of module.imports) checkType(item, module)
  for (const { initial, maximum } of module.memories) {
    if (initial > memoryPages) throw failed(resources('Minimum'))
    if (maximum !== undefined && maximum > memoryPages) throw failed(resources('Maximum'))
  }
  for (const { offset, index, length } of module.elements)
    if (offset !== undefined && offset + length > (module.tables[index]?.initial ?? 0))
      throw failed('RuntimeError: undefined element: out of bounds table access')
  for (const { offset, length } of module.data)
    if (offset !== undefined && offset + length > (module.memories[0]?.initial ?? 0) * 65_536)
      throw failed('RuntimeError: out of bounds memory access')
}

const resources = (bound: string): string =>
  `Insufficient resources: Failed to create memory: A user-defined error occurred: ${bound} exceeds the allowed memory limit`

function checkKnown(item: Import, module: Module, schedule: Schedule): void {
  const { module: space, name } = item
  if (space === 'env' && available(name, schedule)) return
  throw failed(`Error while importing "${space}"."${name}": unknown import. Expected ${wantedText(item, module)}`)
}

function checkType(item: Import, module: Module): void {
  const signature = SIGNATURES[item.name]!
  const type = item.kind === 'function' ? module.types[item.typeIndex]! : undefined
  if (type && sameTypes(type.params, signature.params) && sameTypes(type.results, signature.results)) return
  throw failed(
    `Error while importing "${item.module}"."${item.name}": incompatible import type. Expected ${wantedText(item, module)} but received Function(${debugType(signature)})`,
  )
}

const wantedText = ({ kind, typeIndex }: Import, module: Module): string =>
  kind === 'function' ? `Function(${debugType(module.types[typeIndex]!)})` : kind

const NEW_CURVES = /^(?:bls12_381|secp256r1)_/
const available = (name: string, { newCurves }: Schedule): boolean =>
  Object.hasOwn(SIGNATURES, name) && (newCurves || !NEW_CURVES.test(name))

const sameTypes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((type, i) => type === b[i])

const debugType = ({ params, results }: FunctionType): string =>
  `FunctionType { params: ${typeList(params)}, results: ${typeList(results)} }`

/**
 * A start function runs without gas, so it fails at its first charge at the latest. The native text ends in a backtrace with the place
 * in the original module: after the operator that failed.
 */
export function startFailure(module: Module, error: WebAssembly.RuntimeError): VmError {
  const index = module.start ?? 0
  const name = functionNameOf(module, index) ?? '<unnamed>'
  const body = module.bodies[index - module.importedFunctions]
  const offset = body ? firstFailure(module.bytes, body.code) : 0
  return failed(
    `RuntimeError: ${trapText(error.message)}\n    at ${name} (<module>[${index}]:0x${offset.toString(16)})`,
  )
}

function firstFailure(bytes: Uint8Array, code: number): number {
  for (let pos = code; ; pos = skipOperator(bytes, pos)) {
    const kind = KIND[bytes[pos]!]!
    if ((kind >= Kind.loop && kind <= Kind.callIndirect) || kind === Kind.unreachable) return skipOperator(bytes, pos)
  }
}
