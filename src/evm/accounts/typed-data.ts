import { concatBytes, own, toUtf8 } from '../../base/index.js'
import { refuse } from '../errors.js'
import { keccak256 } from '../crypto/hash.js'
import { unhex, wordBytes, type Hex } from '../hex.js'

/** A member of a struct type. */
export interface TypedMember {
  readonly name: string
  readonly type: string
}

/** Structured data that a wallet signs. Source: EIP-712. */
export interface TypedData {
  readonly types: Readonly<Record<string, readonly TypedMember[]>>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>> | undefined
  readonly message: Readonly<Record<string, unknown>>
}

/** Which revision of `eth_signTypedData`: the fourth supports arrays and missing members. */
export type TypedDataVersion = 'V3' | 'V4'

const MAX_DEPTH = 64

/**
 * The hash that is signed. Not by `micro-eth-signer`, which has the fourth revision only, refuses more than 4,096 values, and does not name the
 * member in its errors.
 * @throws RpcError (-32000) when the data does not fit its types; `domain is undefined` without a domain.
 */
export function typedDataHash(data: TypedData, version: TypedDataVersion): Uint8Array {
  const given = domainOf(data)
  if (Object.keys(given).length === 0) throw refuse('domain is undefined')
  const encoder = new Encoder(data.types, version)
  const domain = encoder.hashStruct('EIP712Domain', given, 0)
  const message = data.primaryType === 'EIP712Domain' ? [] : [encoder.hashStruct(data.primaryType, data.message, 0)]
  return keccak256(concatBytes(Uint8Array.of(0x19, 0x01), domain, ...message))
}

/** The members of domains that the standard names. */
const DOMAIN = ['name', 'version', 'chainId', 'verifyingContract', 'salt']

/** The members of the domain that its type names, and those of the standard that are not empty: other members count for nothing. */
function domainOf({ types, domain = {} }: TypedData): Readonly<Record<string, unknown>> {
  const named = new Set((own(types, 'EIP712Domain') ?? []).map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(domain).filter(([name, value]) => named.has(name) || (DOMAIN.includes(name) && value !== '')),
  )
}

/** The hash of the first revision: a list of typed and named values, packed. @throws RpcError when a value does not fit. */
export function legacyTypedDataHash(list: readonly { type: string; name: string; value: unknown }[]): Uint8Array {
  if (list.length === 0) throw refuse('typed data is empty')
  const schema = list.map(({ type, name }) => toUtf8(`${type} ${name}`))
  const values = list.map(({ type, name, value }) => packed(type, value, name))
  return keccak256(concatBytes(keccak256(concatBytes(...schema)), keccak256(concatBytes(...values))))
}

/** A value without padding, as Solidity's `abi.encodePacked` has it. */
function packed(type: string, value: unknown, name: string): Uint8Array {
  if (type === 'string' && typeof value === 'string') return toUtf8(value)
  if (type === 'bytes' && isHex(value)) return unhex(value)
  const word = encodeAtom(type, value, name)
  const bytes = /^bytes(\d+)$/.exec(type)
  if (bytes !== null) return word.subarray(0, Number(bytes[1]))
  const size = type === 'bool' ? 1 : type === 'address' ? 20 : Number(/\d+$/.exec(type)?.[0] ?? 256) / 8
  return word.subarray(32 - size)
}

class Encoder {
  readonly #types: TypedData['types']
  readonly #version: TypedDataVersion

  constructor(types: TypedData['types'], version: TypedDataVersion) {
    this.#types = types
    this.#version = version
  }

  hashStruct(type: string, value: unknown, depth: number): Uint8Array {
    if (depth > MAX_DEPTH) throw refuse('typed data is nested too deeply')
    if (value === null || typeof value !== 'object') throw refuse(`provided data is not an object for type '${type}'`)
    const [wanted, given] = [own(this.#types, type)?.length ?? 0, Object.keys(value).length]
    if (given > wanted) throw refuse(`there is extra data provided in the message (${wanted} < ${given})`)
    const members = this.#members(type)
    const parts = members.map(({ name, type: of }) => {
      const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
      return this.#encode(of, given, name, depth + 1)
    })
    return keccak256(concatBytes(keccak256(toUtf8(this.#typeText(type))), ...parts))
  }

  #encode(type: string, value: unknown, name: string, depth: number): Uint8Array {
    const element = /^(.*)\[(\d*)\]$/.exec(type)
    if (element !== null) return this.#encodeArray(element[1]!, element[2]!, value, name, depth)
    if (Object.hasOwn(this.#types, type)) {
      // A missing struct is a word of zeros since the fourth revision.
      if (value === undefined || value === null) {
        if (this.#version === 'V4') return new Uint8Array(32)
        throw refuse(`missing value for ${name} of type ${type}`)
      }
      return this.hashStruct(type, value, depth)
    }
    return encodeAtom(type, value, name)
  }

  #encodeArray(type: string, length: string, value: unknown, name: string, depth: number): Uint8Array {
    if (this.#version === 'V3') throw refuse('arrays are unimplemented in encodeData; use V4 extension')
    if (!Array.isArray(value)) throw refuse(`provided data is not an array for ${name} of type '${type}[${length}]'`)
    if (length !== '' && value.length !== Number(length))
      throw refuse(`provided data has ${value.length} elements for ${name} of type '${type}[${length}]'`)
    return keccak256(concatBytes(...value.map((one) => this.#encode(type, one, name, depth + 1))))
  }

  /** The type and those that it uses, in the order of the standard. */
  #typeText(type: string): string {
    const used = new Set<string>()
    const visit = (name: string): void => {
      const base = name.replace(/\[\d*\]/g, '')
      if (used.has(base) || !Object.hasOwn(this.#types, base)) return
      used.add(base)
      for (const member of this.#members(base)) visit(member.type)
    }
    visit(type)
    used.delete(type)
    return [type, ...[...used].sort()]
      .map(
        (name) =>
          `${name}(${this.#members(name)
            .map((member) => `${member.type} ${member.name}`)
            .join(',')})`,
      )
      .join('')
  }

  #members(type: string): readonly TypedMember[] {
    if (!Object.hasOwn(this.#types, type)) throw refuse(`type '${type}' is undefined`)
    return this.#types[type]!
  }
}

/** Encodings of the types that have no size; undefined for a value that does not fit. */
const UNSIZED: Readonly<Record<string, (value: unknown) => Uint8Array | undefined>> = {
  string: (value) => (typeof value === 'string' ? keccak256(toUtf8(value)) : undefined),
  bool: (value) => (typeof value === 'boolean' ? wordBytes(value ? 1n : 0n) : undefined),
  bytes: (value) => (isHex(value) ? keccak256(unhex(value)) : undefined),
  address: (value) => (isHex(value) && value.length === 42 ? wordBytes(BigInt(value)) : undefined),
}

function fixedBytes(size: number, value: unknown): Uint8Array | undefined {
  if (!isHex(value) || size < 1 || size > 32 || value.length !== 2 + size * 2) return undefined
  return concatBytes(unhex(value), new Uint8Array(32 - size))
}

function integer(isSigned: boolean, bits: bigint, value: unknown): Uint8Array | undefined {
  const number = integerOf(value)
  if (number === undefined || bits < 8n || bits > 256n || bits % 8n !== 0n) return undefined
  const high = 1n << (isSigned ? bits - 1n : bits)
  const low = isSigned ? -high : 0n
  return number < low || number >= high ? undefined : wordBytes(BigInt.asUintN(256, number))
}

/** @throws RpcError for a type that there is not */
function encoded(type: string, value: unknown): Uint8Array | undefined {
  const unsized = own(UNSIZED, type)
  if (unsized !== undefined) return unsized(value)
  const [, kind, size = ''] = /^(bytes|u?int)(\d*)$/.exec(type) ?? []
  if (kind === undefined) throw refuse(`unrecognized type '${type}'`)
  return kind === 'bytes' ? fixedBytes(Number(size), value) : integer(kind === 'int', BigInt(size || 256), value)
}

function encodeAtom(type: string, value: unknown, name: string): Uint8Array {
  const word = encoded(type, value)
  if (word !== undefined) return word
  throw refuse(`provided data '${JSON.stringify(value ?? null).slice(0, 80)}' doesn't match type '${type}' of ${name}`)
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string' || !/^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)) return undefined
  return BigInt(value)
}
