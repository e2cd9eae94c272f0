import { keccak_256 } from '@noble/hashes/sha3.js'
import { toUtf8, UsageError } from '../../base/index.js'
import { parseType, typeName, type AbiType } from './types.js'

/** A parameter in the JSON form of an ABI, as compilers of Solidity and Vyper write it. */
export interface JsonParameter {
  readonly name?: string
  readonly type: string
  readonly indexed?: boolean
  readonly components?: readonly JsonParameter[]
}

/** An entry of an ABI in its JSON form. */
export interface JsonItem {
  readonly type: string
  readonly name?: string
  readonly inputs?: readonly JsonParameter[]
  readonly outputs?: readonly JsonParameter[]
  readonly stateMutability?: string
  readonly anonymous?: boolean
}

/** The type of a parameter. @throws UsageError for one that Solidity does not have */
export function typeOfJson({ type, components = [] }: JsonParameter): AbiType {
  const [, brackets] = /^tuple((?:\[\d*\])*)$/.exec(type) ?? []
  if (brackets === undefined) return parseType(type)
  const sizes = [...brackets.matchAll(/\[(\d*)\]/g)].map(([, size]) => size!)
  return sizes.reduce<AbiType>(
    (of, size) => (size === '' ? { kind: 'list', of } : { kind: 'array', of, size: Number(size) }),
    { kind: 'tuple', of: components.map(typeOfJson) },
  )
}

export const typesOfJson = (parameters: readonly JsonParameter[] = []): readonly AbiType[] => parameters.map(typeOfJson)

/** `transfer(address,uint256)`: what selectors and first topics are hashes of. */
export const signatureOfJson = ({ name = '', inputs }: Pick<JsonItem, 'name' | 'inputs'>): string =>
  `${name}(${typesOfJson(inputs).map(typeName).join(',')})`

/** The first four bytes of a call, or of an error. */
export const selectorOf = (signature: string): Uint8Array => keccak_256(toUtf8(signature)).subarray(0, 4)
/** The first topic of an event. */
export const topicOf = (signature: string): Uint8Array => keccak_256(toUtf8(signature))

/** Parameters of a signature such as `deposit(uint256,(string,uint256)[])`, without names. @throws UsageError for a text that is none */
export function jsonOfSignature(signature: string): Required<Pick<JsonItem, 'name' | 'inputs'>> {
  const [, name, list] = /^([A-Za-z_$][\w$]*)\((.*)\)$/.exec(signature) ?? []
  if (name === undefined)
    throw new UsageError(`expected a function such as transfer(address,uint256), got ${JSON.stringify(signature)}`)
  return { name, inputs: splitTypes(list!).map(jsonOfType) }
}

function jsonOfType(text: string): JsonParameter {
  const end = text.lastIndexOf(')')
  if (!text.startsWith('(')) {
    const [type = ''] = text.split(' ')
    parseType(type)
    return { name: '', type }
  }
  return { name: '', type: `tuple${text.slice(end + 1)}`, components: splitTypes(text.slice(1, end)).map(jsonOfType) }
}

/** Parts between commas outside of brackets. */
function splitTypes(text: string): readonly string[] {
  const parts: string[] = []
  let [depth, start] = [0, 0]
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '(') depth++
    else if (text[i] === ')') depth--
    else if (i === text.length || (text[i] === ',' && depth === 0)) {
      parts.push(text.slice(start, i).replace(/^ +/, ''))
      start = i + 1
    }
  }
  return text === '' ? [] : parts
}
