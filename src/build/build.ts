import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toHex, UsageError, writeAtomically } from '../base/index.js'
import { sha256 } from '../crypto/index.js'
import { isForLaterOperators } from '../vm/internal.js'
import { compile, type CargoOptions } from './cargo.js'
import {
  allRunBulkOperators,
  checkWasm,
  verdictsOn,
  type CheckOptions,
  type Verdict,
  type WasmReport,
} from './check.js'
import type { Crate } from './crates.js'
import { lowerWasm, requireBinaryen } from './lower.js'
import { isAtLeast, requireTarget, requireToolchain } from './toolchain.js'
import { isDebug, withoutSections } from './wasm-sections.js'

export interface BuildOptions extends CargoOptions, CheckOptions {
  /** Folder of the files. */
  readonly out: string
  /** Whether the contract keeps the names of its functions. */
  readonly names: boolean
  /** Overwrites files of cosmwasm/optimizer too. */
  readonly force: boolean
}

/** A contract that was built. */
export interface Built {
  readonly name: string
  /** Path of the contract, and of its twin with debug information. */
  readonly file: string
  readonly debugFile: string
  /** The compiler's release. */
  readonly rust: string
  readonly isLowered: boolean
  /** Whether names of functions had to be left out for its size; the twin has them. */
  readonly leftOutNames: boolean
  readonly report: WasmReport
}

/** From this release on, the standard library that is installed with Rust has operators that few releases of the contract VM take. */
const BULK_MEMORY = [1, 87] as const

/** @throws UsageError if a contract cannot be built; the files of those before it are written */
export async function buildContract(crate: Crate, options: BuildOptions): Promise<Built> {
  const files = filesOf(crate, options)
  const toolchain = requireToolchain(crate.folder)
  requireTarget(toolchain)
  const { release } = toolchain
  // Before the compiler has worked for minutes.
  if (isAtLeast(release, BULK_MEMORY) && !allRunBulkOperators(options))
    requireBinaryen(`lowering what Rust ${release} compiles`)
  const compiled = new Uint8Array(readFileSync(await compile(crate, toolchain, options)))
  const verdicts = await verdictsOn(undebugged(compiled), options)
  const laterOnes = verdicts.filter(isForLater)
  const isLowered = laterOnes.length > 0
  if (isLowered) requireBinaryen(`lowering for the kinds ${laterOnes.map(({ kind }) => kind).join(', ')}`)
  const forChains = isLowered ? await lowerWasm(compiled, `${crate.file}.wasm`) : compiled
  const { wasm, report, leftOutNames } = await checked(undebugged(forChains), options)
  // The twin stays as it was compiled: it only runs here, and lowering would lose its lines.
  writeAtomically(files.debugFile, compiled)
  writeAtomically(files.file, wasm)
  return { name: crate.file, ...files, rust: release, isLowered, leftOutNames, report }
}

/** With its names, unless they were not asked for or make it too large for a chain. */
async function checked(
  named: Uint8Array,
  options: BuildOptions,
): Promise<Pick<Built, 'leftOutNames' | 'report'> & { readonly wasm: Uint8Array }> {
  if (options.names) {
    const report = await checkWasm(named, options)
    if (!report.verdicts.some(isTooLong)) return { wasm: named, report, leftOutNames: false }
  }
  const wasm = withoutSections(named, (name) => name === 'name')
  return { wasm, report: await checkWasm(wasm, options), leftOutNames: options.names }
}

const undebugged = (bytes: Uint8Array): Uint8Array => withoutSections(bytes, isDebug)

const isForLater = ({ isAccepted, error }: Verdict): boolean => !isAccepted && isForLaterOperators(error ?? '')

const isTooLong = ({ error }: Verdict): boolean => error?.includes('code bytes cannot be longer') ?? false

/** @throws UsageError if they may not be overwritten */
function filesOf({ file: name }: Crate, { out, force }: BuildOptions): Pick<Built, 'file' | 'debugFile'> {
  const [file, debugFile] = [join(out, `${name}.wasm`), join(out, `${name}.debug.wasm`)]
  if (!force && isOfOptimizer(out, name))
    throw new UsageError(`${file} was built by cosmwasm/optimizer, and is not overwritten`, {
      details: [`it is listed in ${join(out, CHECKSUMS)}`, 'right: --out FOLDER, or --force'],
    })
  return { file, debugFile }
}

/** What the optimizer writes next to its files: a line of `sha256sum` for each. */
const CHECKSUMS = 'checksums.txt'

function isOfOptimizer(out: string, name: string): boolean {
  const [file, list] = [join(out, `${name}.wasm`), join(out, CHECKSUMS)]
  return existsSync(file) && existsSync(list) && readFileSync(list, 'utf8').includes(toHex(sha256(readFileSync(file))))
}
