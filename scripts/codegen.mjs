// Generates clients in TypeScript for the contracts of `contracts/` from their schemas into `test/clients/`, with `sudobox types --client`.
//
//   npm run codegen              generates, and type-checks the result against the packages that it imports
//   npm run codegen -- --check   generates nothing; lists clients that differ from what the schemas generate
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { check, generatedFiles, record, schemaFolder } from './codegen/manifest.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const clients = join(root, 'test/clients')
const PARTS = ['client', 'message-composer']

/** Runs a script with Node and shows its output. @returns whether it succeeded */
function run(script, ...args) {
  const { status, error } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
  if (error) throw error
  return status === 0
}

function generate() {
  for (const file of generatedFiles(clients)) rmSync(join(clients, file))
  const parts = PARTS.flatMap((part) => ['--part', part])
  if (!run('dist/cli/main.js', 'types', schemaFolder(root), '--client', ...parts, '--out', clients)) process.exit(1)
}

const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
if (!values.check) {
  generate()
  const manifest = join(root, 'node_modules/@cosmwasm/ts-codegen/package.json')
  record(root, clients, `@cosmwasm/ts-codegen@${JSON.parse(readFileSync(manifest, 'utf8')).version}`)
  if (!run('node_modules/typescript/lib/tsc.js', '-p', 'scripts/codegen')) process.exitCode = 1
}
const faults = check(root, clients)
if (faults.length > 0) process.exitCode = 1
console.log(faults.join('\n') || `${generatedFiles(clients).length} files of clients are as generated`)
