import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { UsageError } from '../base/index.js'
import type { Crate } from './crates.js'
import { profileArguments } from './profile.js'
import { environment, missing, TARGET, type Toolchain } from './toolchain.js'

/** Options that are passed on to Cargo. */
export interface CargoOptions {
  readonly features?: readonly string[]
  readonly allFeatures?: boolean
  /** False: without the default ones. */
  readonly defaultFeatures?: boolean
  /** Fails instead of changing `Cargo.lock`. */
  readonly locked?: boolean
  /** Never uses the network. */
  readonly offline?: boolean
}

const passedOn = ({
  features = [],
  allFeatures,
  defaultFeatures,
  locked,
  offline,
}: CargoOptions): readonly string[] => [
  ...(features.length > 0 ? ['--features', features.join(',')] : []),
  ...(allFeatures === true ? ['--all-features'] : []),
  ...(defaultFeatures === false ? ['--no-default-features'] : []),
  ...(locked === true ? ['--locked'] : []),
  ...(offline === true ? ['--offline'] : []),
]

/** The functions of the VM are imports. Rust said so to the linker by itself until 1.95, and newer releases do not. */
const LINKER = ['--', '-Clink-arg=--allow-undefined']

/** A line of `--message-format json`. */
interface CargoMessage {
  readonly reason: string
  readonly manifest_path?: string
  readonly filenames?: readonly string[]
}

/**
 * Compiles a contract, with names and debug information. Each in a run of its own: in one, Cargo would compile a contract that another one has as a library
 * with the features of both, and without entry points.
 *
 * @returns the path of the file @throws UsageError if it does not compile; what the compiler says is on standard error
 */
export async function compile(crate: Crate, toolchain: Toolchain, options: CargoOptions): Promise<string> {
  const args = ['rustc', '--release', '--lib', '--target', TARGET, '--manifest-path', crate.manifest]
  const made: string[] = []
  await runCargo(
    crate,
    [
      ...args,
      '--message-format',
      'json-render-diagnostics',
      ...profileArguments(crate, toolchain),
      ...passedOn(options),
      ...LINKER,
    ],
    (line) => {
      const message = readMessage(line)
      if (message?.reason === 'compiler-artifact' && message.manifest_path === crate.manifest)
        made.push(...(message.filenames ?? []).filter((name) => name.endsWith('.wasm')))
    },
  )
  const [file] = made
  if (file === undefined) throw new UsageError(`Cargo compiled ${crate.name} to no .wasm`)
  return file
}

/** Build scripts may print to the same stream. */
function readMessage(line: string): CargoMessage | undefined {
  try {
    return line.startsWith('{') ? (JSON.parse(line) as CargoMessage) : undefined
  } catch {
    return undefined
  }
}

/** Runs the program that writes the crate's schema into the folder `schema` of the working directory. @throws UsageError if it fails */
export async function runSchemaProgram(crate: Crate, cwd: string, options: CargoOptions): Promise<void> {
  const { kind, name } = crate.schema!
  const args = ['run', '--quiet', '--manifest-path', crate.manifest, `--${kind}`, name, ...passedOn(options)]
  await runCargo(crate, args, () => undefined, cwd)
}

function runCargo(
  crate: Crate,
  args: readonly string[],
  onLine: (line: string) => void,
  cwd = crate.folder,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('cargo', args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], env: environment() })
    createInterface({ input: child.stdout }).on('line', onLine)
    child.on('error', (cause) => reject(missing('cargo', cause)))
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else
        reject(
          new UsageError(`Cargo could not ${args[0] === 'run' ? 'write the schema of' : 'compile'} ${crate.name}`, {
            details: [`cargo ${args[0]} ended with ${signal ?? `exit code ${code}`}; its messages are above`],
          }),
        )
    })
  })
}
