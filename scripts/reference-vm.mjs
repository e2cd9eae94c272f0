#!/usr/bin/env node
// Builds the native reference VM and records golden results for the scripts in fixtures/vm.
//
//   npm run reference:vm                     all scripts
//   npm run reference:vm -- NAME…            only the named ones (file name without .json)
//   npm run reference:vm -- --vm 2.1.7       on another release of cosmwasm-vm: the scripts and verdicts of fixtures/vm/releases
//   npm run reference:vm -- --vm 3.0.9 NAME… the named scripts of any collection, into results-3.0.9 beside results
//   npm run reference:vm -- verdicts         the results of storing the modules of fixtures/vm/extra/verdicts, also with --vm
//
// Needs Rust, and minutes for the first build; run by hand, never part of the tests.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildRelease } from '../reference/vm/release.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({ options: { vm: { type: 'string' } }, allowPositionals: true })
const crate = join(root, 'reference/vm')
const wanted = positionals.filter((name) => name !== 'verdicts')
const verdictsOnly = positionals.length > 0 && wanted.length === 0

/** Runs a command to its end; its output is returned, its errors are shown. */
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

const number = (version) => version.split('.').reduce((sum, part) => sum * 1000 + Number.parseInt(part), 0)

/** The scripts of a collection that a release runs: of NAME.from-LINE.json, those of the newest line that is not newer than its own. */
function scriptsOf(collection, release) {
  const files = readdirSync(join(root, 'fixtures/vm', collection, 'scripts'))
  if (collection !== 'releases') return files
  const line = number(release.split('.').slice(0, 2).join('.'))
  const newest = new Map()
  for (const file of files) {
    const [, name, from] = /^(.*)\.from-(.*)\.json$/.exec(file)
    if (number(from) <= line && number(from) > (newest.get(name)?.from ?? 0))
      newest.set(name, { from: number(from), file })
  }
  return [...newest.values()].map(({ file }) => file)
}

const collections = !values.vm
  ? ['artifacts', 'extra']
  : wanted.length === 0
    ? ['releases']
    : ['artifacts', 'extra', 'releases']
const scripts = (verdictsOnly ? [] : collections).flatMap((collection) => {
  const folder = join(root, 'fixtures/vm', collection)
  const results = join(folder, values.vm ? `results-${values.vm}` : 'results')
  return scriptsOf(collection, values.vm)
    .filter((file) => file.endsWith('.json') && (wanted.length === 0 || wanted.includes(file.slice(0, -5))))
    .sort((a, b) => (a < b ? -1 : 1))
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
if (positionals.length !== wanted.length) recordVerdicts()
if (values.vm && positionals.length === 0) {
  // Line 1 requires one more export.
  const folder = join(root, 'fixtures/vm', values.vm.startsWith('1.') ? 'releases/check-1' : 'native/check')
  const modules = readdirSync(folder).filter((file) => file.endsWith('.wasm'))
  const verdicts = run(program, ['check', ...modules.sort().map((file) => join(folder, file))])
  writeFileSync(join(root, `fixtures/vm/releases/check_wasm-${values.vm}.json`), verdicts)
  console.log(`${modules.length} verdicts of check_wasm`)
}

/** The modules in hex, and what storing each gives: the verdict of the static checks, or of the compiler where they pass. */
function recordVerdicts() {
  const folder = join(root, 'fixtures/vm/extra/verdicts')
  const modules = Object.entries(JSON.parse(readFileSync(join(folder, 'modules.json'), 'utf8')))
  const scratch = mkdtempSync(join(tmpdir(), 'verdicts-'))
  const fileOf = (i) => `${i}.wasm`
  modules.forEach(([, hex], i) => writeFileSync(join(scratch, fileOf(i)), Buffer.from(hex, 'hex')))
  const { vm, modules: found } = JSON.parse(run(program, ['check', ...modules.map((_, i) => join(scratch, fileOf(i)))]))
  rmSync(scratch, { recursive: true })
  const lines = modules.map(([label], i) => {
    const { check_wasm, compile } = found[fileOf(i)]
    return `    ${JSON.stringify(label)}: ${JSON.stringify(check_wasm === 'ok' ? compile : check_wasm)}`
  })
  const text = `{\n  "vm": ${JSON.stringify(vm)},\n  "verdicts": {\n${lines.join(',\n')}\n  }\n}\n`
  writeFileSync(join(folder, `${vm.replace('cosmwasm-vm ', '')}.json`), text)
  console.log(`${modules.length} verdicts of ${vm}`)
}
