import { bigintsAsText, fromHex, own, toHex, UsageError } from '../../base/index.js'
import {
  decodeAbi,
  typeName,
  typeOfJson,
  type AbiFunction,
  type AbiType,
  type AbiValue,
  type JsonParameter,
} from '../../codec/abi/index.js'
import { ethAddressText } from '../../crypto/index.js'

/** Finds the 20 bytes of an address, or of who has a name. @throws UsageError for one that nobody has */
export type AddressReader = (text: string) => Uint8Array

const HEX = /^0x(?:[0-9a-fA-F]{2})*$/
const INTEGER = /^(?:-?(?:0|[1-9]\d*)|0x[0-9a-fA-F]+)$/

/** Arguments of a function: in order, or by the names of its parameters; one without a name by its number, from 0. */
export type Arguments = readonly unknown[] | { readonly [name: string]: unknown }

export const isInOrder = (given: Arguments): given is readonly unknown[] => Array.isArray(given)

/** The arguments in order. @throws UsageError for a name that no parameter has */
function inOrder(parameters: readonly JsonParameter[], given: Arguments, place: string): readonly unknown[] {
  if (isInOrder(given)) return given
  const names = parameters.map(nameOf)
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new UsageError(`${place} has no parameter ${unknown}`, { details: [rightArguments(parameters)] })
  return names.map((name) => own(given, name))
}

/** The name of a parameter, or its number. */
export const nameOf = ({ name }: JsonParameter, index: number): string => name || String(index)

const rightArguments = (parameters: readonly JsonParameter[]): string =>
  `right: (${parameters.map(({ name, type }) => `${type}${name ? ` ${name}` : ''}`).join(', ')})`

/**
 * Arguments of a function as values of its types: integers as bigints, numbers or texts, bytes as hex or bytes, tuples as objects or lists, addresses in hex or bech32 or
 * as names.
 * @param place named in errors @throws UsageError that names the argument
 */
export function abiArguments(
  parameters: readonly JsonParameter[],
  given: Arguments,
  addressOf: AddressReader,
  place: string,
): readonly AbiValue[] {
  const values = inOrder(parameters, given, place)
  if (values.length !== parameters.length)
    throw new UsageError(`${place} takes ${counted(parameters.length)}, got ${values.length}`, {
      details: [rightArguments(parameters)],
    })
  return parameters.map((parameter, i) => valueOf(parameter, values[i], addressOf, `${place}: ${nameOf(parameter, i)}`))
}

const counted = (count: number): string => (count === 0 ? 'no argument' : `${count} argument${count === 1 ? '' : 's'}`)

function valueOf(parameter: JsonParameter, given: unknown, addressOf: AddressReader, place: string): AbiValue {
  const type = typeOfJson(parameter)
  const value = 'of' in type ? membersOf(type, parameter, given, addressOf, place) : singleOf(type, given, addressOf)
  if (value === undefined) throw new UsageError(`${place}: expected ${typeName(type)}, got ${shown(given)}`)
  return value
}

type Single = Exclude<AbiType, { readonly of: unknown }>

/** Undefined for a value of another type. */
function singleOf(type: Single, given: unknown, addressOf: AddressReader): AbiValue | undefined {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return integerOf(type, given)
    case 'bool':
      return typeof given === 'boolean' ? given : undefined
    case 'string':
      return typeof given === 'string' ? given : undefined
    case 'address':
      return typeof given === 'string' ? addressOf(given) : undefined
    case 'bytes':
      return bytesOf(given)
    default: {
      const bytes = bytesOf(given)
      return bytes?.length === type.size ? bytes : undefined
    }
  }
}

/** The members of a list, an array or a tuple; undefined for a value of another type. */
function membersOf(
  type: Exclude<AbiType, Single>,
  parameter: JsonParameter,
  given: unknown,
  addressOf: AddressReader,
  place: string,
): readonly AbiValue[] | undefined {
  if (type.kind === 'tuple') return tupleOf(parameter.components ?? [], given, addressOf, place)
  if (!Array.isArray(given) || (type.kind === 'array' && given.length !== type.size)) return undefined
  const item = itemOf(parameter)
  return given.map((one: unknown, i) => valueOf(item, one, addressOf, `${place}[${i}]`))
}

const itemOf = (parameter: JsonParameter): JsonParameter => ({
  ...parameter,
  type: parameter.type.replace(/\[\d*\]$/, ''),
})

/** The value if it fits; undefined for anything else. */
function integerOf({ kind, bits }: Extract<AbiType, { bits: number }>, given: unknown): bigint | undefined {
  const isInteger =
    typeof given === 'bigint' || Number.isSafeInteger(given) || (typeof given === 'string' && INTEGER.test(given))
  if (!isInteger) return undefined
  const value = BigInt(given as string)
  const fits = kind === 'int' ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)
  return fits === value ? value : undefined
}

const bytesOf = (given: unknown): Uint8Array | undefined => {
  if (given instanceof Uint8Array) return given
  return typeof given === 'string' && HEX.test(given) ? fromHex(given.slice(2)) : undefined
}

function tupleOf(
  members: readonly JsonParameter[],
  given: unknown,
  addressOf: AddressReader,
  place: string,
): readonly AbiValue[] | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  if (Array.isArray(given) && given.length !== members.length) return undefined
  const values = Array.isArray(given)
    ? (given as unknown[])
    : members.map(({ name = '' }) => (given as Readonly<Record<string, unknown>>)[name])
  return members.map((member, i) => valueOf(member, values[i], addressOf, `${place}.${member.name || i}`))
}

const shown = (given: unknown): string =>
  typeof given === 'bigint' ? String(given) : (JSON.stringify(given, bigintsAsText) ?? String(given))

/** Integers of up to so many bits are numbers, larger ones bigints, as in viem. */
const NUMBER_BITS = 48

/** A value as viem shows it: addresses with the capitals of EIP-55, bytes in hex, tuples with named members as objects. */
export function plainOf(parameter: JsonParameter, value: AbiValue): unknown {
  const type = typeOfJson(parameter)
  switch (type.kind) {
    case 'uint':
    case 'int':
      return type.bits <= NUMBER_BITS ? Number(value) : value
    case 'address':
      return ethAddressText(value as Uint8Array)
    case 'bytes':
    case 'fixed':
      return `0x${toHex(value as Uint8Array)}`
    case 'tuple':
      return plainMembers(parameter.components ?? [], value as readonly AbiValue[])
    case 'list':
    case 'array': {
      const item = itemOf(parameter)
      return (value as readonly AbiValue[]).map((one) => plainOf(item, one))
    }
    default:
      return value
  }
}

/** An object if all members have names, otherwise a list. */
export function plainMembers(members: readonly JsonParameter[], values: readonly AbiValue[]): unknown {
  const plain = members.map((member, i) => plainOf(member, values[i]!))
  return members.length > 0 && members.every(({ name }) => name !== undefined && name !== '')
    ? Object.fromEntries(members.map(({ name }, i) => [name, plain[i]]))
    : plain
}

/** The arguments of a call of a function whose parameters have no names; undefined for bytes that are no such arguments. */
export function decodedCall(
  { name, inputs }: AbiFunction,
  input: Uint8Array,
): { readonly name: string; readonly args: unknown } | undefined {
  try {
    const values = inputs.length === 0 ? [] : decodeAbi(inputs, input.subarray(4))
    return { name, args: inputs.map((type, i) => plainOf(jsonOf(type), values[i]!)) }
  } catch {
    return undefined
  }
}

/** A type as a parameter without names. */
function jsonOf(type: AbiType): JsonParameter {
  if (type.kind === 'tuple') return { type: 'tuple', components: type.of.map(jsonOf) }
  if (type.kind !== 'list' && type.kind !== 'array') return { type: typeName(type) }
  const item = jsonOf(type.of)
  return { ...item, type: `${item.type}[${type.kind === 'array' ? type.size : ''}]` }
}
