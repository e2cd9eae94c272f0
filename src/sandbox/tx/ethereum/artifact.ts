import { fromHex, toHex, UsageError } from '../../../base/index.js'
import type { JsonItem } from '../../../codec/abi/index.js'
import type { WasmFiles } from '../../host/wasm-files.js'
import type { ArtifactFile } from './actions.js'

/** A contract in Solidity, ready to be deployed. */
export interface Artifact {
  readonly abi: readonly JsonItem[]
  /** The code that creates the contract, without arguments. */
  readonly bytecode: Uint8Array
}

type Links = Readonly<
  Record<string, Readonly<Record<string, readonly { readonly start: number; readonly length: number }[]>>>
>

/** What the files of the compilers have in common. */
interface Compiled {
  readonly abi: readonly JsonItem[]
  readonly code: string
  readonly links: Links
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Hardhat's file, Foundry's file, or a contract of solc's standard output. */
function compiledOf(value: unknown): Compiled | undefined {
  if (!isObject(value) || !Array.isArray(value['abi'])) return undefined
  const abi = value['abi'] as readonly JsonItem[]
  const { evm, bytecode, linkReferences } = value
  const inner = isObject(evm) ? evm['bytecode'] : bytecode
  const code = isObject(inner) ? inner['object'] : inner
  if (typeof code !== 'string') return undefined
  return {
    abi,
    code: code.replace(/^0x/, ''),
    links: ((isObject(inner) ? inner['linkReferences'] : linkReferences) as Links) ?? {},
  }
}

/** All contracts of a file, by name. */
function contractsIn(file: unknown): ReadonlyMap<string, Compiled> {
  const single = compiledOf(file)
  if (single !== undefined) {
    const { contractName: name } = file as Json
    return new Map([[typeof name === 'string' ? name : '', single]])
  }
  const found = new Map<string, Compiled>()
  const sources = isObject(file) && isObject(file['contracts']) ? file['contracts'] : {}
  for (const [source, contracts] of Object.entries(sources)) {
    const own = compiledOf(contracts)
    if (own !== undefined) found.set(source.replace(/^.*:/, ''), own)
    else if (isObject(contracts))
      for (const [name, contract] of Object.entries(contracts)) {
        const compiled = compiledOf(contract)
        if (compiled !== undefined) found.set(name, compiled)
      }
  }
  return found
}

/**
 * Reads a contract. @param libraries addresses by name @param pointer where the file is named
 * @throws UsageError for a file that is no such file, and for a library that is missing; FixtureError for a file that may not be read
 */
export function readArtifact(
  given: ArtifactFile,
  libraries: ReadonlyMap<string, Uint8Array>,
  files: WasmFiles,
  pointer: string,
): Artifact {
  if (!('path' in given))
    return { abi: given.abi as unknown as readonly JsonItem[], bytecode: fromHex(given.bytecode.slice(2)) }
  const { path, contract } = given
  const found = contractsIn(files.readJson(given, pointer))
  const names = [...found.keys()].join(', ')
  const chosen =
    contract === undefined
      ? found.size === 1
        ? [...found.values()][0]
        : undefined
      : (found.get(contract) ?? (found.size === 1 ? found.get('') : undefined))
  if (chosen === undefined)
    throw new UsageError(
      found.size === 0
        ? `${path} is not a compiled contract`
        : `${path} has ${contract === undefined ? 'several contracts' : `no contract ${contract}`}`,
      {
        details: [
          found.size === 0
            ? 'right: an artifact of Hardhat or Foundry, or the standard output of solc, with abi and bytecode'
            : `contracts: ${names}`,
        ],
      },
    )
  return { abi: chosen.abi, bytecode: linked(chosen, libraries, path) }
}

function linked({ code, links }: Compiled, libraries: ReadonlyMap<string, Uint8Array>, path: string): Uint8Array {
  let text = code
  for (const contracts of Object.values(links))
    for (const [name, places] of Object.entries(contracts)) {
      const address = libraries.get(name)
      if (address === undefined)
        throw new UsageError(`${path} is linked with the library ${name}, for which no address is given`, {
          details: [`right: libraries: { ${name}: address }`],
        })
      for (const { start, length } of places)
        text = text.slice(0, start * 2) + toHex(address) + text.slice((start + length) * 2)
    }
  if (text === '') throw new UsageError(`${path} has no bytecode: it is an interface, or an abstract contract`)
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(text))
    throw new UsageError(`the bytecode in ${path} is no hex: a library may be missing`)
  return fromHex(text)
}
