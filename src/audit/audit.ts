import { UsageError } from '../base/index.js'
import { parse, WasmParseError, type Module } from '../vm/wasm/index.js'
import { ADVISORIES, type Advisory, type Component } from './advisories.js'
import { fixOf } from './versions.js'

/** Releases of the parts of a chain; those that are not given are not judged. */
export type Releases = Readonly<Partial<Record<Component, string>>>

/** An advisory that concerns a contract on a chain with certain releases. */
export interface AuditFinding {
  readonly advisory: Advisory
  /** What in the file is concerned: names of exports, or the crate with its release. */
  readonly uses: readonly string[]
  /** The release that has the fault, and the next one that has not. */
  readonly release: string
  readonly fix: string | undefined
}

/** A crate that the code names in its messages: `/serde-json-wasm-0.5.1/src/`. */
const CRATE = /\b(serde-json-wasm|cosmwasm-std)-(\d+\.\d+\.\d+)\//g

/**
 * The advisories that concern a contract, by its bytes alone: what it exports, and the crates that it names. A crate that is compiled without
 * its paths is not seen.
 * @throws UsageError for bytes that cannot be read
 */
export function audit(bytes: Uint8Array, releases: Releases): readonly AuditFinding[] {
  const module = moduleOf(bytes)
  const crates = cratesIn(module)
  return ADVISORIES.flatMap((advisory): readonly AuditFinding[] => {
    const release = advisory.concern.by === 'crate' ? crates.get(advisory.component) : releases[advisory.component]
    if (release === undefined) return []
    const fix = fixOf(release, advisory.affected)
    const uses = usesOf(advisory, module, release)
    return fix === undefined || uses === undefined ? [] : [{ advisory, uses, release, fix }]
  })
}

/** What of the module an advisory concerns; undefined for nothing. */
function usesOf({ concern, component }: Advisory, module: Module, release: string): readonly string[] | undefined {
  if (concern.by === 'nothing') return undefined
  if (concern.by === 'any call') return []
  if (concern.by === 'crate') return [`${component} ${release}`]
  return among(
    concern.names,
    module.exports.map(({ name }) => name),
  )
}

function among(names: readonly string[], having: readonly string[]): readonly string[] | undefined {
  const found = names.filter((name) => having.includes(name))
  return found.length === 0 ? undefined : found
}

const cratesIn = ({ data }: Module): ReadonlyMap<string, string> =>
  new Map(
    data.flatMap(({ bytes }) =>
      Array.from(
        Buffer.from(bytes).toString('latin1').matchAll(CRATE),
        ([, name, version]) => [name!, version!] as const,
      ),
    ),
  )

function moduleOf(bytes: Uint8Array): Module {
  try {
    return parse(bytes, { passiveData: true, bulkMemory: true, references: 'all', migrateVersion: false })
  } catch (error) {
    if (!(error instanceof WasmParseError)) throw error
    throw new UsageError(`this WebAssembly module cannot be read: ${error.message}`)
  }
}
