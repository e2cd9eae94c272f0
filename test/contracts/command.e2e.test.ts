import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { findToolchain } from '../../scripts/contracts/toolchain.mjs'
import manifest from '../../contracts/artifacts/manifest.json' with { type: 'json' }

const script = fileURLToPath(new URL('../../scripts/contracts.mjs', import.meta.url))
const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })

const NAMES = Object.keys(manifest.contracts)

const scratch = mkdtempSync(join(tmpdir(), 'toolchain-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** A folder with a rustc that only answers what it is asked, and a cargo. */
function toolchain(release: string, parts: readonly string[]): string {
  const folder = join(scratch, `${release}-${parts.length}`)
  for (const part of parts) mkdirSync(join(folder, 'lib/rustlib', part), { recursive: true })
  mkdirSync(folder, { recursive: true })
  const answers = `case $1 in --version) echo "rustc ${release} (abc 2026-01-01)";; *) echo "${folder}";; esac`
  writeFileSync(join(folder, 'rustc'), `#!/bin/sh\n${answers}\n`, { mode: 0o755 })
  writeFileSync(join(folder, 'cargo'), '', { mode: 0o755 })
  return folder
}

const target = 'wasm32-unknown-unknown/lib'
const sources = 'src/rust/library/std'

test('a check of the committed contracts succeeds', () => {
  expect(run('--check')).toMatchObject({
    status: 0,
    stdout: `${NAMES.length} contracts are built from their sources\n`,
  })
  expect(NAMES.length).toBeGreaterThan(50)
})

test('wrong usage ends with exit code 2 and lists what exists', () => {
  const unknown = run('--only', 'cw22_base')
  expect(unknown).toMatchObject({ status: 2, stdout: '' })
  expect(unknown.stderr).toMatch(
    new RegExp(`^No contract is called cw22_base\\. There are cw1_whitelist, cw20_base, .*ShareDesk`),
  )
  const option = run('--check', '--fast')
  expect(option).toMatchObject({ status: 2 })
  expect(option.stderr).toMatch(/'--fast'.*\nUsage: npm run contracts/)
})

test('an installed target of a fitting release is preferred to building std', () => {
  const [old, recent] = [toolchain('1.81.0', [target]), toolchain('1.96.0', [sources])]
  expect(findToolchain([recent, old])).toMatchObject({ rustc: join(old, 'rustc'), buildsStd: false })
})

test('a target whose std the VM would refuse is skipped', () => {
  const folder = toolchain('1.82.0', [target, sources])
  expect(findToolchain([folder])).toMatchObject({ cargo: join(folder, 'cargo'), buildsStd: true })
})

test('without a usable Rust the error names what was found and what to install', () => {
  expect(() => findToolchain([scratch])).toThrow(/^Rust is not installed[^]*rustup toolchain install 1\.81/)
  const folder = toolchain('1.88.0', [target])
  expect(() => findToolchain([folder])).toThrow(
    /^No Rust here can build wasm32-unknown-unknown for the VM:\n {2}.*rustc: rustc 1\.88\.0 .*\n[^]*rust-src/,
  )
})
