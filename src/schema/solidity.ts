import { signatureOfJson, typeOfJson, type AbiType, type JsonItem, type JsonParameter } from '../codec/abi/index.js'
import type { ContractSchema } from './contract-schema.js'
import type { MessageSchema, SchemaNode } from './node.js'
import { SOLIDITY_TEXTS } from './texts.js'

/** The functions of a contract in Solidity as messages: `{ transfer: { to: …, amount: … } }`, with arguments by the names of the parameters. */
export function schemaOfAbi(name: string, abi: readonly JsonItem[]): ContractSchema {
  const functions = functionsOf(abi)
  const nameOf = namesIn(functions)
  const of = (isQuery: boolean): MessageSchema | undefined => {
    const some = functions.filter((item) => isView(item) === isQuery)
    return some.length === 0 ? undefined : { root: { oneOf: some.map((item) => messageOf(item)) }, definitions: TEXTS }
  }
  const none = undefined
  return {
    contract: name,
    instantiate: none,
    execute: of(false),
    query: of(true),
    migrate: none,
    sudo: none,
    answers: new Map(),
  }

  function messageOf(item: JsonItem): SchemaNode {
    const { inputs = [] } = item
    return objectOf([[nameOf(item), objectOf(inputs.map((input, i) => [input.name || String(i), nodeOf(input)]))]])
  }
}

const functionsOf = (abi: readonly JsonItem[]): readonly JsonItem[] => abi.filter(({ type }) => type === 'function')

/** What messages call functions: their names, or their signatures where several have the name. */
const namesIn =
  (functions: readonly JsonItem[]) =>
  (item: JsonItem): string =>
    functions.filter(({ name }) => name === item.name).length === 1 ? item.name! : signatureOfJson(item)

/** The messages that take the coin of the chain. */
export const payableIn = (abi: readonly JsonItem[]): ReadonlySet<string> => {
  const functions = functionsOf(abi)
  return new Set(functions.filter(({ stateMutability }) => stateMutability === 'payable').map(namesIn(functions)))
}

const isView = ({ stateMutability }: JsonItem): boolean => stateMutability === 'view' || stateMutability === 'pure'

/** The texts of the types, of which each definition is one. */
const TEXTS: MessageSchema['definitions'] = new Map(
  Object.keys(SOLIDITY_TEXTS).map((name) => [name, { types: ['string'] }]),
)

const objectOf = (members: readonly (readonly [string, SchemaNode])[]): SchemaNode => ({
  types: ['object'],
  properties: Object.fromEntries(members),
  required: members.map(([name]) => name),
})

function nodeOf(parameter: JsonParameter): SchemaNode {
  const type = typeOfJson(parameter)
  switch (type.kind) {
    case 'tuple':
      return objectOf(
        (parameter.components ?? []).map((member, i) => [member.name || String(i), nodeOf(member)] as const),
      )
    case 'list':
    case 'array': {
      const items = nodeOf({ ...parameter, type: parameter.type.replace(/\[\d*\]$/, '') })
      return { types: ['array'], items, ...(type.kind === 'array' && { minItems: type.size, maxItems: type.size }) }
    }
    default:
      return singleOf(type)
  }
}

/** Integers up to so many bits are JSON numbers. */
const NUMBER_BITS = 32

function singleOf(type: Exclude<AbiType, { readonly of: unknown }>): SchemaNode {
  switch (type.kind) {
    case 'bool':
      return { types: ['boolean'] }
    case 'string':
      return { types: ['string'] }
    case 'address':
      return { ref: 'solidity address' }
    case 'bytes':
      return { ref: 'solidity bytes' }
    case 'uint':
      if (type.bits <= NUMBER_BITS) return { types: ['integer'], minimum: 0, maximum: 2 ** type.bits - 1 }
      return { ref: `solidity uint${type.bits}` }
    case 'int':
      if (type.bits <= NUMBER_BITS)
        return { types: ['integer'], minimum: -(2 ** (type.bits - 1)), maximum: 2 ** (type.bits - 1) - 1 }
      return { ref: `solidity int${type.bits}` }
    default:
      return { ref: `solidity bytes${type.size}` }
  }
}
