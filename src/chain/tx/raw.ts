import { plainError } from '../../codec/index.js'

/**
 * A transaction has one valid encoding: fields 1, 2, 3… in order, all length-delimited, with the shortest length varints.
 * @throws ChainError undefined/1
 * Source: cosmos-sdk v0.54.3 x/auth/tx/decoder.go `rejectNonADR027TxRaw`, cosmossdk.io/x/tx v0.14.0 decode/adr027.go.
 */
export function checkTxRaw(bytes: Uint8Array): void {
  let before = 0n
  const known = new Set([1n, 2n, 3n])
  const unknown: bigint[] = []
  for (let at = 0; at < bytes.length;) {
    const tag = varint(bytes, at)
    const field = tag.value >> 3n
    const wire = tag.value & 7n
    if (field < 1n || field > MAX_FIELD) throw invalid('proto: invalid field number')
    if (wire !== LENGTH) throw plainError(`expected ${LENGTH} wire type, got ${wire}`)
    if (field < before) throw plainError(`txRaw must follow ADR-027, got tagNum ${field} after tagNum ${before}`)
    before = field
    const length = varint(bytes, tag.end)
    const read = length.end - tag.end
    const needed = Math.max(1, Math.ceil(length.value.toString(2).length / 7))
    if (read !== needed)
      throw plainError(
        `length prefix varint for tagNum ${field} is not as short as possible, read ${read}, only need ${needed}`,
      )
    if (length.value > BigInt(bytes.length - length.end)) throw invalid('unexpected EOF')
    if (!known.has(field)) unknown.push(field)
    at = length.end + Number(length.value)
  }
  if (unknown.length > 0) throw plainError(`errUnknownField "*tx.TxRaw": {TagNum: ${unknown[0]}, WireType:"bytes"}`)
}

const LENGTH = 2n
const MAX_FIELD = 2n ** 31n - 1n
const invalid = (text: string) => plainError(`invalid length; ${text}`)

/** Source: google.golang.org/protobuf encoding/protowire `ConsumeVarint`. */
function varint(bytes: Uint8Array, from: number): { readonly value: bigint; readonly end: number } {
  let value = 0n
  for (let i = 0; i < 10; i++) {
    const byte = bytes[from + i]
    if (byte === undefined) throw invalid('unexpected EOF')
    if (i === 9 && byte > 1) break
    value |= BigInt(byte & 0x7f) << BigInt(7 * i)
    if (byte < 0x80) return { value, end: from + i + 1 }
  }
  throw invalid('proto: variable length integer overflow')
}
