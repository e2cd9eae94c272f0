import type { Json } from '../../base/json-value.js'
import { concatBytes, own, toUtf8 } from '../../base/index.js'
import { goQuote, goValueText } from '../../codec/index.js'
import { refuse } from '../errors.js'
import { keccak256 } from '../crypto/hash.js'
import { unhex, wordBytes } from '../hex.js'
import type { TypedMember } from './typed-data.js'

/** Structured data as go-ethereum reads it from JSON. */
export interface GoTypedData {
  readonly types: Readonly<Record<string, readonly TypedMember[]>>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, Json>>
  readonly message: Readonly<Record<string, Json>>
}

/**
 * The bytes whose hash is signed, as go-ethereum makes them: it wants all members of a struct, has no parentheses around none, and lets an integer
 * have as many bits as its type, whatever its sign.
 * @throws RpcError (-32000) with its text when the data does not fit its types
 * Source: go-ethereum v1.17.2 signer/core/apitypes/types.go `TypedDataAndHash`.
 */
export function goTypedDataBytes({ types, primaryType, domain, message }: GoTypedData): Uint8Array {
  checkTypes(types)
  const known = domainOf(domain)
  if (Object.keys(known).length === 0) throw refuse('domain is undefined')
  const hashes = [hashStruct(types, 'EIP712Domain', known), hashStruct(types, primaryType, message)]
  return concatBytes(Uint8Array.of(0x19, 0x01), ...hashes)
}

/** The members that a domain can have, where they are not empty. Source: `TypedDataDomain`. */
const domainOf = (domain: GoTypedData['domain']): GoTypedData['domain'] =>
  Object.fromEntries(
    ['chainId', 'name', 'version', 'verifyingContract', 'salt'].flatMap((name) => {
      const value = own(domain, name) ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )

type Types = GoTypedData['types']

const nameOf = (type: string): string => type.split('[')[0]!

/** Source: `isPrimitiveTypeValid`. */
const isPrimitive = (type: string): boolean => {
  const [, name = '', size = ''] = /^(address|bool|string|bytes|u?int)(|[1-9]\d*)$/.exec(nameOf(type)) ?? []
  if (size === '') return name !== ''
  if (name === 'bytes') return Number(size) <= 32
  return name.endsWith('int') && Number(size) % 8 === 0 && Number(size) <= 256
}

/** Source: `Types.validate`, which takes the types in no order. */
function checkTypes(types: Types): void {
  for (const [key, members] of Object.entries(types)) {
    if (key === '') throw refuse('empty type key')
    for (const [at, { name, type }] of members.entries()) {
      if (type === '') throw refuse(`type ${goQuote(key)}:${at}: empty Type`)
      if (name === '') throw refuse(`type ${goQuote(key)}:${at}: empty Name`)
      if (key === type) throw refuse(`type ${goQuote(type)} cannot reference itself`)
      if (isPrimitive(type)) continue
      if (!Object.hasOwn(types, nameOf(type))) throw refuse(`reference type ${goQuote(type)} is undefined`)
      if (!/^[A-Za-z](\w*)(\[\d*\])*$/.test(type)) throw refuse(`unknown reference type ${goQuote(type)}`)
    }
  }
}

/** The type and those that it uses: the first, then the others by name. Source: `Dependencies`, `EncodeType`. */
function typeText(types: Types, type: string): string {
  const used = new Set<string>()
  const visit = (name: string): void => {
    if (used.has(name) || !Object.hasOwn(types, name)) return
    used.add(name)
    for (const member of types[name]!) visit(nameOf(member.type))
  }
  visit(nameOf(type))
  const [first, ...others] = used
  return [...(first === undefined ? [] : [first]), ...others.sort()]
    .map((name) => {
      const members = types[name]!.map((member) => `${member.type} ${member.name}`)
      // go-ethereum cuts off the last byte: a comma, or the opening parenthesis of a type without members.
      return members.length === 0 ? `${name})` : `${name}(${members.join(',')})`
    })
    .join('')
}

const mismatch = (type: string, value: Json | undefined) =>
  refuse(`provided data '${goValueText(value)}' doesn't match type '${type}'`)

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hashStruct(types: Types, type: string, data: { readonly [name: string]: Json }): Uint8Array {
  const members = own(types, type) ?? []
  const given = Object.keys(data).length
  if (members.length < given) throw refuse(`there is extra data provided in the message (${members.length} < ${given})`)
  return keccak256(
    concatBytes(
      keccak256(toUtf8(typeText(types, type))),
      ...members.map((member) => encoded(types, member.type, own(data, member.name))),
    ),
  )
}

function encoded(types: Types, type: string, value: Json | undefined): Uint8Array {
  if (type.endsWith(']')) return encodedList(types, type, value)
  if (!Object.hasOwn(types, type)) return primitive(type, value)
  if (!isObject(value)) throw mismatch(type, value)
  return hashStruct(types, type, value)
}

/** A list in a list has no further brackets of its type. Source: `encodeArrayValue`. */
function encodedList(types: Types, type: string, value: Json | undefined): Uint8Array {
  if (!Array.isArray(value)) throw mismatch(type, value)
  const element = nameOf(type)
  return keccak256(
    concatBytes(
      ...(value as readonly Json[]).map((one) =>
        Array.isArray(one) ? encodedList(types, element, one) : encoded(types, element, one),
      ),
    ),
  )
}

/** Source: `EncodePrimitiveValue`. */
function primitive(type: string, value: Json | undefined): Uint8Array {
  if (type === 'address') {
    if (typeof value !== 'string' || !/^(?:0[xX])?[0-9a-fA-F]{40}$/.test(value)) throw mismatch(type, value)
    return wordBytes(BigInt(`0x${value.slice(-40)}`))
  }
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw mismatch(type, value)
    return wordBytes(value ? 1n : 0n)
  }
  if (type === 'string') {
    if (typeof value !== 'string') throw mismatch(type, value)
    return keccak256(toUtf8(value))
  }
  if (type.startsWith('bytes')) return encodedBytes(type, value)
  return wordBytes(BigInt.asUintN(256, integer(type, value)))
}

function encodedBytes(type: string, value: Json | undefined): Uint8Array {
  if (typeof value !== 'string' || !/^0[xX](?:[0-9a-fA-F]{2})*$/.test(value)) throw mismatch(type, value)
  const bytes = unhex(`0x${value.slice(2)}`)
  if (type === 'bytes') return keccak256(bytes)
  if (bytes.length !== Number(type.slice('bytes'.length))) throw mismatch(type, value)
  return concatBytes(bytes, new Uint8Array(32 - bytes.length))
}

/** Source: `parseInteger`; math `HexOrDecimal256`. */
function integer(type: string, value: Json | undefined): bigint {
  const number = parsed(type, value)
  const bits = (number < 0n ? -number : number).toString(2).length
  if (number !== 0n && bits > Number(/\d+$/.exec(type)?.[0] ?? 256)) throw refuse(`integer larger than '${type}'`)
  if (type.startsWith('u') && number < 0n) throw refuse(`invalid negative value for unsigned type ${type}`)
  return number
}

function parsed(type: string, value: Json | undefined): bigint {
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || Math.abs(value) > 2 ** 63)
      throw refuse(`invalid float value ${goValueText(value)} for type ${type}`)
    return BigInt(value)
  }
  if (typeof value !== 'string')
    throw refuse(`invalid integer value ${goValueText(value)}/${goType(value)} for type ${type}`)
  const number = readInteger(value)
  if (number === undefined) throw refuse(`invalid hex or decimal integer ${goQuote(value)}`)
  return number
}

/** Source: math/big.go `ParseBig256`. */
function readInteger(text: string): bigint | undefined {
  if (text === '') return 0n
  const [, sign = '', digits = ''] =
    /^0[xX]([-+]?)([0-9a-fA-F]+)$/.exec(text)?.map((part, at) => (at === 2 ? `0x${part}` : part)) ??
    /^([-+]?)([0-9]+)$/.exec(text) ??
    []
  if (digits === '') return undefined
  const number = BigInt(digits)
  if (number >= 1n << 256n) return undefined
  return sign === '-' ? -number : number
}

const goType = (value: Json | undefined): string => {
  if (value === null || value === undefined) return '<nil>'
  if (typeof value === 'boolean') return 'bool'
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}'
}
