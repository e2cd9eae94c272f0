import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import type { Crate } from './crates.js'
import { isAtLeast, type Toolchain } from './toolchain.js'

/** What a contract's release profile has unless the project says otherwise; values as in TOML. */
const USUAL: Readonly<Record<string, string>> = {
  'opt-level': '"s"',
  lto: 'true',
  'codegen-units': '1',
  panic: '"abort"',
  'overflow-checks': 'true',
}

/** Cargo takes names of debug information from this release on. */
const NAMED_DEBUG = [1, 71] as const

/**
 * Arguments of Cargo that complete the release profile of a crate. Names, lines and variables of the source are always kept: they are taken from the
 * compiled file afterwards. Of libraries only lines are, since their variables would make the file several times as large.
 */
export function profileArguments({ workspace, folder }: Crate, { release }: Toolchain): readonly string[] {
  const set = new Set([join(workspace, 'Cargo.toml'), ...configFiles(folder)].flatMap(profileKeys))
  const missing = Object.entries(USUAL).filter(([key]) => !set.has(key) && process.env[variableOf(key)] === undefined)
  const lines = isAtLeast(release, NAMED_DEBUG) ? '"line-tables-only"' : '1'
  const all = [...missing, ['debug', '2'] as const, ['package."*".debug', lines] as const, ['strip', 'false'] as const]
  return all.flatMap(([key, value]) => ['--config', `profile.release.${key}=${value}`])
}

/** The environment has precedence over `Cargo.toml`. */
const variableOf = (key: string): string => `CARGO_PROFILE_RELEASE_${key.toUpperCase().replaceAll('-', '_')}`

/** Cargo's own configuration, which may have profiles too: of the folder, those above it, and the user. */
function configFiles(folder: string): readonly string[] {
  const found: string[] = []
  for (let at = folder; ; at = dirname(at)) {
    found.push(join(at, '.cargo'))
    if (at === dirname(at)) break
  }
  found.push(process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'))
  return found.flatMap((one) => ['config.toml', 'config'].map((name) => join(one, name)))
}

/** The keys of `[profile.release]` in a file; none if it is missing. What is wrong in it, Cargo says. */
function profileKeys(file: string): readonly string[] {
  if (!existsSync(file)) return []
  try {
    const { profile } = parse(readFileSync(file, 'utf8')) as { profile?: { release?: object } }
    return Object.keys(profile?.release ?? {})
  } catch {
    return []
  }
}
