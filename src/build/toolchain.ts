import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inLine, UsageError } from '../base/index.js'

/** What contracts are compiled for. */
export const TARGET = 'wasm32-unknown-unknown'

/** The Rust of a folder. */
export interface Toolchain {
  /** `1.95.0`; with a suffix for others than stable releases: `1.97.0-nightly`. */
  readonly release: string
  readonly sysroot: string
}

/** rustup installs what `rust-toolchain.toml` names unless this variable forbids it: whoever runs the command did not ask for that. */
export const environment = (): NodeJS.ProcessEnv => ({ ...process.env, RUSTUP_AUTO_INSTALL: '0' })

/** @throws UsageError that names the command that installs what is missing */
export function requireToolchain(folder: string): Toolchain {
  ask(folder, 'cargo', '--version')
  const release = /^release: (\S+)$/m.exec(ask(folder, 'rustc', '-vV'))?.[1]
  if (release === undefined) throw new UsageError('rustc does not say its release')
  return { release, sysroot: ask(folder, 'rustc', '--print', 'sysroot').trim() }
}

/** @throws UsageError if the standard library of {@link TARGET} is not installed */
export function requireTarget({ release, sysroot }: Toolchain): void {
  if (existsSync(join(sysroot, 'lib/rustlib', TARGET, 'lib'))) return
  const isOfRustup = basename(dirname(sysroot)) === 'toolchains'
  throw new UsageError(`Rust ${release} cannot compile for ${TARGET}, whose standard library is not installed`, {
    details: isOfRustup
      ? [`right: rustup target add ${TARGET} --toolchain ${basename(sysroot)}`]
      : [
          `looked for: ${join(sysroot, 'lib/rustlib', TARGET)}`,
          'right: the package of the system, such as apt-get install libstd-rust-dev-wasm32 or dnf install rust-std-static-wasm32-unknown-unknown, or Rust by rustup (https://rustup.rs)',
        ],
  })
}

/** Whether a release is this one, or a later one. */
export function isAtLeast(release: string, [major, minor]: readonly [number, number]): boolean {
  const [ours = 0, second = 0] = release.split('.').map((part) => Number.parseInt(part, 10))
  return ours > major || (ours === major && second >= minor)
}

function ask(folder: string, program: string, ...args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: environment(),
  })
  if (error !== undefined) throw missing(program, error)
  if (status === 0) return stdout
  throw refused(program, stderr)
}

/** The error for a program that does not start. */
export const missing = (program: string, cause: Error): UsageError =>
  'code' in cause && cause.code === 'ENOENT'
    ? new UsageError(`${program} is not installed, or not on the path`, {
        details: [
          "right: curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh",
          `then: rustup target add ${TARGET}`,
        ],
        cause,
      })
    : new UsageError(`${program} does not start: ${cause.message}`, { cause })

/** rustup's words when a folder asks for a toolchain that is not there. */
const NO_TOOLCHAIN = /toolchain '([\w.-]+)' is not installed/

function refused(program: string, stderr: string): UsageError {
  const wanted = NO_TOOLCHAIN.exec(stderr)?.[1]
  if (wanted !== undefined)
    return new UsageError(`Rust ${wanted} is not installed, which the project asks for (rust-toolchain.toml)`, {
      details: [`right: rustup toolchain install ${wanted} --target ${TARGET}`],
    })
  return new UsageError(`${program} does not work here`, {
    details: stderr.trim().split('\n').slice(0, 5).map(inLine),
  })
}
