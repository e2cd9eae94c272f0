#!/usr/bin/env node
// Builds the native reference VM and records golden results for the scripts in fixtures/vm.
//
//   npm run reference:vm                     all scripts
//   npm run reference:vm -- NAME…            only the named ones (file name without .json)
//   npm run reference:vm -- --vm 3.0.9 …     on another release of cosmwasm-vm, into results-3.0.9 beside results
//
// Needs Rust, and minutes for the first build; run by hand, never part of the tests.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildRelease } from '../reference/vm/release.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals: wanted } = parseArgs({ options: { vm: { type: 'string' } }, allowPositionals: true })
const crate = join(root, 'reference/vm')

/** Runs a command to its end; its output is returned, its complaints are shown. */
function run(command, args) {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: crate,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
  return stdout
}

const scripts = ['artifacts', 'extra'].flatMap((collection) => {
  const folder = join(root, 'fixtures/vm', collection)
  const results = join(folder, values.vm ? `results-${values.vm}` : 'results')
  if (!existsSync(join(folder, 'scripts'))) return []
  return readdirSync(join(folder, 'scripts'))
    .filter((file) => file.endsWith('.json') && (wanted.length === 0 || wanted.includes(file.slice(0, -5))))
    .sort()
    .map((file) => ({ file, script: join(folder, 'scripts', file), results }))
})
const missing = wanted.filter((name) => !scripts.some(({ file }) => file === `${name}.json`))
if (missing.length > 0) {
  console.error(`no such script in fixtures/vm: ${missing.join(', ')}`)
  process.exit(2)
}

const program = values.vm ? buildRelease(values.vm) : join(crate, 'target/release/reference-vm')
if (!values.vm) run('cargo', ['build', '--release', '--locked'])
for (const { file, script, results } of scripts) {
  const text = run(program, ['run', script])
  const { vm, wasm_sha256, steps } = JSON.parse(text)
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, file), text)
  const sweeps = steps.reduce((sum, step) => sum + (step.sweep?.length ?? 0), 0)
  console.log(`${file}: ${steps.length} steps, ${sweeps} sweep runs, ${vm}, wasm ${wasm_sha256.slice(0, 12)}`)
}
