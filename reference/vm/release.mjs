// Another release of `cosmwasm-vm`: a copy of this crate in target/releases, with a manifest made for it.
//
// Cargo itself tells which wasmer the release needs and which features it has.

import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

const VM_FEATURES = ['iterator', 'staking', 'stargate', 'ibc2']
const STD_FEATURES = [
  ...VM_FEATURES,
  ...['1_1', '1_2', '1_3', '1_4', '2_0', '2_1', '2_2', '3_0'].map((capability) => `cosmwasm_${capability}`),
]

/** Builds the program on a release and returns its path. Releases share what is compiled of equal crates. */
export function buildRelease(version) {
  const directory = prepareRelease(version)
  const shared = join(here, 'target/shared')
  cargo(directory, ['build', '--release', '--target-dir', shared])
  const program = programOf(version)
  copyFileSync(join(shared, 'release/reference-vm'), program)
  return program
}

/** Where the program on a release is, once built. */
export const programOf = (version) => join(here, 'target/releases', version, 'reference-vm')

/** Copies the sources and writes a manifest that fits the release. */
function prepareRelease(version) {
  const directory = join(here, 'target/releases', version)
  mkdirSync(directory, { recursive: true })
  for (const part of ['src', 'build.rs']) {
    rmSync(join(directory, part), { recursive: true, force: true })
    cpSync(join(here, part), join(directory, part), { recursive: true })
  }
  const manifest = join(directory, 'Cargo.toml')
  rmSync(join(directory, 'Cargo.lock'), { force: true })

  // A release allows newer crates of its line; it gets those of its own number: mocks and curves are part of the result.
  const own = { vm: { version, features: [] }, std: { version }, crypto: { version } }
  writeFileSync(manifest, manifestFor(own))
  const { packages } = JSON.parse(cargo(directory, ['metadata', '--format-version', '1']))
  const found = (name) => packages.find((candidate) => candidate.name === name)
  const zebra = found('ed25519-zebra')
  const having = (name, wanted) => wanted.filter((feature) => feature in found(name).features)
  writeFileSync(
    manifest,
    manifestFor({
      ...own,
      vm: { version, features: having('cosmwasm-vm', VM_FEATURES) },
      std: { version, features: having('cosmwasm-std', STD_FEATURES) },
      wasmer: { version: found('wasmer').version },
      // Some releases were made before its batches became a feature.
      ...('alloc' in zebra.features && { zebra: { version: zebra.version, features: ['alloc'] } }),
    }),
  )
  return directory
}

function manifestFor({ vm, std, crypto, wasmer, zebra }) {
  const dependency = (name, { version, features = [], ...rest }) =>
    `${name} = ${tomlTable({ version: `=${version}`, features, ...rest })}`
  return `[package]
name = "reference-vm"
version = "0.1.0"
edition = "2021"
publish = false

[workspace]

[dependencies]
base64 = "0.22"
bech32 = "0.11"
${dependency('cosmwasm-vm', vm)}
${dependency('cosmwasm-std', std)}
${dependency('cosmwasm-crypto', crypto)}
${wasmer ? dependency('wasmer', { ...wasmer, 'default-features': false }) : ''}
${zebra ? dependency('ed25519-zebra', zebra) : ''}
cpu-time = "1"
hex = "0.4"
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["raw_value"] }
sha2 = "0.10"

# Compiled fast, but for what shares the contract's stack.
[profile.release]
opt-level = 0

[profile.release.package]
${['corosensei', 'wasmer-vm'].map((name) => `${name}.opt-level = 3`).join('\n')}
`
}

function tomlTable(values) {
  return `{ ${Object.entries(values)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
    .join(', ')} }`
}

function cargo(cwd, args) {
  const { status, stdout, error } = spawnSync('cargo', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
  return stdout
}
