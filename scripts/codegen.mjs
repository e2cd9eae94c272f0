// Generates clients in TypeScript for the contracts of `contracts/` from their schemas into `test/clients/`.
//
//   npm run codegen              generates, and type-checks the result against the packages that it imports
//   npm run codegen -- --check   generates nothing; lists clients that differ from what the schemas generate
//
// The generator is installed below `scripts/codegen/` on first use.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { check, generatedFiles, record, schemaFiles, schemaFolder } from './codegen/manifest.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const home = join(root, 'scripts/codegen')
const clients = join(root, 'test/clients')
const PACKAGE = '@cosmwasm/ts-codegen'

/** The default of the generator: no React, no Recoil. */
const OPTIONS = {
  bundle: { enabled: true, bundleFile: 'index.ts', scope: 'contracts' },
  types: { enabled: true },
  client: { enabled: true },
  messageComposer: { enabled: true },
  reactQuery: { enabled: false },
  recoil: { enabled: false },
  messageBuilder: { enabled: false },
}

/** Runs a script with Node and shows its output. */
function run(script, ...args) {
  const { status, error } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' })
  if (error) throw error
  return status === 0
}

/** @returns {string} name and version of the generator, which is installed then */
function install() {
  const { version } = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')).packages[
    `node_modules/${PACKAGE}`
  ]
  const manifest = join(home, 'node_modules', PACKAGE, 'package.json')
  const installed = existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version
  if (!installed && !run(npm(), 'ci', '--prefix', home, '--ignore-scripts', '--no-progress'))
    throw new Error(`${PACKAGE} ${version} could not be installed`)
  return `${PACKAGE}@${version}`
}

/** npm passes its own path to its scripts. */
function npm() {
  const path = process.env.npm_execpath
  if (!path) throw new Error('start it with npm: npm run codegen')
  return path
}

async function generate() {
  const { default: codegen } = createRequire(join(home, 'package.json'))(PACKAGE)
  const scratch = mkdtempSync(join(tmpdir(), 'codegen-'))
  try {
    // It wants a folder for each contract, and names the client after it.
    const contracts = schemaFiles(root).map((file) => {
      const name = basename(file, '.json')
      const dir = join(scratch, name)
      mkdirSync(dir)
      copyFileSync(join(schemaFolder(root), file), join(dir, file))
      return { name, dir }
    })
    for (const file of generatedFiles(clients)) rmSync(join(clients, file))
    await codegen({ contracts, outPath: clients, options: OPTIONS })
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

async function main() {
  const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
  if (!values.check) {
    const generator = install()
    await generate()
    record(root, clients, generator)
    if (!run(join(root, 'node_modules/typescript/lib/tsc.js'), '-p', home)) process.exitCode = 1
  }
  const faults = check(root, clients)
  if (faults.length > 0) process.exitCode = 1
  console.log(
    faults.length > 0 ? faults.join('\n') : `${generatedFiles(clients).length} files of clients are as generated`,
  )
}

await main()
