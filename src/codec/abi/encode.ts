import { concatBytes, toUtf8 } from '../../base/index.js'
import { headSize, isDynamic, type AbiType, type AbiValue } from './types.js'

/** A number in 32 bytes; a negative one in two's complement. */
export function abiWord(value: bigint): Uint8Array {
  const word = new Uint8Array(32)
  let rest = BigInt.asUintN(256, value)
  for (let i = 31; rest > 0n; i--) {
    word[i] = Number(rest & 0xffn)
    rest >>= 8n
  }
  return word
}

/** Values as Solidity passes them. The types of values are those of the parameters. */
export function encodeAbi(types: readonly AbiType[], values: readonly AbiValue[]): Uint8Array {
  const heads: Uint8Array[] = []
  const tails: Uint8Array[] = []
  let end = types.reduce((sum, type) => sum + headSize(type), 0)
  for (const [i, type] of types.entries()) {
    const encoded = encodeValue(type, values[i]!)
    if (!isDynamic(type)) heads.push(encoded)
    else {
      heads.push(abiWord(BigInt(end)))
      tails.push(encoded)
      end += encoded.length
    }
  }
  return concatBytes(...heads, ...tails)
}

function encodeValue(type: AbiType, value: AbiValue): Uint8Array {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return abiWord(value as bigint)
    case 'bool':
      return abiWord(value === true ? 1n : 0n)
    case 'address':
      return padded(value as Uint8Array, 'left')
    case 'fixed':
      return padded(value as Uint8Array, 'right')
    case 'string':
      return withLength(toUtf8(value as string))
    case 'bytes':
      return withLength(value as Uint8Array)
    case 'list': {
      const items = value as readonly AbiValue[]
      const encoded = encodeAbi(
        items.map(() => type.of),
        items,
      )
      return concatBytes(abiWord(BigInt(items.length)), encoded)
    }
    case 'array':
      return encodeAbi(
        Array.from({ length: type.size }, () => type.of),
        value as readonly AbiValue[],
      )
    default:
      return encodeAbi(type.of, value as readonly AbiValue[])
  }
}

const withLength = (bytes: Uint8Array): Uint8Array => concatBytes(abiWord(BigInt(bytes.length)), padded(bytes, 'right'))

/** Filled up with zeros to whole words. */
function padded(bytes: Uint8Array, side: 'left' | 'right'): Uint8Array {
  const words = new Uint8Array(Math.ceil(bytes.length / 32) * 32)
  words.set(bytes, side === 'left' ? words.length - bytes.length : 0)
  return words
}
