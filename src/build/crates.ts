import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { inLine, insteadOf, UsageError } from '../base/index.js'
import { environment, missing } from './toolchain.js'

/** A package of a Cargo workspace. */
export interface Crate {
  /** Its name in `Cargo.toml`. */
  readonly name: string
  /** Its name in code, which is that of its `.wasm` without the ending. */
  readonly file: string
  readonly folder: string
  readonly manifest: string
  readonly workspace: string
  readonly isContract: boolean
  /** The program that writes its schema. */
  readonly schema: SchemaProgram | undefined
}

interface SchemaProgram {
  readonly kind: 'bin' | 'example'
  readonly name: string
}

/** What `cargo metadata` prints, as far as it is read. */
interface Metadata {
  readonly workspace_root: string
  readonly packages: readonly {
    readonly name: string
    readonly manifest_path: string
    readonly targets: readonly Target[]
  }[]
}

interface Target {
  readonly name: string
  readonly kind: readonly string[]
  readonly crate_types: readonly string[]
}

const MANIFEST = 'Cargo.toml'

/** What the crates have to be. */
export interface Wanted {
  readonly isWanted: (crate: Crate) => boolean
  /** The error for a crate that was named and is something else. */
  readonly refuse: (crate: Crate) => UsageError
}

/** Contracts are libraries that become one `.wasm`. */
export const CONTRACTS: Wanted = {
  isWanted: ({ isContract }) => isContract,
  refuse: ({ name, manifest }) =>
    new UsageError(`${name} is no contract: its library does not become a .wasm`, {
      details: [`right, in ${manifest}:`, '[lib]', 'crate-type = ["cdylib", "rlib"]'],
    }),
}

/**
 * The crates that a command line names: by their folders, or by their names in the workspace of the working directory. Without names, as
 * Cargo chooses them: the package of the working directory, or all of a workspace without a package of its own.
 *
 * @param isWhole all of the workspace
 * @throws UsageError if there is no such crate, or one that is named is not what is wanted
 */
export function chooseCrates(names: readonly string[], isWhole: boolean, wanted: Wanted): readonly Crate[] {
  if (names.length > 0) return names.flatMap((name) => cratesOf(name, isWhole, wanted))
  return chosenIn(manifestOf('.'), isWhole, wanted)
}

function cratesOf(name: string, isWhole: boolean, wanted: Wanted): readonly Crate[] {
  if (existsSync(name)) return chosenIn(manifestOf(name), isWhole, wanted)
  // No name of a crate has a separator.
  if (/[\\/]/.test(name)) throw new UsageError(`there is no folder ${resolve(name)}`, { details: insteadOf(name) })
  const all = membersOf(manifestOf('.'))
  const crate = all.find((one) => one.name === name || one.file === name)
  if (crate === undefined)
    throw new UsageError(`there is neither a folder nor a crate ${name}`, {
      details: [`crates of ${all[0]?.workspace ?? resolve('.')}: ${namesOf(all.filter(wanted.isWanted))}`],
    })
  if (!wanted.isWanted(crate)) throw wanted.refuse(crate)
  return [crate]
}

function chosenIn(manifest: string, isWhole: boolean, wanted: Wanted): readonly Crate[] {
  const all = membersOf(manifest)
  const own = all.find((crate) => realpathSync(crate.manifest) === realpathSync(manifest))
  if (own !== undefined && !isWhole) {
    if (!wanted.isWanted(own)) throw wanted.refuse(own)
    return [own]
  }
  const found = all.filter(wanted.isWanted)
  if (found.length === 0 && all[0] !== undefined) throw wanted.refuse(all[0])
  return found
}

const namesOf = (crates: readonly Crate[]): string => crates.map(({ name }) => name).join(', ') || 'none'

/** The `Cargo.toml` of a folder, or of the next one above that has one. */
function manifestOf(place: string): string {
  const path = resolve(place)
  if (statSync(path).isFile()) {
    if (path.endsWith(MANIFEST)) return path
    throw new UsageError(`${place} is neither a folder nor a ${MANIFEST}`)
  }
  for (let folder = path; ; folder = dirname(folder)) {
    const found = join(folder, MANIFEST)
    if (existsSync(found)) return found
    if (folder === dirname(folder)) break
  }
  throw new UsageError(`there is no ${MANIFEST} in ${path}, nor above it`, {
    details: ['right: name the folder of the contract, or make one with: cargo new --lib NAME'],
  })
}

/** All packages of the workspace of a `Cargo.toml`. */
function membersOf(manifest: string): readonly Crate[] {
  const { error, status, stdout, stderr } = spawnSync(
    'cargo',
    ['metadata', '--format-version', '1', '--no-deps', '--offline', '--manifest-path', manifest],
    { cwd: dirname(manifest), encoding: 'utf8', maxBuffer: 1 << 28, env: environment() },
  )
  if (error !== undefined) throw missing('cargo', error)
  if (status !== 0)
    throw new UsageError(`Cargo cannot read ${manifest}`, {
      details: stderr
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, 10)
        .map(inLine),
    })
  const metadata = JSON.parse(stdout) as Metadata
  return metadata.packages.map((one) => crateOf(one, metadata.workspace_root))
}

/** Cargo gives libraries names with underscores, older releases only in their files. */
const inCode = (name: string): string => name.replaceAll('-', '_')

function crateOf({ name, manifest_path, targets }: Metadata['packages'][number], workspace: string): Crate {
  const library = targets.find(({ crate_types }) => crate_types.some((type) => type.endsWith('lib')))
  const isContract = library?.crate_types.includes('cdylib') ?? false
  return {
    name,
    file: inCode(library?.name ?? name),
    folder: dirname(manifest_path),
    manifest: manifest_path,
    workspace,
    isContract,
    schema: schemaProgramOf(targets),
  }
}

/** `src/bin/schema.rs`, or before that was usual `examples/schema.rs`. */
function schemaProgramOf(targets: readonly Target[]): SchemaProgram | undefined {
  for (const kind of ['bin', 'example'] as const)
    for (const isIts of [(name: string) => name === 'schema', (name: string) => /(?:^|[_-])schema$/.test(name)]) {
      const found = targets.find((target) => target.kind.includes(kind) && isIts(target.name))
      if (found !== undefined) return { kind, name: found.name }
    }
  return undefined
}
