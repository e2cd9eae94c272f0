// One Rust contract to .wasm and JSON schema.
import { spawn } from 'node:child_process'
import {
  copyFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { BuildError } from './errors.mjs'
import { isInstalled, pathWith, TARGET } from './toolchain.mjs'
import { requireFirstVersion, withoutCustomSections } from './wasm.mjs'

/**
 * Names, lines and variables of the contract's own crate: libraries would make them several times as large. As flags of this one crate, since a
 * profile with them would give all symbols other names, by which the linker lays out other code.
 */
const DEBUG_FLAGS = ['--', '-Cdebuginfo=full', '-Cstrip=none']

/** Names and lines of all crates, so also of a published contract in a wrapper: a profile, by which the linker lays out other code. */
const TWIN_PROFILE = { CARGO_PROFILE_RELEASE_DEBUG: 'line-tables-only', CARGO_PROFILE_RELEASE_STRIP: 'none' }

/** Builds the module of a contract. @returns its path, and the environment of Cargo */
async function compile(root, contract, toolchain, flags = [], profile = {}) {
  const cwd = join(root, contract.workspace)
  const environment = {
    PATH: pathWith(toolchain),
    RUSTC: toolchain.rustc,
    CARGO_TARGET_DIR: join(root, 'target'),
    ...(toolchain.buildsStd && { RUSTC_BOOTSTRAP: '1' }),
  }
  // Cargo unpacks the crates now, so that their folders are known below.
  await run(toolchain.cargo, ['fetch', '--locked'], cwd, environment)
  const build = ['rustc', '--release', '--locked', '--lib', '--package', contract.crate, '--target', TARGET]
  const feature = contract.feature ? ['--features', contract.feature] : []
  const withStd = toolchain.buildsStd ? ['-Z', 'build-std=std,panic_abort'] : []
  await run(toolchain.cargo, [...build, ...feature, ...withStd, ...flags], cwd, {
    ...environment,
    ...profile,
    CARGO_ENCODED_RUSTFLAGS: rustFlags(root, toolchain).join('\x1f'),
  })
  const wasm = join(root, 'target', TARGET, 'release', `${contract.crate}.wasm`)
  await requireFirstVersion(contract.name, readFileSync(wasm))
  return { wasm, environment }
}

/**
 * @param {string} root the folder `contracts/`
 * @param {import('./list.mjs').Contract} contract
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @returns {Promise<string>} the compiler, for the manifest
 */
export async function buildRust(root, contract, toolchain) {
  const { wasm, environment } = await compile(root, contract, toolchain, contract.debug ? DEBUG_FLAGS : [])
  const artifact = join(root, 'artifacts', contract.artifact)
  install(wasm, artifact)
  if (contract.debug) {
    install(wasm, join(root, 'artifacts', contract.debug))
    // One build makes both, so that they are the same code.
    writeFileSync(artifact, withoutCustomSections(readFileSync(wasm)))
  }
  if (contract.schema) await buildSchema(root, contract, toolchain, environment)
  return `${toolchain.version}, ${TARGET}${toolchain.buildsStd ? ' with std from its sources' : ''}`
}

/** Builds `NAME.wasm` and `NAME.debug.wasm`, the same code with names and lines, into a folder. The artifacts stay as they are. */
export async function buildTwin(root, contract, toolchain, folder) {
  // A contract with a committed twin gets the same one.
  const { wasm } = contract.debug
    ? await compile(root, contract, toolchain, DEBUG_FLAGS)
    : await compile(root, contract, toolchain, [], TWIN_PROFILE)
  install(wasm, join(folder, `${contract.name}.debug.wasm`))
  writeFileSync(join(folder, `${contract.name}.wasm`), withoutCustomSections(readFileSync(wasm)))
}

async function buildSchema(root, contract, toolchain, environment) {
  const scratch = mkdtempSync(join(tmpdir(), 'contracts-'))
  try {
    const manifest = join(root, contract.workspace, 'Cargo.toml')
    const args = [
      'run',
      '--quiet',
      '--locked',
      '--manifest-path',
      manifest,
      '--package',
      contract.crate,
      '--bin',
      'schema',
    ]
    await run(toolchain.cargo, args, scratch, environment)
    install(join(scratch, 'schema', `${contract.name}.json`), join(root, 'artifacts', contract.schema))
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** The same bytes wherever it is built: places in panic messages begin at a name in place of a folder of this machine. */
function rustFlags(root, toolchain) {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo')
  const registries = join(cargoHome, 'registry/src')
  const rust = join(toolchain.sysroot, 'lib/rustlib/src/rust')
  const places = [
    ...(existsSync(registries) ? readdirSync(registries).map((name) => [join(registries, name), '/crates']) : []),
    // A toolchain can be a link to another one, whose folder cargo then names.
    ...[...new Set([rust, existsSync(rust) ? realpathSync(rust) : rust])].map((folder) => [folder, '/rust']),
    [root.replace(/\/$/, ''), '/contracts'],
  ]
  return [
    '-Ctarget-cpu=mvp',
    // The contract's imports are the VM's business, not the linker's.
    '-Clink-arg=--allow-undefined',
    ...(isInstalled('wasm-ld') ? ['-Clinker=wasm-ld'] : []),
    ...places.map(([from, to]) => `--remap-path-prefix=${from}=${to}`),
  ]
}

function install(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  chmodSync(to, 0o644)
}

/** Runs a program at low priority; what it prints to stdout is dropped, its errors and progress are shown. */
function run(program, args, cwd, environment) {
  const [command, ...rest] = isInstalled('nice') ? ['nice', '-n', '10', program, ...args] : [program, ...args]
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.on('error', (error) => reject(new BuildError(`${program} does not start: ${error.message}`)))
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new BuildError(`${program} ${args[0]} failed with exit code ${code}, see above`)),
    )
  })
}
