// The contracts, as the folders tell: each folder of a Cargo workspace and each Solidity file is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} Contract
 * @property {string} name
 * @property {'rust' | 'solidity'} kind
 * @property {string} artifact file below `artifacts/`
 * @property {string} [schema] file below `artifacts/`
 * @property {string} [workspace] Cargo workspace below `contracts/`
 * @property {string} [crate] name of the Cargo package
 * @property {string[]} sources files and folders below `contracts/` that decide what is built
 */

const WORKSPACES = ['std2', 'std3', 'ibc', 'icq']

/** @returns {Contract[]} sorted by workspace and name */
export function listContracts(root) {
  return [...WORKSPACES.flatMap((workspace) => rustContracts(root, workspace)), ...solidityContracts(root)]
}

function rustContracts(root, workspace) {
  return names(join(root, workspace))
    .filter((name) => existsSync(join(root, workspace, name, 'Cargo.toml')))
    .map((name) => {
      const folder = `${workspace}/${name}`
      const [, crate] = /^name = "(.+)"$/m.exec(readFileSync(join(root, folder, 'Cargo.toml'), 'utf8')) ?? []
      const hasSchema = existsSync(join(root, folder, 'src/bin/schema.rs'))
      return {
        name,
        kind: 'rust',
        artifact: `${name}.wasm`,
        ...(hasSchema && { schema: `schema/${name}.json` }),
        workspace,
        crate,
        sources: [`${workspace}/Cargo.toml`, `${workspace}/Cargo.lock`, `${folder}/Cargo.toml`, `${folder}/src`],
      }
    })
}

function solidityContracts(root) {
  return names(join(root, 'solidity'))
    .filter((file) => file.endsWith('.sol'))
    .map((file) => {
      const name = file.slice(0, -'.sol'.length)
      return { name, kind: 'solidity', artifact: `solidity/${name}.json`, sources: [`solidity/${file}`] }
    })
}

function names(folder) {
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
