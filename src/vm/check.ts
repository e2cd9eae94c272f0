import { checkBodies, checkOperators, compileCode, type Code, type CompiledCode } from './codes/code.js'
import { VmError } from './errors.js'
import { SIGNATURES, isNewCurve } from './host/signatures.js'
import type { Schedule } from './schedules.js'
import type { Additions } from './tools/instrument.js'
import { isFunctionExport, type Module } from './wasm/module.js'

/** wasmd's built-in capabilities, July 2026. Source: wasmd `x/wasm/keeper/capabilities.go` (`BuiltInCapabilities`). */
export const BUILT_IN_CAPABILITIES: readonly string[] = [
  'iterator',
  'staking',
  'stargate',
  'cosmwasm_1_1',
  'cosmwasm_1_2',
  'cosmwasm_1_3',
  'cosmwasm_1_4',
  'cosmwasm_2_0',
  'cosmwasm_2_1',
  'cosmwasm_2_2',
  'ibc2',
]

const fail = (text: string): VmError =>
  new VmError('StaticValidationErr', `Error during static Wasm validation: ${text}`)

/** All checks of a module at store time, in the native order. Source: cosmwasm-vm `compatibility.rs`. @throws VmError of kind StaticValidationErr */
export function checkCode(code: Code, schedule: Schedule, capabilities: ReadonlySet<string>): void {
  checkAllButOperators(code, schedule, capabilities)
  checkOperators(code, schedule)
}

/**
 * {@link checkCode} and {@link compileCode} in one pass over the bodies: compilation fails for every operator that the checks refuse, so
 * the checks run on their own only when it failed.
 * @throws VmError of kind StaticValidationErr or CompileErr
 */
export function checkAndCompile(
  code: Code,
  schedule: Schedule,
  capabilities: ReadonlySet<string>,
  instrument: Additions,
  keep?: (rewritten: Uint8Array) => void,
): CompiledCode {
  checkAllButOperators(code, schedule, capabilities)
  // The compiler accepts references even where these checks refuse them.
  if (schedule.references === 'none') checkOperators(code, schedule)
  try {
    return compileCode(code, schedule, instrument, keep)
  } catch (error) {
    checkOperators(code, schedule)
    throw error
  }
}

function checkAllButOperators(code: Code, schedule: Schedule, capabilities: ReadonlySet<string>): void {
  if (schedule.bodiesFirst) {
    checkBodies(code)
    checkOperators(code, schedule)
  }
  checkAllButBodies(code, schedule, capabilities)
  checkBodies(code)
}

/** The checks of what surrounds the bodies of functions. @throws VmError of kind StaticValidationErr */
export function checkAllButBodies({ module }: Code, schedule: Schedule, capabilities: ReadonlySet<string>): void {
  checkTables(module, schedule)
  checkMemories(module, schedule)
  checkInterfaceVersion(module)
  checkExports(module, schedule)
  checkImports(module, schedule)
  checkCapabilities(module, capabilities)
  checkFunctions(module, schedule)
}

function checkTables({ tables, importedTables }: Module, { limits }: Schedule): void {
  const own = tables.slice(importedTables)
  if (own.length > 1) throw fail('Wasm contract must not have more than 1 table section')
  for (const { maximum } of own) {
    if (maximum === undefined) {
      throw fail('Wasm contract must not have unbound table section')
    }
    if (maximum > limits.tableElements) throw fail("Wasm contract's first table section has a too large max limit")
  }
}

function checkMemories({ memories, importedMemories }: Module, { limits }: Schedule): void {
  const [memory, ...more] = memories.slice(importedMemories)
  if (!memory || more.length > 0) throw fail('Wasm contract must contain exactly one memory')
  if (memory.initial > limits.memoryPages)
    throw fail(`Wasm contract memory's minimum must not exceed ${limits.memoryPages} pages.`)
  if (memory.maximum !== undefined)
    throw fail("Wasm contract memory's maximum must be unset. The host will set it for you.")
}

function checkInterfaceVersion(module: Module): void {
  const markers = functionExports(module).filter((name) => name.startsWith('interface_version_'))
  if (markers.length === 0) throw fail('Wasm contract missing a required marker export: interface_version_*')
  if (markers.length > 1) throw fail('Wasm contract contains more than one marker export: interface_version_*')
  if (markers[0] !== 'interface_version_8')
    throw fail(
      'Wasm contract has unknown interface_version_* marker export (see https://github.com/CosmWasm/cosmwasm/blob/main/packages/vm/README.md)',
    )
}

function checkExports(module: Module, { requiredExports }: Schedule): void {
  const available = new Set(functionExports(module))
  for (const name of requiredExports)
    if (!available.has(name))
      throw fail(
        `Wasm contract doesn't have required export: "${name}". Exports required by VM: ${quotedList(requiredExports)}.`,
      )
}

/** The imports of a release, in the order in which the native VM lists them: `env.abort`. */
export const supportedImports = ({ newCurves }: Pick<Schedule, 'newCurves'>): readonly string[] =>
  Object.keys(SIGNATURES)
    .filter((name) => newCurves || !isNewCurve(name))
    .map((name) => `env.${name}`)

function checkImports({ imports }: Module, { limits, newCurves }: Schedule): void {
  if (imports.length > limits.imports)
    throw fail(`Import count exceeds limit. Imports: ${imports.length}. Limit: ${limits.imports}.`)
  const supported = supportedImports({ newCurves })
  const known = new Set(supported)
  for (const { module, name, kind } of imports) {
    const fullName = `${module}.${name}`
    if (!known.has(fullName)) {
      const required = imports.map((item) => `${item.module}.${item.name}`)
      throw fail(
        `Wasm contract requires unsupported import: "${fullName}". Required imports: ${limitedSet(required, 200)}. Available imports: ${quotedList(supported)}.`,
      )
    }
    if (kind !== 'function')
      throw fail(
        `Wasm contract requires non-function import: "${fullName}". Right now, all supported imports are functions.`,
      )
  }
}

/** @throws VmError of kind StaticValidationErr */
export function checkCapabilities(module: Module, capabilities: ReadonlySet<string>): void {
  const missing = requiredCapabilities(module).filter((name) => !capabilities.has(name))
  if (missing.length > 0) throw fail(`Wasm contract requires unavailable capabilities: ${limitedSet(missing, 200)}`)
}

function checkFunctions({ types, functions, importedFunctions, bodies }: Module, { limits }: Schedule): void {
  if (bodies.length > limits.functions) throw fail(`Wasm contract contains more than ${limits.functions} functions`)
  if (types.some(({ params }) => params.length > limits.params))
    throw fail(`Wasm contract contains function with more than ${limits.params} parameters`)
  if (types.some(({ results }) => results.length > limits.results))
    throw fail(`Wasm contract contains function with more than ${limits.results} results`)
  const totalParams = functions.slice(importedFunctions).reduce((sum, type) => sum + types[type]!.params.length, 0)
  if (totalParams > limits.totalParams)
    throw fail(`Wasm contract contains more than ${limits.totalParams} function parameters in total`)
  const locals = bodies.reduce((most, body) => Math.max(most, body.locals), 0)
  if (locals > limits.locals)
    throw fail(`Wasm contract contains function with more than ${limits.locals} locals: ${locals}`)
  const totalLocals = bodies.reduce((sum, body) => sum + body.locals, 0)
  if (totalLocals > limits.totalLocals)
    throw fail(`Wasm contract contains more than ${limits.totalLocals} function locals in total: ${totalLocals}`)
}

/** The capabilities that the module requires by its exports `requires_*`, sorted. Source: cosmwasm-vm `capabilities.rs`. */
export const requiredCapabilities = (module: Module): string[] =>
  functionExports(module)
    .filter((name) => name.startsWith('requires_') && name !== 'requires_')
    .map((name) => name.slice('requires_'.length))
    .sort(byBytes)

const functionExports = (module: Module): string[] => module.exports.filter(isFunctionExport).map(({ name }) => name)

const quotedList = (names: readonly string[]): string => `[${names.map((name) => JSON.stringify(name)).join(', ')}]`

const byteLength = (text: string): number => Buffer.byteLength(text)
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** A sorted set in at most `limit` bytes. Source: cosmwasm-vm `limited.rs`. */
function limitedSet(names: readonly string[], limit: number): string {
  const sorted = [...new Set(names)].sort(byBytes)
  const shown = (count: number): string =>
    `{${sorted
      .slice(0, count)
      .map((name) => `"${name}"`)
      .join(', ')}`
  const whole = `${shown(sorted.length)}}`
  if (byteLength(whole) <= limit) return whole
  for (let count = sorted.length - 1; count >= 0; count--) {
    const rest = sorted.length - count
    const text = `${shown(count)}${count === 0 ? `... ${rest} elements` : `, ... ${rest} more`}}`
    if (byteLength(text) <= limit) return text
  }
  return '{}'
}
