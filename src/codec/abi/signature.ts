import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, toUtf8, UsageError } from '../../base/index.js'
import { encodeAbi } from './encode.js'
import { parseParameters, typeName, type AbiParameter, type AbiType, type AbiValue } from './types.js'

/** A function of a contract. */
export interface AbiFunction {
  readonly name: string
  readonly inputs: readonly AbiType[]
  readonly outputs: readonly AbiType[]
  /** The first four bytes of a call. */
  readonly selector: Uint8Array
}

/** An event of a contract. */
export interface AbiEvent {
  readonly name: string
  readonly inputs: readonly AbiParameter[]
  /** The first topic. */
  readonly topic: Uint8Array
}

const signatureOf = (name: string, types: readonly AbiType[]): string => `${name}(${types.map(typeName).join(',')})`
const typesOf = (parameters: readonly AbiParameter[]): readonly AbiType[] => parameters.map(({ type }) => type)

/** A function as it is declared: `balanceOf(address account) returns (uint256)`. @throws UsageError */
export function abiFunction(text: string): AbiFunction {
  const [head = '', results] = text.split(' returns ')
  const { name, parameters } = parts(head)
  const inputs = typesOf(parameters)
  const outputs = results === undefined ? [] : typesOf(parseParameters(results))
  const hash = hashOf(name, inputs)
  return {
    name,
    inputs,
    outputs,
    get selector() {
      return hash().subarray(0, 4)
    },
  }
}

/** An event as it is declared: `Transfer(address indexed from, address indexed to, uint256 value)`. @throws UsageError */
export function abiEvent(text: string): AbiEvent {
  const { name, parameters } = parts(text)
  const hash = hashOf(name, typesOf(parameters))
  return {
    name,
    inputs: parameters,
    get topic() {
      return hash()
    },
  }
}

/** Hashed on first use: a process declares many functions, and uses few. */
function hashOf(name: string, types: readonly AbiType[]): () => Uint8Array {
  let hash: Uint8Array | undefined
  return () => (hash ??= keccak_256(toUtf8(signatureOf(name, types))))
}

function parts(text: string): { readonly name: string; readonly parameters: readonly AbiParameter[] } {
  const at = text.indexOf('(')
  if (at <= 0) throw new UsageError(`expected a declaration such as name(uint256), got ${JSON.stringify(text)}`)
  return { name: text.slice(0, at), parameters: parseParameters(text.slice(at)) }
}

export const encodeCall = ({ selector, inputs }: AbiFunction, values: readonly AbiValue[]): Uint8Array =>
  concatBytes(selector, encodeAbi(inputs, values))

/** Topics and data of an event. A text in a topic is its hash. */
export function encodeEvent(
  { topic, inputs }: AbiEvent,
  values: readonly AbiValue[],
): { readonly topics: readonly Uint8Array[]; readonly data: Uint8Array } {
  const all = inputs.map((input, i) => ({ ...input, value: values[i]! }))
  const indexed = all.filter(({ isIndexed }) => isIndexed)
  const rest = all.filter(({ isIndexed }) => !isIndexed)
  return {
    topics: [
      topic,
      ...indexed.map(({ type, value }) =>
        typeof value === 'string' ? keccak_256(toUtf8(value)) : encodeAbi([type], [value]),
      ),
    ],
    data: encodeAbi(
      rest.map(({ type }) => type),
      rest.map(({ value }) => value),
    ),
  }
}

const ERROR = abiFunction('Error(string reason)')

/** A text as Solidity reverts with it. */
export const encodeReason = (text: string): Uint8Array => encodeCall(ERROR, [text])
