import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { toHex } from '../../src/base/bytes.js'
import { chooseCrates, CONTRACTS } from '../../src/build/crates.js'
import { sectionsOf } from '../../src/build/wasm-sections.js'
import { sha256 } from '../../src/crypto/index.js'
import { assemble, contract } from '../vm/wat.js'
import { sudobox } from './command.js'

const folder = (): string => mkdtempSync(join(tmpdir(), 'sudobox-build-'))
const WASM = 'contracts/artifacts/cw20_base.wasm'

function fileOf(wasm: Uint8Array): string {
  const file = join(folder(), 'mine.wasm')
  writeFileSync(file, wasm)
  return file
}

afterEach(() => void vi.unstubAllEnvs())

test('check shows what a contract consists of, and that every kind of chain takes it', async () => {
  const { code, stdout } = await sudobox('check', WASM)
  expect(code).toBe(0)
  expect(stdout).toContain(`${WASM}  `)
  expect(stdout).toMatch(/entry points {3}execute, instantiate, migrate, query\n/)
  expect(stdout).toMatch(/imports .*env\.db_read/)
  expect(stdout).toMatch(/^ {2}code +[\d,]+ {2}\d+\.\d %$/m)
  for (const [kind, vm] of [
    ['neutron', '3.0.6'],
    ['hub', '2.3.4'],
    ['wasmd', '3.0.9'],
    ['nolus', '3.0.4'],
  ])
    expect(stdout).toMatch(new RegExp(`^ +${kind} +${vm} +accepted +[\\d,]{7,}$`, 'm'))
  expect(stdout).toContain('releases of cosmwasm-vm that accept it: 3.1.0-rc.0 to 3.1.0-rc.1, 3.0.0 to 3.0.11')
})

test('check prints the same as JSON', async () => {
  const { code, stdout } = await sudobox('check', WASM, '--json', '--kind', 'neutron')
  expect(code).toBe(0)
  const report = JSON.parse(stdout) as { sections: { name: string; bytes: number }[] }
  const bytes = readFileSync(WASM)
  expect(report).toMatchObject({
    file: WASM,
    bytes: bytes.length,
    sha256: toHex(sha256(bytes)),
    contents: { capabilities: expect.arrayContaining(['iterator']), memories: [17] },
    verdicts: [
      { kind: 'neutron', vm: '3.0.6', isAccepted: true, gasUsed: expect.stringMatching(/^\d{7}$/), hints: [] },
    ],
  })
  const heads = 8
  expect(report.sections.reduce((sum, section) => sum + section.bytes, heads)).toBe(bytes.length)
})

test('a refusal has the chain’s own text, and the command that helps', async () => {
  const later = contract('(memory.fill (i32.const 0) (i32.const 0) (i32.const 0)) (i32.const 16)')
  const { code, stdout } = await sudobox('check', fileOf(later))
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /refused by neutron, hub, wasmd, nolus, cosmoshub: .*bulk memory support is not enabled \(at offset 0x/,
  )
  expect(stdout).toContain('right: sudobox build, or sudobox lower FILE OUT (docs/building.md)')
  expect(stdout).toContain('releases of cosmwasm-vm that accept it: 3.1.0-rc.0 to 3.1.0-rc.1')
})

test('a capability that only some chains have says nothing against a release', async () => {
  const ofNeutron = contract('(i32.const 16)', '(func (export "requires_neutron"))')
  const { stdout } = await sudobox('check', fileOf(ofNeutron))
  expect(stdout).toMatch(/^ +neutron +3\.0\.6 +accepted/m)
  expect(stdout).toMatch(/refused by hub, wasmd, cosmoshub: .*unavailable capabilities: \{"neutron"\}/)
  expect(stdout).toMatch(/releases of cosmwasm-vm that accept it: 3\.1\.0-rc\.0 to 3\.1\.0-rc\.1, 3\.0\.0 to 3\.0\.11/)
})

/** The contract with a section of zeros. */
function withDebugLines(bytes: number): Buffer {
  const size = bytes + 13
  const leb = [0, 7, 14, 21].map((shift) => ((size >> shift) & 0x7f) | (shift < 21 ? 0x80 : 0))
  const head = [Buffer.from([0, ...leb, 12]), Buffer.from('.debug_lines')]
  return Buffer.concat([readFileSync(WASM), ...head, Buffer.alloc(bytes)])
}

test('Neutron accepts larger files than other chains', async () => {
  const { code, stdout } = await sudobox('check', fileOf(withDebugLines(1 << 20)))
  expect(code).toBe(0)
  expect(stdout).toMatch(/neutron +3\.0\.6 +accepted/)
  expect(stdout).toMatch(/refused by hub, wasmd, nolus: code bytes cannot be longer than 819200 bytes/)
})

test('a file that is too large has sections that say why', async () => {
  const large = withDebugLines(2 << 20)
  const { code, stdout } = await sudobox('check', fileOf(large))
  expect(code).toBe(1)
  expect(stdout).toMatch(/^ {2}\.debug_lines +2,097,\d{3} {2}/m)
  expect(stdout).toContain('refused by neutron, cosmoshub: code bytes cannot be longer than 1677722 bytes')
  expect(stdout).toContain('code bytes cannot be longer than 819200 bytes')
  expect(stdout).toMatch(new RegExp(`the file has ${large.length} bytes; right: .*sudobox build.*docs/building.md`))
})

test('one kind of chain is enough unless kinds are named', async () => {
  const ofNeutron = contract(
    '(i32.const 16)',
    '(func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 16)) (func (export "requires_neutron"))',
  )
  const file = fileOf(ofNeutron)
  const all = await sudobox('check', file)
  expect(all.stdout).toMatch(/neutron +3\.0\.6 +accepted/)
  expect(all.stdout).toMatch(/refused by hub.*unavailable capabilities: \{"neutron"\}/)
  expect(all.code).toBe(0)
  expect((await sudobox('check', file, '--kind', 'neutron', '--kind', 'hub')).code).toBe(1)
  expect((await sudobox('check', file, '--kind', 'juno')).stderr).toContain(
    'Allowed choices are neutron, hub, wasmd, nolus',
  )
})

test('a release of the contract VM is that of the flag', async () => {
  const locals = contract(
    '(i32.const 16)',
    `(func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 16)) (func (local${' i32'.repeat(101)}))`,
  )
  const file = fileOf(locals)
  expect((await sudobox('check', file, '--kind', 'hub')).stdout).toContain('function with more than 100 locals: 101')
  const { code, stdout } = await sudobox('check', file, '--kind', 'hub', '--vm', '2.2.2')
  expect(code).toBe(0)
  expect(stdout).toMatch(/hub +2\.2\.2 +accepted/)
})

test('what is no module is refused, with exit code 2', async () => {
  expect(await sudobox('check', 'package.json')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not a WebAssembly module'),
  })
  expect(await sudobox('check', 'nowhere.wasm')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot read nowhere.wasm'),
  })
  const cutOff = readFileSync(WASM).subarray(0, 5000)
  expect(await sudobox('check', fileOf(cutOff))).toMatchObject({ code: 2, stderr: expect.stringContaining('cut off') })
})

/** Binaryen is a program of 11 MB, which Node compiles each time. */
const LOWERING = { timeout: 120_000 }

test('lower writes another file', LOWERING, async () => {
  const file = fileOf(assemble('(module (memory 1) (func (memory.fill (i32.const 0) (i32.const 0) (i32.const 1))))'))
  const to = join(folder(), 'out/lowered.wasm')
  const { code, stdout } = await sudobox('lower', file, to)
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/lowered\.wasm: \d+ bytes, before \d+\n$/),
  })
  expect(existsSync(to)).toBe(true)
  const debugged = fileOf(Buffer.concat([readFileSync(file), Buffer.from('\0\x0d\x0b.debug_line\0', 'latin1')]))
  const second = await sudobox('lower', debugged, to)
  const twin = to.replace(/\.wasm$/, '.debug.wasm')
  expect(second.stdout).toMatch(new RegExp(`bytes, before \\d+\nnames and lines for traces: ${twin}\n$`))
  expect(readFileSync(twin)).toEqual(readFileSync(debugged))
  const json = await sudobox('lower', to, `${to}.again`, '--json')
  expect(JSON.parse(json.stdout)).toMatchObject({ from: to, to: `${to}.again` })
  expect(await sudobox('lower', file, file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('replace the original'),
  })
  expect(await sudobox('lower', 'nowhere.wasm', to)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot read nowhere.wasm'),
  })
})

/** A path with a Rust that only answers what it is asked. */
function rust(
  release: string,
  { target = true, packages = [] as readonly object[], error = '', compiled = '' } = {},
): string {
  const bin = folder()
  const sysroot = join(bin, 'toolchains', release)
  mkdirSync(join(sysroot, target ? 'lib/rustlib/wasm32-unknown-unknown/lib' : 'lib/rustlib'), { recursive: true })
  const metadata = JSON.stringify({ workspace_root: bin, packages })
  const program = (name: string, text: string): void =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  // What it says of a crate that it has compiled, and of another one that needs no file.
  const artifact = { reason: 'compiler-artifact', manifest_path: (packages[0] as Manifest | undefined)?.manifest_path }
  const message = JSON.stringify({ ...artifact, filenames: [compiled, `${compiled}.rlib`] })
  const compiling =
    compiled === '' ? '' : `rustc) echo "$@" > "${bin}/arguments"; echo 'a build script'; echo '${message}';;`
  const failing = `echo "${error}" >&2; exit 1`
  program('rustc', error !== '' ? failing : `case $1 in -vV) echo "release: ${release}";; *) echo "${sysroot}";; esac`)
  program(
    'cargo',
    `case $1 in metadata) cat <<'END'\n${metadata}\nEND\n;; --version) ${error === '' ? 'true' : failing};; ${compiling} *) exit 101;; esac`,
  )
  return bin
}

interface Manifest {
  readonly manifest_path: string
}

/** A crate as \`cargo metadata\` describes it. */
function crate(name: string, types: readonly string[] = ['cdylib', 'rlib'], targets: readonly object[] = []): object {
  const place = folder()
  const manifest = join(place, 'Cargo.toml')
  writeFileSync(manifest, '[package]\n')
  return { name, manifest_path: manifest, targets: [{ name, kind: types, crate_types: types }, ...targets] }
}

const placeOf = (one: object): string => (one as Manifest).manifest_path

async function built(path: string, ...args: readonly string[]) {
  vi.stubEnv('PATH', `${path}:/usr/bin:/bin`)
  return await sudobox('build', ...args)
}

test('without Rust the command that installs it is named', async () => {
  const vault = crate('vault')
  vi.stubEnv('PATH', folder())
  const { code, stderr } = await sudobox('build', placeOf(vault))
  expect(code).toBe(2)
  expect(stderr).toContain('cargo is not installed, or not on the path')
  expect(stderr).toContain('sh.rustup.rs | sh')
})

test('without the target the command that installs it is named', async () => {
  const vault = crate('vault')
  const { code, stderr } = await built(rust('1.85.0', { target: false, packages: [vault] }), placeOf(vault))
  expect(code).toBe(2)
  expect(stderr).toContain('right: rustup target add wasm32-unknown-unknown --toolchain 1.85.0')
})

test('a toolchain that the project asks for is not downloaded', async () => {
  const vault = crate('vault')
  const error = "error: toolchain '1.60.0-x86_64-unknown-linux-gnu' is not installed"
  const { code, stderr } = await built(rust('1.85.0', { packages: [vault], error }), placeOf(vault))
  expect(code).toBe(2)
  expect(stderr).toContain(
    'right: rustup toolchain install 1.60.0-x86_64-unknown-linux-gnu --target wasm32-unknown-unknown',
  )
})

test('a path that does not exist is named as it was read', async () => {
  const { code, stderr } = await built(rust('1.85.0', { packages: [crate('vault')] }), 'contracts/nowhere')
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no folder /') })
  expect(stderr).toContain('contracts/nowhere')
})

test('a crate that does not compile is an error, with what the compiler says above it', async () => {
  const vault = crate('vault')
  const { code, stderr } = await built(rust('1.85.0', { packages: [vault] }), placeOf(vault))
  expect(code).toBe(2)
  expect(stderr).toContain('Cargo could not compile vault')
  expect(stderr).toContain('exit code 101')
})

test('a crate that is no contract is refused with what is missing', async () => {
  const library = crate('tools', ['lib'])
  const { code, stderr } = await built(rust('1.85.0', { packages: [library] }), placeOf(library))
  expect(code).toBe(2)
  expect(stderr).toContain('tools is no contract')
  expect(stderr).toContain('crate-type = ["cdylib", "rlib"]')
})

test('crates are chosen as Cargo does, by folder, by name, or all of them', () => {
  const [vault, bank, tools] = [crate('my-vault'), crate('bank'), crate('tools', ['lib'])]
  vi.stubEnv('PATH', `${rust('1.85.0', { packages: [vault, bank, tools] })}:/usr/bin:/bin`)
  const names = (...args: Parameters<typeof chooseCrates>): readonly string[] =>
    chooseCrates(...args).map(({ file }) => file)
  expect(names([placeOf(vault)], false, CONTRACTS)).toEqual(['my_vault'])
  expect(names([placeOf(vault)], true, CONTRACTS)).toEqual(['my_vault', 'bank'])
  const root = folder()
  writeFileSync(join(root, 'Cargo.toml'), '[workspace]\n')
  expect(names([root], false, CONTRACTS)).toEqual(['my_vault', 'bank'])
  expect(names([join(root, 'Cargo.toml'), placeOf(bank)], false, CONTRACTS)).toEqual(['my_vault', 'bank', 'bank'])
})

const TWIN = join(process.cwd(), 'contracts/artifacts/callback_lab.debug.wasm')

test('a contract and its twin are written, which are the same code', async () => {
  const vault = crate('my-vault')
  const out = join(folder(), 'artifacts')
  const bin = rust('1.85.0', { packages: [vault], compiled: TWIN })
  const { code, stdout } = await built(
    bin,
    placeOf(vault),
    '--out',
    out,
    '-F',
    'one,two',
    '--locked',
    '--no-default-features',
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(/my_vault\.wasm {2}[\d,]+ bytes/)
  expect(stdout).toMatch(/built with Rust 1\.85\.0; names and lines for traces: .*my_vault\.debug\.wasm/)
  const [file, twin] = [readFileSync(join(out, 'my_vault.wasm')), readFileSync(join(out, 'my_vault.debug.wasm'))]
  expect(Buffer.compare(twin, readFileSync(TWIN))).toBe(0)
  expect(file.length).toBeLessThan(twin.length)
  const names = (wasm: Uint8Array): readonly string[] => sectionsOf(wasm).map(({ name }) => name)
  // With its names it has more than 800 KiB.
  expect(names(file)).not.toContain('name')
  expect(names(twin)).toContain('name')
  expect(stdout).toContain('with names of functions it would be too large for a chain: only the twin has them')
  expect(names(file).filter((name) => name.startsWith('.debug_'))).toEqual([])
  const given = readFileSync(join(bin, 'arguments'), 'utf8')
  expect(given).toContain('--release --lib --target wasm32-unknown-unknown')
  expect(given).toContain('--features one,two ')
  expect(given).toMatch(/--no-default-features --locked .*-- -Clink-arg=--allow-undefined\n$/)
})

test('names are left out on request', async () => {
  const vault = crate('vault')
  const out = folder()
  const bin = rust('1.85.0', { packages: [vault], compiled: TWIN })
  const cargo = ['--all-features', '--offline']
  const { code, stdout } = await built(bin, placeOf(vault), '--out', out, '--no-names', '--quiet', ...cargo)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\S+vault\.wasm: [\d,]+ bytes\n$/) })
  expect(sectionsOf(readFileSync(join(out, 'vault.wasm'))).map(({ name }) => name)).not.toContain('name')
  expect(readFileSync(join(bin, 'arguments'), 'utf8')).toMatch(/ --all-features .*--offline /)
})

test(
  'a contract is lowered if a kind of chain refuses its operators, and its twin stays as it was compiled',
  LOWERING,
  async () => {
    const vault = crate('vault')
    const out = folder()
    const later = contract(
      '(memory.fill (i32.const 0) (i32.const 0) (i32.const 0)) (i32.const 16)',
      '(func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 16))',
    )
    const bin = rust('1.99.0', { packages: [vault], compiled: fileOf(later) })
    const { code, stdout } = await built(bin, placeOf(vault), '--out', out, '--json')
    expect(code).toBe(0)
    const { contracts } = JSON.parse(stdout) as { contracts: object[] }
    expect(contracts).toMatchObject([
      {
        name: 'vault',
        rust: '1.99.0',
        isLowered: true,
        report: { verdicts: Array.from({ length: 5 }, () => ({ isAccepted: true })) },
      },
    ])
    expect(readFileSync(join(out, 'vault.debug.wasm'))).toEqual(Buffer.from(later))
    expect(sectionsOf(readFileSync(join(out, 'vault.wasm'))).map(({ name }) => name)).toContain('name')
  },
)

test('a contract that is refused for another reason is written, with exit code 1', async () => {
  const vault = crate('vault')
  const out = folder()
  const bin = rust('1.85.0', { packages: [vault], compiled: fileOf(assemble('(module (memory 1))')) })
  const { code, stdout } = await built(bin, placeOf(vault), '--out', out)
  expect(code).toBe(1)
  expect(stdout).toContain('missing a required marker export: interface_version_*')
  expect(existsSync(join(out, 'vault.wasm'))).toBe(true)
})

test('places without a crate are refused', async () => {
  const empty = await sudobox('build', folder())
  expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('cargo new --lib NAME') })
  const file = await sudobox('build', 'package.json')
  expect(file).toMatchObject({ code: 2, stderr: expect.stringContaining('neither a folder nor a Cargo.toml') })
})

test('a file of the optimizer is not overwritten', async () => {
  const vault = crate('vault')
  const out = folder()
  copyFileSync(WASM, join(out, 'vault.wasm'))
  writeFileSync(join(out, 'checksums.txt'), `${toHex(sha256(readFileSync(WASM)))}  vault.wasm\n`)
  const path = rust('1.85.0', { packages: [vault] })
  const { code, stderr } = await built(path, placeOf(vault), '--out', out)
  expect(code).toBe(2)
  expect(stderr).toContain('was built by cosmwasm/optimizer, and is not overwritten')
  expect((await built(path, placeOf(vault), '--out', out, '--force')).stderr).toContain('could not compile vault')
})

test('schema names what a crate without such a program needs', async () => {
  const vault = crate('vault')
  vi.stubEnv('PATH', `${rust('1.85.0', { packages: [vault] })}:/usr/bin:/bin`)
  const { code, stderr } = await sudobox('schema', placeOf(vault))
  expect(code).toBe(2)
  expect(stderr).toContain('src/bin/schema.rs')
  expect(stderr).toContain('write_api!')
  expect(stderr).toContain('sudobox schema infer FILE.wasm')
})
