// Which Rust builds the contracts.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { BuildError } from './errors.mjs'

export const TARGET = 'wasm32-unknown-unknown'

/**
 * From this release on the precompiled std of the target has features of WebAssembly that the VM refuses: calls by a table in the form of the reference
 * types, and from 1.87 on bulk memory too. So std has to be built along.
 */
const FIRST_UNFIT_RELEASE = [1, 82]

/**
 * @typedef {object} Toolchain
 * @property {string} rustc path
 * @property {string} cargo path
 * @property {string} version as rustc prints it
 * @property {string} sysroot
 * @property {boolean} buildsStd whether std is built along, from its sources
 */

/**
 * The first that can build for the VM: one with a fitting target, else one with std's sources.
 *
 * @param {string[]} folders where to look for rustc and cargo
 * @returns {Toolchain}
 */
export function findToolchain(folders = [...searchPath(), '/usr/bin']) {
  const found = candidates(folders)
  if (found.length === 0) throw new BuildError(`Rust is not installed: no rustc and cargo on the path.\n${ADVICE}`)
  const fitting = found.find(({ hasTarget, release }) => hasTarget && isBefore(release, FIRST_UNFIT_RELEASE))
  if (fitting) return { ...fitting, buildsStd: false }
  const withSources = found.find(({ hasSources }) => hasSources)
  if (withSources) return { ...withSources, buildsStd: true }
  const list = found.map(({ rustc, version }) => `  ${rustc}: ${version}`).join('\n')
  throw new BuildError(`No Rust here can build ${TARGET} for the VM:\n${list}\n${ADVICE}`)
}

const ADVICE = `The VM takes WebAssembly without later features. Either of these builds it:
  rustup toolchain install 1.81 --target ${TARGET} && rustup default 1.81
  any newer Rust with the sources of std (rustup component add rust-src; on Debian
  apt-get install rustc-web cargo-web rust-web-src lld)
The built contracts are in contracts/artifacts; only whoever changes their sources needs Rust.`

function candidates(folders) {
  return [...new Set(folders)].flatMap((folder) => {
    const [rustc, cargo] = [join(folder, 'rustc'), join(folder, 'cargo')]
    if (!existsSync(rustc) || !existsSync(cargo)) return []
    const version = ask(rustc, '--version')
    const sysroot = ask(rustc, '--print', 'sysroot')
    if (!version || !sysroot) return []
    return [
      {
        rustc,
        cargo,
        version,
        sysroot,
        release: version.match(/\d+/g).slice(0, 2).map(Number),
        hasTarget: existsSync(join(sysroot, 'lib/rustlib', TARGET, 'lib')),
        hasSources: existsSync(join(sysroot, 'lib/rustlib/src/rust/library/std')),
      },
    ]
  })
}

function ask(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function isBefore([major, minor], [otherMajor, otherMinor]) {
  return major < otherMajor || (major === otherMajor && minor < otherMinor)
}

function searchPath() {
  return (process.env.PATH ?? '').split(delimiter)
}

/** Whether a program is on the path. */
export function isInstalled(program) {
  return searchPath().some((folder) => existsSync(join(folder, program)))
}

/** The path with the toolchain's folder first, so that its parts find each other. */
export function pathWith(toolchain) {
  return [dirname(toolchain.cargo), process.env.PATH].join(delimiter)
}
