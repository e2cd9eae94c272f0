import { toBase64, toHex } from '../base/index.js'
import { sha256 } from '../crypto/index.js'
import { WASM_KINDS, createSandbox, kindOf, TxError, type ChainKind } from '../sandbox/internal.js'
import { acceptingReleases, BUILT_IN_CAPABILITIES, ENTRY_POINTS, rangesOf, scheduleOf } from '../vm/internal.js'
import { parseLeniently, type Module } from '../vm/wasm/index.js'
import { isDebug, sectionsOf } from './wasm-sections.js'

/** Whether a chain of a kind stores the file. */
export interface Verdict {
  readonly kind: ChainKind
  /** Its release of cosmwasm-vm. */
  readonly vm: string
  readonly isAccepted: boolean
  /** SDK gas of a transaction that stores it, up to its failure for a file that is refused. */
  readonly gasUsed: bigint
  /** The chain's own text for a file that is refused. */
  readonly error?: string
  /** What helps. */
  readonly hints: readonly string[]
}

/** What a contract is made of, and what chains make of it. */
export interface WasmReport {
  readonly bytes: number
  /** In hex. */
  readonly sha256: string
  /** By name, the largest first: bytes of the file, heads of sections included. */
  readonly sections: readonly { readonly name: string; readonly bytes: number }[]
  readonly hasNames: boolean
  readonly hasDebugInformation: boolean
  /** What it consists of; undefined for a module that cannot be read. */
  readonly contents: Contents | undefined
  readonly verdicts: readonly Verdict[]
  /** Releases of cosmwasm-vm that store it, as ranges; empty if there is none. */
  readonly releases: string
}

interface Contents {
  readonly entryPoints: readonly string[]
  /** Names of the other exported functions, without the marks of capabilities and of the interface. */
  readonly otherExports: readonly string[]
  readonly imports: readonly string[]
  /** Required of the chain. */
  readonly capabilities: readonly string[]
  readonly functions: number
  /** Locals of the function that has the most, parameters excluded. */
  readonly mostLocals: number
  /** Pages of 64 KiB that each memory begins with. */
  readonly memories: readonly number[]
  /** The most elements that each table may have; null: without a limit. */
  readonly tables: readonly (number | null)[]
}

/** Which chains are asked. */
export interface CheckOptions {
  /** Default: all. */
  readonly kinds?: readonly ChainKind[]
  /** Releases of cosmwasm-vm in place of those of the kinds, by kind; that of `''` is for all others. */
  readonly vm?: Readonly<Record<string, string>>
}

/** Stores a file on a chain of each kind, and takes it apart. @throws UsageError for bytes that are not a WebAssembly module */
export async function checkWasm(bytes: Uint8Array, options: CheckOptions = {}): Promise<WasmReport> {
  const sections = new Map<string, number>()
  for (const { name, start, end } of sectionsOf(bytes)) sections.set(name, (sections.get(name) ?? 0) + end - start)
  const contents = contentsOf(bytes)
  return {
    bytes: bytes.length,
    sha256: toHex(sha256(bytes)),
    sections: [...sections].map(([name, size]) => ({ name, bytes: size })).sort((a, b) => b.bytes - a.bytes),
    hasNames: sections.has('name'),
    hasDebugInformation: [...sections.keys()].some(isDebug),
    contents,
    verdicts: await verdictsOn(bytes, options),
    // Capabilities such as `neutron` are a chain's own, not those of a release.
    releases: rangesOf(
      acceptingReleases(bytes, new Set([...BUILT_IN_CAPABILITIES, ...(contents?.capabilities ?? [])])),
    ),
  }
}

const namedRelease = (kind: ChainKind, { vm = {} }: CheckOptions): string | undefined => vm[kind] ?? vm['']

const releaseOf = (kind: ChainKind, options: CheckOptions): string =>
  namedRelease(kind, options) ?? kindOf(kind, kind).defaults.vm

/** Whether all the chains run bulk operators on memory, so that nothing has to be lowered for them. */
export const allRunBulkOperators = (options: CheckOptions): boolean =>
  (options.kinds ?? WASM_KINDS).every((kind) => scheduleOf(releaseOf(kind, options)).bulkOperators === 'all')

/** The verdict of each kind. */
export async function verdictsOn(bytes: Uint8Array, options: CheckOptions): Promise<readonly Verdict[]> {
  const { kinds = WASM_KINDS } = options
  const chains = Object.fromEntries(
    kinds.map((kind) => {
      const release = namedRelease(kind, options)
      return [kind, { kind, ...(release !== undefined && { vm: release }) }]
    }),
  )
  const sandbox = createSandbox({ chains, links: [] })
  const verdicts: Verdict[] = []
  for (const kind of kinds) {
    const chain = sandbox.chain(kind)!
    const head = { kind, vm: releaseOf(kind, options) }
    try {
      const { gasUsed } = await chain
        .account('developer', `1000000${chain.host.app.denom}`)
        .send([{ store: { wasm: { base64: toBase64(bytes) } } }])
      verdicts.push({ ...head, isAccepted: true, gasUsed, hints: [] })
    } catch (error) {
      if (!(error instanceof TxError)) throw error
      const { gasUsed, rawLog, hints = [] } = error.result
      verdicts.push({ ...head, isAccepted: false, gasUsed, error: rawLog, hints })
    }
  }
  await sandbox.close()
  return verdicts
}

const REQUIRES = 'requires_'
const INTERFACE = 'interface_version_'

function contentsOf(bytes: Uint8Array): Contents | undefined {
  const module = readLeniently(bytes)
  if (module === undefined) return undefined
  const exported = module.exports.filter(({ kind }) => kind === 'function').map(({ name }) => name)
  const isMark = (name: string): boolean => name.startsWith(REQUIRES) || name.startsWith(INTERFACE)
  return {
    entryPoints: exported.filter((name) => Object.hasOwn(ENTRY_POINTS, name)).sort(),
    otherExports: exported.filter((name) => !Object.hasOwn(ENTRY_POINTS, name) && !isMark(name)).sort(),
    imports: module.imports.map((one) => `${one.module}.${one.name}`).sort(),
    capabilities: exported
      .filter((name) => name.startsWith(REQUIRES))
      .map((name) => name.slice(REQUIRES.length))
      .sort(),
    functions: module.bodies.length,
    mostLocals: module.bodies.reduce((most, { locals }) => Math.max(most, locals), 0),
    memories: module.memories.map(({ initial }) => initial),
    tables: module.tables.map(({ maximum }) => maximum ?? null),
  }
}

function readLeniently(bytes: Uint8Array): Module | undefined {
  try {
    return parseLeniently(bytes)
  } catch {
    return undefined
  }
}
