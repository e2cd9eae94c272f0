import { fromHex, textOf } from '../../base/index.js'
import { GoJsonError, TypeMismatch, type GoJsonDecoder } from './decoder.js'
import { unmarshaler, type GoType } from './types.js'

// Numbers and bytes in hexadecimal. Source: go-ethereum common/hexutil/json.go, common/types.go.

/** What is between the quotes, escapes included. */
function textIn(raw: Uint8Array, type: string): string {
  if (raw.length < 2 || raw[0] !== 0x22) throw new TypeMismatch('non-string', type)
  return textOf(raw.subarray(1, -1))
}

const hasPrefix = (text: string): boolean => /^0x/i.test(text)
const isHex = (digits: string): boolean => /^[0-9a-f]*$/i.test(digits)

function quantity(type: string, bits: number): GoType<bigint> {
  const read = (raw: Uint8Array): bigint => {
    const problem = (what: string) => new TypeMismatch(what, type)
    const text = textIn(raw, type)
    if (text === '') return 0n
    if (!hasPrefix(text)) throw problem('hex string without 0x prefix')
    const digits = text.slice(2)
    if (digits === '') throw problem('hex string "0x"')
    if (digits.length > 1 && digits.startsWith('0')) throw problem('hex number with leading zero digits')
    if (digits.length * 4 > bits) throw problem(`hex number > ${bits} bits`)
    if (!isHex(digits)) throw problem('invalid hex string')
    return BigInt(`0x${digits}`)
  }
  return unmarshaler(type, () => 0n, read)
}

export const hexUint64 = quantity('hexutil.Uint64', 64)
export const hexBig = quantity('*hexutil.Big', 256)
export const hexU256 = quantity('*uint256.Int', 256)

/** The digits of an even number. */
function digitsOf(text: string, type: string): string {
  if (text === '') return ''
  if (!hasPrefix(text)) throw new TypeMismatch('hex string without 0x prefix', type)
  if (text.length % 2 === 1) throw new TypeMismatch('hex string of odd length', type)
  return text.slice(2)
}

function bytesOfDigits(digits: string, type: string): Uint8Array {
  if (!isHex(digits)) throw new TypeMismatch('invalid hex string', type)
  return fromHex(digits)
}

export const hexBytes: GoType<Uint8Array> = unmarshaler(
  'hexutil.Bytes',
  () => new Uint8Array(0),
  (raw) => bytesOfDigits(digitsOf(textIn(raw, 'hexutil.Bytes'), 'hexutil.Bytes'), 'hexutil.Bytes'),
)

function fixed(text: string, type: string, length: number): Uint8Array {
  const digits = digitsOf(text, type)
  if (digits.length !== length * 2)
    throw new GoJsonError(`hex string has length ${digits.length}, want ${length * 2} for ${type}`)
  return bytesOfDigits(digits, type)
}

const fixedBytes = (type: string, length: number): GoType<Uint8Array> =>
  unmarshaler(
    type,
    () => new Uint8Array(length),
    (raw) => fixed(textIn(raw, type), type, length),
  )

export const ethAddress = fixedBytes('common.Address', 20)
export const ethHash = fixedBytes('common.Hash', 32)

type Entries<T> = readonly (readonly [key: Uint8Array, value: T])[]

/**
 * A map with addresses or hashes as its keys, as a list in the order of the document. The last entry of a key counts.
 * @param name as Go prints the type, if it has a name of its own
 */
export const mapBy = <T>(
  key: GoType<Uint8Array>,
  value: GoType<T>,
  name = `map[${key.name}]${value.name}`,
): GoType<Entries<T>> => {
  const length = key.zero().length
  return {
    name,
    zero: () => [],
    read: (reader: GoJsonDecoder, into) => {
      const kind = reader.kind()
      if (kind === 'null') {
        reader.skip()
        return []
      }
      if (kind !== 'object') {
        reader.mismatch(name)
        return into
      }
      const entries = new Map<string, readonly [Uint8Array, T]>()
      reader.object((text) => {
        const item = value.read(reader, value.zero())
        const bytes = fixed(text, key.name, length)
        entries.set(bytes.join(), [bytes, item])
      })
      return [...entries.values()]
    },
  }
}
