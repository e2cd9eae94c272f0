import { concatBytes } from '../../../base/index.js'
import { plainError } from '../../../chain/index.js'

/** Bytes, or a list of such. Source: Ethereum yellow paper, appendix B. */
export type Rlp = Uint8Array | readonly Rlp[]

export function encodeRlp(item: Rlp): Uint8Array {
  if (!(item instanceof Uint8Array)) {
    const parts = item.map(encodeRlp)
    return concatBytes(
      head(
        0xc0,
        parts.reduce((sum, { length }) => sum + length, 0),
      ),
      ...parts,
    )
  }
  return item.length === 1 && item[0]! < 0x80 ? item : concatBytes(head(0x80, item.length), item)
}

function head(base: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(base + length)
  const digits = bytesOfNumber(BigInt(length))
  return Uint8Array.of(base + 55 + digits.length, ...digits)
}

/** Big-endian, without zeros in front. */
export function bytesOfNumber(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0)
  const digits = value.toString(16)
  return Uint8Array.from(Buffer.from(digits.length % 2 === 1 ? `0${digits}` : digits, 'hex'))
}

export const numberOfBytes = (bytes: Uint8Array): bigint =>
  bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/** @throws ChainError undefined/1 for bytes that are no RLP, or more than one item */
export function decodeRlp(bytes: Uint8Array): Rlp {
  const { item, end } = readItem(bytes, 0, bytes.length)
  if (end !== bytes.length) throw plainError('rlp: input contains more than one value')
  return item
}

function readItem(bytes: Uint8Array, at: number, limit: number): { readonly item: Rlp; readonly end: number } {
  const first = bytes[at]
  if (first === undefined || at >= limit) throw plainError('unexpected EOF')
  if (first < 0x80) return { item: bytes.subarray(at, at + 1), end: at + 1 }
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  const digits = short > 55 ? short - 55 : 0
  const start = at + 1 + digits
  const length = digits === 0 ? short : Number(numberOfBytes(bytes.subarray(at + 1, start)))
  const end = start + length
  if (end > limit) throw plainError('rlp: value size exceeds available input length')
  if (!isList) return { item: bytes.subarray(start, end), end }
  const items: Rlp[] = []
  for (let next = start; next < end;) {
    const read = readItem(bytes, next, end)
    items.push(read.item)
    next = read.end
  }
  return { item: items, end }
}
