// `test/clients/manifest.json`: the generator, and hashes of the schemas and of the generated clients.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../contracts/hash.mjs'

const SCHEMAS = 'contracts/artifacts/schema'
const MANIFEST = 'manifest.json'
/** Written by hand, in the folder of the generated clients. */
const OURS = /\.test\.ts$|^tsconfig\.json$|\.d\.ts$/

const hashes = (folder, files) =>
  Object.fromEntries(files.map((file) => [file, sha256(readFileSync(join(folder, file)))]))

/** @returns {string[]} the schema files of the contracts, sorted */
const schemaFiles = (root) =>
  readdirSync(join(root, SCHEMAS))
    .filter((file) => file.endsWith('.json'))
    .sort()

/** The folder of the schemas. */
export const schemaFolder = (root) => join(root, SCHEMAS)

/** @returns {string[]} the files in the folder of the clients that a generation makes, sorted */
export const generatedFiles = (clients) =>
  readdirSync(clients)
    .filter((file) => file !== MANIFEST && !OURS.test(file))
    .sort()

/** Notes clients that were just generated. */
export function record(root, clients, generator) {
  const manifest = {
    generator,
    schemas: hashes(schemaFolder(root), schemaFiles(root)),
    clients: hashes(clients, generatedFiles(clients)),
  }
  writeFileSync(join(clients, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/**
 * The problems of the clients, one text each; none when each is as it was generated from the present schemas.
 *
 * @param {string} root the folder of the project
 * @param {string} clients the folder of the clients
 * @returns {string[]}
 */
export function check(root, clients) {
  if (!existsSync(join(clients, MANIFEST))) return ['the clients were never generated: run npm run codegen']
  const manifest = JSON.parse(readFileSync(join(clients, MANIFEST), 'utf8'))
  return [
    ...faults(manifest.schemas, hashes(schemaFolder(root), schemaFiles(root)), {
      missing: 'is no schema any more',
      added: 'has no client',
      changed: 'has changed since its client was generated',
    }),
    ...faults(manifest.clients, hashes(clients, generatedFiles(clients)), {
      missing: 'is missing',
      added: 'was not generated',
      changed: 'is not as it was generated',
    }),
  ].map((text) => `${text}: run npm run codegen`)
}

function faults(noted, found, { missing, added, changed }) {
  return [...new Set([...Object.keys(noted), ...Object.keys(found)])].sort().flatMap((file) => {
    if (noted[file] === found[file]) return []
    return `${file} ${!(file in found) ? missing : !(file in noted) ? added : changed}`
  })
}
