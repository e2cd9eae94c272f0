import { concatBytes, toHex, UsageError } from '../../base/index.js'
import {
  decodeAbi,
  encodeAbi,
  jsonOfSignature,
  selectorOf,
  signatureOfJson,
  topicOf,
  typesOfJson,
  type JsonItem,
  type JsonParameter,
} from '../../codec/abi/index.js'
import {
  abiArguments,
  isInOrder,
  nameOf,
  plainMembers,
  plainOf,
  type AddressReader,
  type Arguments,
} from './abi-values.js'

/** An event or an error of a contract, decoded. */
export interface DecodedItem {
  readonly name: string
  /** By name, or in a list if a parameter has no name. */
  readonly args: unknown
}

/** Errors of every contract. Source: Solidity documentation, "Panic via assert and Error via require". */
const USUAL_ERRORS: readonly JsonItem[] = [
  { type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] },
]

/** Functions, events and errors of a contract in Solidity. */
export class ContractAbi {
  readonly items: readonly JsonItem[]
  readonly #selectors = new Map<string, JsonItem>()
  readonly #errors = new Map<string, JsonItem>()
  readonly #events = new Map<string, JsonItem>()

  /** @throws UsageError for a parameter of an unknown type */
  constructor(items: readonly JsonItem[]) {
    this.items = items
    for (const item of [...USUAL_ERRORS, ...items]) {
      if (item.type === 'function') this.#selectors.set(toHex(selectorOf(signatureOfJson(item))), item)
      if (item.type === 'error') this.#errors.set(toHex(selectorOf(signatureOfJson(item))), item)
      if (item.type === 'event') this.#events.set(toHex(topicOf(signatureOfJson(item))), item)
    }
  }

  /** Whether it declares a function of that signature. */
  has(signature: string): boolean {
    return this.functions.some((item) => signatureOfJson(item) === signature)
  }

  get functions(): readonly JsonItem[] {
    return [...this.#selectors.values()]
  }

  /**
   * A function by its name, or by its signature where several have the name. With the parameters that fit the arguments, if that decides.
   * @throws UsageError that names the functions
   */
  function(nameOrSignature: string, given?: Arguments): JsonItem {
    const named = this.functions.filter(
      (item) => item.name === nameOrSignature || signatureOfJson(item) === nameOrSignature.replaceAll(' ', ''),
    )
    const fitting = named.length > 1 ? named.filter(({ inputs = [] }) => fits(inputs, given)) : named
    if (fitting.length === 1) return fitting[0]!
    const details = (named.length > 1 ? named : this.functions).map(signatureOfJson).join(', ') || 'none'
    throw new UsageError(
      named.length > 1
        ? `the contract has several functions ${nameOrSignature}`
        : `the contract has no function ${nameOrSignature}`,
      { details: [named.length > 1 ? `right: one of ${details}` : `functions: ${details}`] },
    )
  }

  /** The data of a call. @throws UsageError for wrong arguments */
  encodeConstructor(given: Arguments, addressOf: AddressReader): Uint8Array {
    const { inputs = [] } = this.items.find(({ type }) => type === 'constructor') ?? {}
    return encodeAbi(typesOfJson(inputs), abiArguments(inputs, given, addressOf, 'the constructor'))
  }

  /** The function that a call names. */
  calledBy(data: Uint8Array): DecodedItem | undefined {
    const item = this.#selectors.get(toHex(data.subarray(0, 4)))
    return item && decoded(item, data.subarray(4))
  }

  /** What a contract reverted with; undefined for an error that is not its own. */
  error(data: Uint8Array): DecodedItem | undefined {
    const item = this.#errors.get(toHex(data.subarray(0, 4)))
    return item && decoded(item, data.subarray(4))
  }

  /** What a log says; undefined for one that the contract does not declare. */
  event(topics: readonly Uint8Array[], data: Uint8Array): DecodedItem | undefined {
    const item = topics[0] && this.#events.get(toHex(topics[0]))
    if (!item) return undefined
    const { name = '', inputs = [] } = item
    const indexed = inputs.filter((input) => input.indexed)
    if (indexed.length !== topics.length - 1) return undefined
    const rest = inputs.filter((input) => !input.indexed)
    try {
      const fromData = decodeAbi(typesOfJson(rest), data)
      const values = new Map(rest.map((input, i) => [input, plainOf(input, fromData[i]!)]))
      for (const [i, input] of indexed.entries()) values.set(input, fromTopic(input, topics[i + 1]!))
      const plain = inputs.map((input) => values.get(input))
      const areNamed = inputs.every((input) => input.name !== undefined && input.name !== '')
      return { name, args: areNamed ? Object.fromEntries(inputs.map((input, i) => [input.name, plain[i]])) : plain }
    } catch {
      return undefined
    }
  }
}

/** Whether arguments are as many as the parameters, or have their names. */
function fits(parameters: readonly JsonParameter[], given: Arguments | undefined): boolean {
  if (given === undefined || isInOrder(given)) return parameters.length === given?.length
  const names = parameters.map(nameOf)
  return names.length === Object.keys(given).length && names.every((name) => Object.hasOwn(given, name))
}

/** What is longer than a word is in a topic as its hash. */
const fromTopic = (parameter: JsonParameter, topic: Uint8Array): unknown =>
  /^(?:u?int\d*|address|bool|bytes\d+)$/.test(parameter.type)
    ? plainOf(parameter, decodeAbi(typesOfJson([parameter]), topic)[0]!)
    : `0x${toHex(topic)}`

function decoded({ name = '', inputs = [] }: JsonItem, data: Uint8Array): DecodedItem | undefined {
  try {
    return { name, args: plainMembers(inputs, inputs.length === 0 ? [] : decodeAbi(typesOfJson(inputs), data)) }
  } catch {
    return undefined
  }
}

/** The data of a call of a function. @throws UsageError for wrong arguments */
export const encodeCallOf = (item: JsonItem, given: Arguments, addressOf: AddressReader): Uint8Array => {
  const { inputs = [] } = item
  const signature = signatureOfJson(item)
  return concatBytes(
    selectorOf(signature),
    encodeAbi(typesOfJson(inputs), abiArguments(inputs, given, addressOf, signature)),
  )
}

/** What a function returned: the value if there is one, several as a list, as in viem. @throws ChainError for bytes that are no such values */
export function resultOf({ outputs = [] }: JsonItem, data: Uint8Array): unknown {
  if (outputs.length === 0) return undefined
  const values = decodeAbi(typesOfJson(outputs), data)
  const plain = outputs.map((output, i) => plainOf(output, values[i]!))
  return plain.length === 1 ? plain[0] : plain
}

/** A function of a signature alone. @throws UsageError */
export const functionOfSignature = (signature: string): JsonItem => ({
  type: 'function',
  ...jsonOfSignature(signature),
})
