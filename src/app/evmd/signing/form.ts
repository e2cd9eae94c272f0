import type { Json } from '../../../base/json-value.js'
import type { GoTypedData } from '../../../evm/internal.js'
import { plainError } from '../../../chain/index.js'
import type { Document } from './document.js'
import { DOMAIN_TYPE, domainOf, FEE_TYPES, typeName } from './common.js'

type Members = GoTypedData['types'][string]

/** How many types of one name a document may have. Source: ethereum/eip712/types.go `maxDuplicateTypeDefs` */
const MAX_TYPES_OF_NAME = 1000

/**
 * A document as typed data: each message is a member `msg0`, `msg1`, …, whose types follow from its JSON.
 * @throws ChainError undefined/1 for a document without such a form
 * Source: cosmos/evm v0.7.3 ethereum/eip712/{message,types}.go.
 */
export function typedForm({ json, messages }: Document, chainId: bigint): GoTypedData {
  const types: Record<string, Members> = { ...DOMAIN_TYPE, ...FEE_TYPES }
  const named = messages.map((message, at) => [`msg${at}`, message] as const)
  const members = named.map(([name, message]) => ({ name, type: messageType(types, message) }))
  return {
    types: {
      ...types,
      Tx: [
        { name: 'account_number', type: 'string' },
        { name: 'chain_id', type: 'string' },
        { name: 'fee', type: 'Fee' },
        { name: 'memo', type: 'string' },
        { name: 'sequence', type: 'string' },
        ...members,
      ],
    },
    primaryType: 'Tx',
    domain: domainOf(chainId),
    message: { ...json, ...Object.fromEntries(named) },
  }
}

function messageType(types: Record<string, Members>, message: Json): string {
  const type = isJsonObject(message) ? message['type'] : undefined
  if (typeof type !== 'string' || type === '') throw plainError('malformed message type value, expected type string')
  return addType(types, `Type${type.split('/').at(-1)!}`, ['_'], message as { readonly [name: string]: Json })
}

/** Adds the type of an object, with those of its members, and returns its name. @param path of the object, from its message on */
function addType(
  types: Record<string, Members>,
  name: string,
  path: readonly string[],
  object: { readonly [name: string]: Json },
): string {
  const members = Object.keys(object)
    .sort()
    .reverse()
    .flatMap((member) => {
      const type = memberType(types, [...path, member], object[member]!)
      return type === undefined ? [] : [{ name: member, type }]
    })
  for (let index = 0; index < MAX_TYPES_OF_NAME; index++) {
    const indexed = `${name}${index}`
    const known = types[indexed]
    if (known === undefined) types[indexed] = members
    if (known === undefined || areEqual(known, members)) return indexed
  }
  throw plainError('exceeded maximum number of duplicates for a single type definition: invalid request')
}

const areEqual = (some: Members, others: Members): boolean =>
  some.length === others.length &&
  some.every(({ name, type }, at) => name === others[at]!.name && type === others[at]!.type)

const PRIMITIVE: Readonly<Record<string, string>> = { boolean: 'bool', number: 'int64', string: 'string' }

/** The type of a member, which for a list is that of its first element; undefined for `null`, which has none. Messages have no lists of lists. */
function memberType(types: Record<string, Members>, path: readonly string[], value: Json): string | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'string[]'
    const type = memberType(types, path, value[0] as Json)
    return type === undefined ? undefined : `${type}[]`
  }
  if (isJsonObject(value)) return addType(types, typeName(path), path, value)
  return PRIMITIVE[value === null ? 'null' : typeof value]
}

const isJsonObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
