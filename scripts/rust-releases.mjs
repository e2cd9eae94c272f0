// Builds contracts with several releases of Rust and cosmwasm-std, and calls them: the table of docs/building.md.
//
//   npm run rust-releases                 prints a row for each release of Rust that is installed
//   npm run rust-releases -- --write      writes the table too
//   npm run rust-releases -- --rust 1.85.0 --std 2.2
//
// Needs rustup with the releases and their target wasm32-unknown-unknown, and crates.io. Installs nothing.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createSandbox } from 'sudobox'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PAGE = join(ROOT, 'docs/building.md')
const COMMAND = join(ROOT, 'dist/cli/main.js')

const { values } = parseArgs({
  options: {
    write: { type: 'boolean' },
    rust: { type: 'string', multiple: true },
    std: { type: 'string', multiple: true },
  },
})
const NEWEST = '1.99.1'
const RELEASES = values.rust ?? ['1.75.0', '1.85.0', NEWEST]

/** Dependencies of the counter of the page, by the release of cosmwasm-std. */
const STD = {
  1.5: { 'cosmwasm-schema': '~1.5', 'cosmwasm-std': '~1.5', 'cw-storage-plus': '1' },
  2.2: { 'cosmwasm-schema': '~2.2', 'cosmwasm-std': '~2.2', 'cw-storage-plus': '2' },
  '3.0': { 'cosmwasm-schema': '~3.0', 'cosmwasm-std': '~3.0', 'cw-storage-plus': '3' },
}

const SDK = 'neutron-sdk 0.11'
/** A contract that sends a message of Neutron and is called back. */
const SDK_SOURCE = `
use cosmwasm_std::{entry_point, DepsMut, Empty, Env, MessageInfo, Response, StdResult};
use neutron_sdk::bindings::{msg::NeutronMsg, query::NeutronQuery};
use neutron_sdk::sudo::msg::SudoMsg;

#[entry_point]
pub fn instantiate(_deps: DepsMut, _env: Env, _info: MessageInfo, _msg: Empty) -> StdResult<Response> {
    Ok(Response::new())
}

#[entry_point]
pub fn execute(_deps: DepsMut<NeutronQuery>, _env: Env, _info: MessageInfo, _msg: Empty) -> StdResult<Response<NeutronMsg>> {
    Ok(Response::new().add_message(NeutronMsg::submit_create_denom("token")))
}

#[entry_point]
pub fn sudo(_deps: DepsMut, _env: Env, msg: SudoMsg) -> StdResult<Response> {
    Ok(Response::new().add_attribute("callback", format!("{msg:?}")))
}
`

const page = readFileSync(PAGE, 'utf8')
/** The file of the page. */
function sourceOf(path) {
  const found = new RegExp(`^\`\`\`\\w+ ${path.replaceAll('.', '\\.')}\\n(.*?)^\`\`\`$`, 'ms').exec(page)
  if (!found) throw new Error(`docs/building.md has no file ${path}`)
  return found[1]
}

/** The calls of a contract, whose gas is in the table. */
const CALLS = {
  counter: { instantiate: { start: 40 }, execute: { increment: { by: 2 } } },
  sdk: { instantiate: {}, execute: {} },
}

const CRATES = [
  ...Object.entries(STD).map(([std, dependencies]) => ({
    name: `cosmwasm-std ${std}`,
    std,
    dependencies,
    source: sourceOf('src/lib.rs'),
    calls: CALLS.counter,
  })),
  {
    name: SDK,
    std: 'sdk',
    dependencies: { 'cosmwasm-std': '~2.2', 'neutron-sdk': '0.11' },
    source: SDK_SOURCE,
    calls: CALLS.sdk,
  },
].filter(({ std }) => values.std?.includes(std) ?? true)

function writeCrate(folder, { dependencies, source }, rust) {
  const lines = Object.entries(dependencies).map(([name, version]) => `${name} = "${version}"`)
  const manifest = `[package]
name = "counter"
version = "0.1.0"
edition = "2021"
rust-version = "${rust.split('.').slice(0, 2).join('.')}"

[lib]
crate-type = ["cdylib", "rlib"]

[dependencies]
${lines.join('\n')}
`
  for (const [path, text] of Object.entries({ 'Cargo.toml': manifest, 'src/lib.rs': source })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function run(command, args, cwd, env) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
  })
  if (error) throw error
  return { status, stdout, stderr }
}

/** The release that a dependency asks for, in the words of Cargo or of a crate's edition. */
function reasonOf(stderr) {
  const needs = [...stderr.matchAll(/(?:requires rustc|rust-version) (\d+\.\d+)/g)].map(([, release]) => release)
  if (needs.length > 0) return `needs Rust ${needs.sort((a, b) => a.split('.')[1] - b.split('.')[1]).at(-1)}`
  return (/^error.*$/m.exec(stderr)?.[0] ?? 'failed').slice(0, 120)
}

async function callsOf(file, { instantiate, execute }) {
  const sandbox = createSandbox()
  const alice = sandbox.chains.neutron.account('alice', '100000000untrn')
  const contract = await alice.deploy(file, instantiate)
  const { gasUsed } = await alice.execute(contract, execute)
  await sandbox.close()
  return gasUsed
}

/** A row of the table. */
async function measure(rust, crate, target) {
  const folder = mkdtempSync(join(tmpdir(), 'rust-releases-'))
  try {
    writeCrate(folder, crate, rust)
    // The newest Cargo chooses dependencies that the release can compile.
    const lock = run('cargo', [`+${NEWEST}`, 'generate-lockfile'], folder, {
      CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS: 'fallback',
    })
    if (lock.status !== 0) throw new Error(lock.stderr)
    const env = { RUSTUP_TOOLCHAIN: rust, CARGO_TARGET_DIR: target }
    const { status, stdout, stderr } = run(process.execPath, [COMMAND, 'build', '--locked', '--json'], folder, env)
    if (status === 2) return [rust, crate.name, reasonOf(stderr), '', '', '', '']
    const [{ file, isLowered, report }] = JSON.parse(stdout).contracts
    const accepted = report.verdicts.filter(({ isAccepted }) => isAccepted).map(({ kind }) => kind)
    const names = report.sections.find(({ name }) => name === 'name')?.bytes ?? 0
    const gas = await callsOf(join(folder, file), crate.calls).catch(
      (error) => `fails: ${error.message.split('\n')[0]}`,
    )
    return [
      rust,
      crate.name,
      isLowered ? 'lowered' : 'as compiled',
      grouped(report.bytes),
      grouped(names),
      accepted.length === 4 ? 'all kinds' : accepted.join(', ') || 'none',
      typeof gas === 'bigint' ? grouped(gas) : gas,
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const grouped = (value) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',')

const HEAD = ['Rust', 'contract with', 'WebAssembly', 'bytes', 'of which names', 'accepted by', 'gas of a call']
const rowText = (cells) => `| ${cells.join(' | ')} |`

const rows = []
for (const rust of RELEASES) {
  const target = mkdtempSync(join(tmpdir(), 'rust-releases-target-'))
  try {
    for (const crate of CRATES) {
      const row = await measure(rust, crate, target)
      rows.push(row)
      console.log(rowText(row))
    }
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}

if (values.write) {
  const table = [rowText(HEAD), '|---|---|---|---:|---:|---|---:|', ...rows.map(rowText)].join('\n')
  const [begin, end] = ['<!-- rust-releases -->', '<!-- /rust-releases -->']
  const text = readFileSync(PAGE, 'utf8')
  const before = text.slice(0, text.indexOf(begin) + begin.length)
  writeFileSync(PAGE, `${before}\n\n${table}\n\n${text.slice(text.indexOf(end))}`)
  console.log('written: docs/building.md')
}
