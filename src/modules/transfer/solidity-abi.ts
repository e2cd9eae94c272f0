import { concatBytes, toUtf8 } from '../../base/index.js'
import { packetAmount, type PacketData } from '../../chain/ibc/index.js'
import { ErrAbiDecoding, ErrAbiEncoding } from './errors.js'

/**
 * The data of a transfer as Solidity has it: `abi.encode` of a tuple of denom, sender, receiver, amount (uint256) and memo.
 * Source: ibc-go v10.5.0 apps/transfer/types/solidity_abi.go, go-ethereum v1.15.11 accounts/abi.
 */
const FIELDS = ['denom', 'sender', 'receiver', 'amount', 'memo'] as const
const WORD = 32
const MAX_INT64 = (1n << 63n) - 1n

/** @throws ChainError transfer/14 */
export function encodeAbi(data: PacketData): Uint8Array {
  const amount = packetAmount(data.amount)
  if (amount === undefined) throw ErrAbiEncoding.error(`failed to parse amount: ${data.amount}`)
  const head: Uint8Array[] = []
  const tail: Uint8Array[] = []
  let end = FIELDS.length * WORD
  for (const field of FIELDS) {
    if (field === 'amount') {
      head.push(wordOf(amount))
      continue
    }
    const text = toUtf8(data[field])
    head.push(wordOf(BigInt(end)))
    const padding = new Uint8Array((WORD - (text.length % WORD)) % WORD)
    tail.push(wordOf(BigInt(text.length)), text, padding)
    end += WORD + text.length + padding.length
  }
  return concatBytes(wordOf(BigInt(WORD)), ...head, ...tail)
}

/** @throws ChainError transfer/15 */
export function decodeAbi(bytes: Uint8Array): PacketData {
  if (bytes.length === 0) throw failed('attempting to unmarshal an empty string while arguments are expected')
  assertWord(bytes, 0)
  const begin = numberAt(bytes, 0)
  if (begin > BigInt(bytes.length)) throw beyond(begin, bytes)
  const tuple = bytes.subarray(Number(begin))
  const [denom, sender, receiver, amount, memo] = FIELDS.map((field, i) => {
    assertWord(tuple, i * WORD)
    return field === 'amount' ? String(numberAt(tuple, i * WORD)) : textAt(tuple, i * WORD)
  }) as [string, string, string, string, string]
  return { denom, sender, receiver, amount, memo }
}

/** The text to which an offset at a place leads. */
function textAt(bytes: Uint8Array, index: number): string {
  const begin = numberAt(bytes, index) + BigInt(WORD)
  if (begin > BigInt(bytes.length)) throw beyond(begin, bytes)
  const end = begin + numberAt(bytes, Number(begin) - WORD)
  if (end > MAX_INT64) throw failed(`length larger than int64: ${end}`)
  if (end > BigInt(bytes.length)) throw tooShort(bytes, end)
  return Buffer.from(bytes.subarray(Number(begin), Number(end))).toString()
}

function assertWord(bytes: Uint8Array, index: number): void {
  if (index + WORD > bytes.length) throw tooShort(bytes, index + WORD)
}

const numberAt = (bytes: Uint8Array, index: number): bigint =>
  BigInt(`0x${Buffer.from(bytes.subarray(index, index + WORD)).toString('hex')}`)

const wordOf = (value: bigint): Uint8Array =>
  new Uint8Array(Buffer.from(value.toString(16).padStart(WORD * 2, '0'), 'hex'))

const failed = (text: string) => ErrAbiDecoding.error(`failed to unpack data: abi: ${text}`)
const tooShort = ({ length }: Uint8Array, required: number | bigint) =>
  failed(`cannot marshal in to go type: length insufficient ${length} require ${required}`)
const beyond = (offset: bigint, { length }: Uint8Array) =>
  failed(`cannot marshal in to go slice: offset ${offset} would go over slice boundary (len=${length})`)
