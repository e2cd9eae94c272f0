import { RefusedOperator } from '../wasm/operators.js'
import { VmError } from '../errors.js'
import type { Schedule } from '../schedules.js'
import { NO_PROBES, NOT_INSTRUMENTED, type Additions, type ProbeMap } from '../tools/instrument.js'
import { MigrateVersionError } from '../wasm/migrate-version.js'
import type { Module } from '../wasm/module.js'
import { parse } from '../wasm/parse.js'
import { WasmParseError } from '../wasm/binary-reader.js'
import { privateNames, rewrite, type PrivateNames } from '../wasm/rewrite.js'
import { skeletonOf } from '../wasm/skeleton.js'
import { refusals } from '../wasm/walk.js'

/** A module that can be read. */
export interface Code {
  readonly module: Module
  /** The error in a function body, if the rest of the module is valid. */
  readonly bodyError: string | undefined
}

/** A module rewritten and compiled, ready to be instantiated any number of times. */
export interface CompiledCode {
  readonly module: Module
  readonly names: PrivateNames
  /** The meaning of the probes of instrumented code. */
  readonly map: ProbeMap
  readonly compiled: WebAssembly.Module
  /** The additions to the metering. */
  readonly additions: Additions | undefined
}

const deserialization = (text: string): VmError =>
  new VmError(
    'StaticValidationErr',
    `Error during static Wasm validation: Wasm bytecode could not be deserialized. Deserialization error: "${text}"`,
  )

const compilation = (text: string): VmError =>
  new VmError('CompileErr', `Error compiling Wasm: Could not compile: ${text}`)

/**
 * Parses a module and validates everything but its bodies, which are validated too but reported only as {@link Code.bodyError}.
 * Source: cosmwasm-vm `ParsedWasm::parse`.
 * @throws VmError of kind StaticValidationErr
 */
export function readCode(wasm: Uint8Array, schedule: Schedule): Code {
  let module: Module
  try {
    module = parse(wasm, schedule)
  } catch (error) {
    if (error instanceof WasmParseError) throw deserialization(error.message)
    if (error instanceof MigrateVersionError)
      throw new VmError('StaticValidationErr', `Error during static Wasm validation: ${error.message}`)
    throw error
  }
  if (WebAssembly.validate(asSource(wasm))) return { module, bodyError: undefined }
  const skeleton = skeletonOf(module)
  if (!WebAssembly.validate(asSource(skeleton))) throw deserialization(reasonOf(skeleton))
  return { module, bodyError: reasonOf(wasm) }
}

/** The last static check except for operators: function bodies. @throws VmError of kind StaticValidationErr */
export function checkBodies({ module, bodyError }: Code): void {
  const error = module.bodies.find((body) => body.error !== undefined)?.error ?? bodyError
  if (error !== undefined) throw deserialization(error)
}

/** The last of the static checks. Whenever this fails, {@link compileCode} fails too. @throws VmError of kind StaticValidationErr */
export function checkOperators({ module }: Code, schedule: Schedule): void {
  for (const refusal of refusals(module, schedule))
    if (refusal.stage === 'validate') throw deserialization(refusal.text)
}

/**
 * Rewrites and compiles. Source: cosmwasm-vm `compile.rs` and `gatekeeper.rs`.
 * @param keep is given the rewritten module once it is compiled
 * @throws VmError of kind CompileErr
 */
export function compileCode(
  { module, bodyError }: Code,
  schedule: Schedule,
  additions?: Additions,
  keep?: (rewritten: Uint8Array) => void,
): CompiledCode {
  if (bodyError !== undefined) throw compilation(`Validation error: ${bodyError}`)
  const strict = !schedule.multiValue && module.severalResults !== undefined
  if (strict) for (const { text } of refusals(module, schedule)) throw compilation(text)
  try {
    const { bytes, names, map } = rewrite(module, schedule, additions)
    const { blocks, charges, sites } = map
    const compiled = new WebAssembly.Module(bytes)
    keep?.(bytes)
    return { module, names, map: { blocks, charges, sites }, compiled, additions }
  } catch (error) {
    if (error instanceof RefusedOperator) for (const { text } of refusals(module, schedule)) throw compilation(text)
    if (error instanceof WebAssembly.CompileError || error instanceof RangeError) throw compilation(error.message)
    throw error
  }
}

/** Code from what {@link compileCode} once made of the module with the same additions, none or steps; undefined if the engine does not take it. */
export function reopenCode(
  wasm: Uint8Array,
  rewritten: Uint8Array<ArrayBuffer>,
  schedule: Schedule,
  additions: Additions = NOT_INSTRUMENTED,
): CompiledCode | undefined {
  const module = parse(wasm, schedule)
  try {
    const compiled = new WebAssembly.Module(rewritten)
    const names = privateNames(module, additions, false)
    return { module, names, map: NO_PROBES, compiled, additions }
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return undefined
    throw error
  }
}

/** The type of `lib.dom` excludes shared memory, which a file is never in. */
const asSource = (wasm: Uint8Array): Uint8Array<ArrayBuffer> => wasm as Uint8Array<ArrayBuffer>

/** Why the engine refuses a module, in its words. */
function reasonOf(wasm: Uint8Array): string {
  try {
    void new WebAssembly.Module(asSource(wasm))
    return 'invalid module'
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^WebAssembly\.Module\(\): /, '') : 'invalid module'
  }
}
