import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { Crate } from '../../src/build/crates.js'
import { profileArguments } from '../../src/build/profile.js'

// What of the release profile is completed, and what stays as the project has it.

afterEach(() => void vi.unstubAllEnvs())

const ALL = ['opt-level="s"', 'lto=true', 'codegen-units=1', 'panic="abort"', 'overflow-checks=true']

/** Variables of the project's own crates, lines of all. */
const LINES = ['debug=2', 'package."*".debug="line-tables-only"']

/** The keys that are set for a member of a workspace with these files. */
function settings(files: Readonly<Record<string, string>>, release = '1.99.1'): readonly string[] {
  const workspace = mkdtempSync(join(tmpdir(), 'sudobox-profile-'))
  const folder = join(workspace, 'contracts/vault')
  for (const [path, text] of Object.entries({ 'Cargo.toml': '', ...files })) {
    mkdirSync(join(workspace, path, '..'), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  mkdirSync(folder, { recursive: true })
  vi.stubEnv('CARGO_HOME', join(workspace, 'home'))
  const given = profileArguments({ workspace, folder } as Crate, { release, sysroot: '' })
  expect(given.filter((_, i) => i % 2 === 0).every((word) => word === '--config')).toBe(true)
  return given.filter((_, i) => i % 2 === 1).map((text) => text.replace(/^profile\.release\./, ''))
}

test('a project that says nothing gets all of it', () => {
  expect(settings({})).toEqual([...ALL, ...LINES, 'strip=false'])
})

test('what Cargo.toml of the workspace sets stays, but for names and lines', () => {
  const toml = '[profile.release]\nopt-level = 3\nlto = "thin"\nstrip = true\ndebug = false\n'
  expect(settings({ 'Cargo.toml': toml })).toEqual([...ALL.slice(2), ...LINES, 'strip=false'])
  // A profile of another name, and those of members, are not those that Cargo reads.
  const others = { 'Cargo.toml': '[profile.dev]\nopt-level = 3\n', 'contracts/vault/Cargo.toml': toml }
  expect(settings(others)).toEqual([...ALL, ...LINES, 'strip=false'])
})

test.for(['.cargo/config.toml', 'contracts/vault/.cargo/config', 'home/config.toml'])('what %s sets stays', (path) => {
  expect(settings({ [path]: '[profile.release]\npanic = "unwind"\n' })).not.toContain('panic="abort"')
})

test('what the environment sets stays', () => {
  vi.stubEnv('CARGO_PROFILE_RELEASE_OPT_LEVEL', 'z')
  expect(settings({}).slice(0, 5)).toEqual([...ALL.slice(1), 'debug=2'])
})

test('Cargo before 1.71 has other words for lines alone', () => {
  expect(settings({}, '1.70.0')).toContain('package."*".debug=1')
  expect(settings({}, '1.71.0')).toContain('package."*".debug="line-tables-only"')
  expect(settings({}, '1.69.0')).toContain('package."*".debug=1')
})

test('a file that is no TOML is left to Cargo', () => {
  expect(settings({ 'Cargo.toml': '[profile' })).toEqual([...ALL, ...LINES, 'strip=false'])
})
