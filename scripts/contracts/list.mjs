// The contracts, as found in the folders: each folder of a Cargo workspace and each Solidity file is one, and so is a Cargo package with one of its
// features.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} Contract
 * @property {string} name
 * @property {'rust' | 'tool' | 'solidity'} kind a tool is not a contract: the package runs it itself
 * @property {string} artifact file below `artifacts/`
 * @property {string} [schema] file below `artifacts/`
 * @property {string} [debug] file below `artifacts/`: the same code with names, line tables and variables
 * @property {string} [workspace] Cargo workspace below `contracts/`
 * @property {string} [crate] name of the Cargo package
 * @property {string} [feature] of the Cargo package, built in
 * @property {string} [fault] the entry in the second of its sources that is planted in the first
 * @property {string[]} sources files and folders below `contracts/` that decide what is built
 */

/** The workspace of tools, which are not contracts, and its folder below `artifacts/`. */
const TOOLS = 'tools'

const WORKSPACES = ['std2', 'std3', 'ibc', 'icq', 'bridge', 'tickets', 'setup', 'courier', 'newcomer', TOOLS]

/** @returns {Contract[]} sorted by workspace and name */
export function listContracts(root) {
  return [...WORKSPACES.flatMap((workspace) => rustContracts(root, workspace)), ...solidityContracts(root)]
}

function rustContracts(root, workspace) {
  return names(join(root, workspace))
    .filter((name) => existsSync(join(root, workspace, name, 'Cargo.toml')))
    .flatMap((name) => {
      const folder = `${workspace}/${name}`
      const manifest = readFileSync(join(root, folder, 'Cargo.toml'), 'utf8')
      const [, crate] = /^name = "(.+)"$/m.exec(manifest) ?? []
      const hasSchema = existsSync(join(root, folder, 'src/bin/schema.rs'))
      const built = (artifact, more) => ({
        name: artifact,
        kind: workspace === TOOLS ? 'tool' : 'rust',
        artifact: `${workspace === TOOLS ? 'tools/' : ''}${artifact}.wasm`,
        ...more,
        workspace,
        crate,
        sources: [`${workspace}/Cargo.toml`, `${workspace}/Cargo.lock`, `${folder}/Cargo.toml`, `${folder}/src`],
      })
      return [
        built(name, {
          ...(hasSchema && { schema: `schema/${name}.json` }),
          ...(/^debug-twin = true$/m.test(manifest) && { debug: `${name}.debug.wasm` }),
        }),
        // Accepts the same messages: its schema is that of the plain one.
        ...featuresOf(manifest).map((feature) => built(`${name}_${feature}`, { feature })),
      ]
    })
}

function featuresOf(manifest) {
  const [, features = ''] = /^\[features\]\n((?:(?!\[).*\n)*)/m.exec(manifest) ?? []
  return [...features.matchAll(/^([\w-]+) = /gm)].map(([, feature]) => feature)
}

function solidityContracts(root) {
  return names(join(root, 'solidity'))
    .filter((file) => file.endsWith('.sol'))
    .flatMap((file) => {
      const name = file.slice(0, -'.sol'.length)
      const sources = [`solidity/${file}`]
      const contract = { name, kind: 'solidity', artifact: `solidity/${name}.json`, sources }
      const faults = `solidity/${name}.faults.json`
      if (!existsSync(join(root, faults))) return [contract]
      const planted = Object.keys(JSON.parse(readFileSync(join(root, faults), 'utf8'))).map((fault) => ({
        ...contract,
        name: `${name}_${fault}`,
        artifact: `solidity/${name}_${fault}.json`,
        sources: [...sources, faults],
        fault,
      }))
      return [contract, ...planted]
    })
}

function names(folder) {
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
