// Builds the contracts of `contracts/` into `contracts/artifacts/`, or checks what is there.
//
//   npm run contracts                    builds every contract
//   npm run contracts -- --only NAME     builds one; may be repeated
//   npm run contracts -- --check         builds nothing; lists artifacts that do not match their sources
//   npm run contracts -- --only NAME --twins FOLDER   builds NAME.wasm and NAME.debug.wasm, the same code with lines, into a folder; the artifacts stay
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { listContracts } from './contracts/list.mjs'
import { check, record } from './contracts/manifest.mjs'
import { buildRust, buildTwin } from './contracts/rust.mjs'
import { buildSolidity } from './contracts/solidity.mjs'
import { findToolchain } from './contracts/toolchain.mjs'
import { BuildError } from './contracts/errors.mjs'

const root = fileURLToPath(new URL('../contracts/', import.meta.url))

function options() {
  try {
    const { values } = parseArgs({
      options: { only: { type: 'string', multiple: true }, check: { type: 'boolean' }, twins: { type: 'string' } },
    })
    return values
  } catch (error) {
    throw new BuildError(`${error.message}\nUsage: npm run contracts -- [--check] [--only NAME]… [--twins FOLDER]`, 2)
  }
}

/** @returns {import('./contracts/list.mjs').Contract[]} */
function chosen(only) {
  const all = listContracts(root)
  for (const name of only ?? [])
    if (!all.some((contract) => contract.name === name))
      throw new BuildError(`No contract is called ${name}. There are ${all.map(({ name }) => name).join(', ')}.`, 2)
  return only ? all.filter(({ name }) => only.includes(name)) : all
}

async function main() {
  const { only, check: checkOnly, twins } = options()
  const contracts = chosen(only)
  if (checkOnly) {
    const names = new Set(contracts.map(({ name }) => name))
    const problems = check(root).filter(({ name }) => !only || names.has(name))
    if (problems.length > 0) throw new BuildError(problems.map(({ text }) => text).join('\n'))
    console.log(`${contracts.length} contracts are built from their sources`)
    return
  }
  const toolchain = contracts.some(({ kind }) => kind !== 'solidity') ? findToolchain() : undefined
  if (twins !== undefined) {
    for (const contract of contracts.filter(({ kind }) => kind === 'rust')) {
      console.log(`${contract.name}: building`)
      await buildTwin(root, contract, toolchain, resolve(twins))
      console.log(`${contract.name}: ${twins}/${contract.name}.wasm and ${contract.name}.debug.wasm`)
    }
    return
  }
  for (const contract of contracts) {
    console.log(`${contract.name}: building`)
    const compiler =
      contract.kind === 'solidity' ? await buildSolidity(root, contract) : await buildRust(root, contract, toolchain)
    const { bytes, sha256 } = record(root, contract, compiler)
    console.log(`${contract.name}: ${contract.artifact}, ${bytes} bytes, sha256 ${sha256}`)
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof BuildError)) throw error
  console.error(error.message)
  process.exitCode = error.exitCode
}
