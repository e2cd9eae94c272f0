import { textOf } from '../../base/index.js'
import { plainError } from '../plain-error.js'
import { headSize, isDynamic, typeName, type AbiType, type AbiValue } from './types.js'

/** Reads values as go-ethereum does: what follows them does not matter. @throws ChainError undefined/1 with its texts. Source: go-ethereum accounts/abi/argument.go `Unpack` */
export function decodeAbi(types: readonly AbiType[], data: Uint8Array): readonly AbiValue[] {
  if (data.length === 0 && types.length > 0)
    throw plainError('abi: attempting to unmarshal an empty string while arguments are expected')
  return decodeMembers(types, data)
}

function decodeMembers(types: readonly AbiType[], data: Uint8Array): readonly AbiValue[] {
  let at = 0
  return types.map((type) => {
    const value = decodeValue(type, data, at)
    at += headSize(type)
    return value
  })
}

/** Source: accounts/abi/unpack.go `toGoType`. */
function decodeValue(type: AbiType, data: Uint8Array, at: number): AbiValue {
  if (at + 32 > data.length)
    throw plainError(`abi: cannot marshal in to go type: length insufficient ${data.length} require ${at + 32}`)
  const word = data.subarray(at, at + 32)
  switch (type.kind) {
    case 'uint':
    case 'int':
      return integerOf(type, word)
    case 'bool':
      if (word.subarray(0, 31).some((byte) => byte !== 0) || word[31]! > 1)
        throw plainError('abi: improperly encoded boolean value')
      return word[31] === 1
    case 'address':
      return word.slice(12)
    case 'fixed':
      return word.slice(0, type.size)
    case 'string': {
      const { start, length } = pointed(data, at)
      return textOf(data.subarray(start, start + length))
    }
    case 'bytes': {
      const { start, length } = pointed(data, at)
      return data.slice(start, start + length)
    }
    case 'list': {
      const { start, length } = pointed(data, at)
      return listOf(type.of, data.subarray(start), length)
    }
    case 'array':
      return listOf(type.of, data.subarray(isDynamic(type) ? tupleAt(data, at) : at), type.size)
    default:
      return decodeMembers(type.of, data.subarray(isDynamic(type) ? tupleAt(data, at) : at))
  }
}

/** Source: `ReadInteger`. */
function integerOf(type: AbiType & { readonly bits: number; readonly kind: 'uint' | 'int' }, word: Uint8Array): bigint {
  const { kind, bits } = type
  const whole = numberOf(word)
  const value = kind === 'int' ? BigInt.asIntN(256, whole) : whole
  const fits = kind === 'int' ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)
  if (bits <= 64 && fits !== value) throw plainError(`abi: improperly encoded ${typeName(type)} value`)
  return value
}

/** Source: `forEachUnpack`. */
function listOf(type: AbiType, data: Uint8Array, size: number): readonly AbiValue[] {
  if (32 * size > data.length)
    throw plainError(
      `abi: cannot marshal into go array: offset ${data.length} would go over slice boundary (len=${32 * size})`,
    )
  const step = headSize(type)
  return Array.from({ length: size }, (_, i) => decodeValue(type, data, i * step))
}

const numberOf = (word: Uint8Array): bigint => BigInt(`0x${Buffer.from(word).toString('hex')}`)
const MAX_INT64 = (1n << 63n) - 1n

/** Source: `lengthPrefixPointsTo`. */
function pointed(data: Uint8Array, at: number): { readonly start: number; readonly length: number } {
  const start = numberOf(data.subarray(at, at + 32)) + 32n
  if (start > BigInt(data.length))
    throw plainError(
      `abi: cannot marshal in to go slice: offset ${start} would go over slice boundary (len=${data.length})`,
    )
  const length = numberOf(data.subarray(Number(start) - 32, Number(start)))
  const end = start + length
  if (end > MAX_INT64) throw plainError(`abi: length larger than int64: ${end}`)
  if (end > BigInt(data.length))
    throw plainError(`abi: cannot marshal in to go type: length insufficient ${data.length} require ${end}`)
  return { start: Number(start), length: Number(length) }
}

/** Source: `tuplePointsTo`. */
function tupleAt(data: Uint8Array, at: number): number {
  const start = numberOf(data.subarray(at, at + 32))
  if (start > BigInt(data.length))
    throw plainError(
      `abi: cannot marshal in to go slice: offset ${start} would go over slice boundary (len=${data.length})`,
    )
  return Number(start)
}
