// One Solidity file to a JSON artifact with the ABI and both bytecodes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BuildError } from './errors.mjs'

const SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  // Runs on every fork of the last years.
  evmVersion: 'paris',
  // Without the hash of the metadata, which changes with any comment.
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
}

/**
 * @param {string} root the folder `contracts/`
 * @param {import('./list.mjs').Contract} contract
 * @returns {Promise<string>} the compiler, for the manifest
 */
export async function buildSolidity(root, contract) {
  // Loaded on demand: it is 8 MB of compiled code.
  const { default: solc } = await import('solc')
  const [path] = contract.sources
  const input = {
    language: 'Solidity',
    sources: { [path]: { content: readFileSync(join(root, path), 'utf8') } },
    settings: SETTINGS,
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const messages = (output.errors ?? []).map(({ formattedMessage }) => formattedMessage)
  if (messages.length > 0) throw new BuildError(messages.join('\n'))
  const compiled = output.contracts[path][contract.name]
  if (!compiled) throw new BuildError(`${path} has no contract ${contract.name}`)
  const compiler = `solc ${solc.version().replace('.Emscripten.clang', '')}, ${SETTINGS.evmVersion}, optimizer ${SETTINGS.optimizer.runs} runs`
  const artifact = {
    contractName: contract.name,
    abi: compiled.abi,
    bytecode: `0x${compiled.evm.bytecode.object}`,
    deployedBytecode: `0x${compiled.evm.deployedBytecode.object}`,
    compiler,
  }
  const file = join(root, 'artifacts', contract.artifact)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(artifact, undefined, 2)}\n`)
  return compiler
}
