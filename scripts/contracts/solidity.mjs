// One Solidity file to a JSON artifact with the ABI and both bytecodes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
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
  const [path, faults] = contract.sources
  const text = readFileSync(join(root, path), 'utf8')
  const content = contract.fault === undefined ? text : planted(text, readFault(join(root, faults), contract.fault))
  const name = basename(path, '.sol')
  const input = {
    language: 'Solidity',
    sources: { [path]: { content } },
    settings: SETTINGS,
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const messages = (output.errors ?? []).map(({ formattedMessage }) => formattedMessage)
  if (messages.length > 0) throw new BuildError(messages.join('\n'))
  const compiled = output.contracts[path][name]
  if (!compiled) throw new BuildError(`${path} has no contract ${name}`)
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

const readFault = (file, fault) => JSON.parse(readFileSync(file, 'utf8'))[fault]

/** @throws BuildError unless the line is there once */
function planted(text, { from, to }) {
  if (text.split(from).length !== 2) throw new BuildError(`the text to replace is not there once: ${from}`)
  return text.replace(from, () => to)
}
