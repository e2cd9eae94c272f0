import { plainError } from '../../codec/plain-error.js'
import { ProtoError, readProto } from '../../codec/proto.js'
import { WireReader } from '../../codec/protowire.js'

/** Fields of a message by number: the wire type, or the nested message. */
type Fields = Readonly<Record<number, 'varint' | 'bytes' | keyof typeof MESSAGES>>

/** Messages whose readers refuse unknown fields: those of a transaction that all chains share, and of packets. Go prints their types in errors. */
const MESSAGES = {
  'cosmos.tx.v1beta1.TxBody': {
    type: '*tx.TxBody',
    fields: { 1: 'any', 2: 'bytes', 3: 'varint', 4: 'varint', 5: 'timestamp', 1023: 'any', 2047: 'any' },
  },
  'cosmos.tx.v1beta1.AuthInfo': { type: '*tx.AuthInfo', fields: { 1: 'signerInfo', 2: 'fee', 3: 'tip' } },
  any: { type: '*types.Any', fields: { 1: 'bytes', 2: 'bytes' } },
  timestamp: { type: '*types.Timestamp', fields: { 1: 'varint', 2: 'varint' } },
  signerInfo: { type: '*tx.SignerInfo', fields: { 1: 'any', 2: 'modeInfo', 3: 'varint' } },
  modeInfo: { type: '*tx.ModeInfo', fields: { 1: 'modeSingle', 2: 'modeMulti' } },
  modeSingle: { type: '*tx.ModeInfo_Single', fields: { 1: 'varint' } },
  modeMulti: { type: '*tx.ModeInfo_Multi', fields: { 1: 'bitArray', 2: 'modeInfo' } },
  bitArray: { type: '*types.CompactBitArray', fields: { 1: 'varint', 2: 'bytes' } },
  fee: { type: '*tx.Fee', fields: { 1: 'coin', 2: 'varint', 3: 'bytes', 4: 'bytes' } },
  tip: { type: '*tx.Tip', fields: { 1: 'coin', 2: 'bytes' } },
  coin: { type: '*types.Coin', fields: { 1: 'bytes', 2: 'bytes' } },
  'ibc.applications.transfer.v1.FungibleTokenPacketData': {
    type: '*types.FungibleTokenPacketData',
    fields: { 1: 'bytes', 2: 'bytes', 3: 'bytes', 4: 'bytes', 5: 'bytes' },
  },
} as const

const WIRE: Readonly<Record<number, string>> = {
  0: 'varint',
  1: 'fixed64',
  2: 'bytes',
  3: 'start_group',
  4: 'end_group',
  5: 'fixed32',
}
const wireName = (wire: number): string => WIRE[wire] ?? `unknown type: ${wire}`

/** A field with this bit set may be unknown in the body. */
const NON_CRITICAL = 1 << 10

/**
 * Rejects unknown fields: a signer must not sign what the chain ignores. Messages inside `Any` are not checked here.
 * @throws ChainError undefined/1
 * Source: cosmos-sdk v0.53.6 codec/unknownproto/unknown_fields.go.
 */
export function rejectUnknownFields(name: keyof typeof MESSAGES, bytes: Uint8Array): void {
  walk(name, bytes, name === 'cosmos.tx.v1beta1.TxBody', 100)
}

function walk(name: keyof typeof MESSAGES, bytes: Uint8Array, lenient: boolean, depth: number): void {
  if (bytes.length === 0) return
  if (depth === 0) throw plainError('recursion limit reached')
  const { type, fields } = MESSAGES[name]
  const reader = new WireReader(bytes)
  while (!reader.isDone) {
    const tag = orElse('invalid length', () => reader.tag())
    const { field, wire } = tag
    const known = (fields as Fields)[field]
    if (known === undefined && !(lenient && (field & NON_CRITICAL) !== 0))
      throw plainError(`errUnknownField "${type}": {TagNum: ${field}, WireType:"${wireName(wire)}"}`)
    const want = known === 'varint' ? 0 : 2
    if (known !== undefined && wire !== want)
      throw plainError(
        `Mismatched "${type}": {TagNum: ${field}, GotWireType: "${wireName(wire)}" != WantWireType: "${wireName(want)}"}`,
      )
    const content = orElse(
      ({ shortMessage }) =>
        `could not consume field value for tagNum: ${field}, wireType: "${wireName(wire)}"; ${shortMessage}`,
      () => reader.value(tag),
    )
    if (known !== undefined && known !== 'varint' && known !== 'bytes') walk(known, content, lenient, depth - 1)
  }
}

/** Runs a step of the reader; its error becomes one of the chain. */
function orElse<T>(text: string | ((error: ProtoError) => string), step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof ProtoError)) throw error
    throw plainError(typeof text === 'string' ? text : text(error))
  }
}

/**
 * A transaction has one valid encoding: fields 1, 2, 3… in order, all length-delimited, with the shortest length varints.
 * @throws ChainError undefined/1, ProtoError
 * Source: cosmos-sdk x/auth/tx/decoder.go `rejectNonADR027TxRaw`.
 */
export function checkTxRaw(bytes: Uint8Array): void {
  let before = 0
  let size = 0
  for (const entry of readProto(bytes)) {
    const { field, wire } = entry
    const { length } = entry.bytes
    if (wire !== 2) throw plainError(`expected 2 wire type, got ${wire}`)
    if (field < before) throw plainError(`txRaw must follow ADR-027, got tagNum ${field} after tagNum ${before}`)
    if (field > 3) throw plainError(`errUnknownField "*tx.TxRaw": {TagNum: ${field}, WireType:"bytes"}`)
    before = field
    size += 1 + varintLength(length) + length
  }
  if (size !== bytes.length) throw new ProtoError('length prefix varint is not as short as possible')
}

function varintLength(value: number): number {
  let length = 1
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 128)) length++
  return length
}
