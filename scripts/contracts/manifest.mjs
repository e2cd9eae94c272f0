// `artifacts/manifest.json`: what each artifact is, and a hash of what it was built from.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashSources, sha256 } from './hash.mjs'
import { listContracts } from './list.mjs'

const VERSION = 1

const manifestPath = (root) => join(root, 'artifacts/manifest.json')

function read(root) {
  if (!existsSync(manifestPath(root))) return { version: VERSION, contracts: {} }
  return JSON.parse(readFileSync(manifestPath(root), 'utf8'))
}

/** What the manifest says of a contract that was just built with `compiler`. */
function describe(root, contract, compiler) {
  const wasm = readFileSync(join(root, 'artifacts', contract.artifact))
  return {
    artifact: contract.artifact,
    sha256: sha256(wasm),
    bytes: wasm.length,
    ...(contract.schema && {
      schema: contract.schema,
      schema_sha256: sha256(readFileSync(join(root, 'artifacts', contract.schema))),
    }),
    ...(contract.debug && {
      debug: contract.debug,
      debug_sha256: sha256(readFileSync(join(root, 'artifacts', contract.debug))),
    }),
    sources: contract.sources,
    sources_sha256: hashSources(root, contract.sources),
    compiler,
  }
}

/** Notes a contract that was just built. */
export function record(root, contract, compiler) {
  const manifest = read(root)
  const entry = describe(root, contract, compiler)
  const known = new Set(listContracts(root).map(({ name }) => name))
  const contracts = Object.entries({ ...manifest.contracts, [contract.name]: entry })
    .filter(([name]) => known.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify({ version: VERSION, contracts: Object.fromEntries(contracts) }, undefined, 2)
  writeFileSync(manifestPath(root), `${text}\n`)
  return entry
}

/**
 * The problems of the artifacts, one entry each; none when each matches its sources.
 *
 * @returns {{ name: string, text: string }[]}
 */
export function check(root) {
  const { contracts: entries } = read(root)
  const contracts = listContracts(root)
  const names = new Set(contracts.map(({ name }) => name))
  const files = new Set([
    'manifest.json',
    ...contracts.flatMap(({ artifact, schema, debug }) => [artifact, schema ?? artifact, debug ?? artifact]),
  ])
  return [
    ...contracts.flatMap((contract) => faults(root, contract, entries[contract.name])),
    ...Object.keys(entries)
      .filter((name) => !names.has(name))
      .map((name) => ({ name, text: `${name}: is in the manifest, but has no sources` })),
    ...artifactFiles(join(root, 'artifacts'))
      .filter((file) => !files.has(file))
      .map((file) => ({ name: file, text: `${file}: is among the artifacts, but no contract makes it` })),
  ]
}

function faults(root, contract, entry) {
  const { name } = contract
  const rebuild = `run npm run contracts -- --only ${name}`
  if (!entry) return [{ name, text: `${name}: was never built: ${rebuild}` }]
  const changed = (file, hash) => {
    const path = join(root, 'artifacts', file)
    if (!existsSync(path)) return `${name}: ${file} is missing: ${rebuild}`
    return sha256(readFileSync(path)) === hash
      ? undefined
      : `${name}: ${file} is not the file that was built: ${rebuild}`
  }
  return [
    changed(contract.artifact, entry.sha256),
    contract.schema && changed(contract.schema, entry.schema_sha256),
    contract.debug && changed(contract.debug, entry.debug_sha256),
    hashSources(root, contract.sources) !== entry.sources_sha256 &&
      `${name}: its sources have changed since it was built: ${rebuild}`,
  ]
    .filter(Boolean)
    .map((text) => ({ name, text }))
}

function artifactFiles(folder, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? artifactFiles(folder, `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`],
  )
}
