import { equalBytes, toUtf8 } from '../../../base/bytes.js'
import type { ChainError } from '../../../base/errors.js'
import {
  goBytes,
  goObject,
  goString,
  GoJsonError,
  bytes as goBytesType,
  jsonSyntaxError,
  string,
  unmarshal,
} from '../../../codec/go-json/index.js'
import { protoText } from '../../../codec/proto-text.js'
import { Reader } from '../../../codec/go-json/reader.js'

/** What became of a packet on the other side: a result, an error, or (of a stranger) neither. Source: ibc-go v10 04-channel `Acknowledgement`. */
export type Acknowledgement = { readonly result: Uint8Array } | { readonly error: string } | { readonly none: true }

/** JSON as the chain writes it: `{"result":"AQ=="}`. */
export function encodeAcknowledgement(ack: Acknowledgement): Uint8Array {
  if ('result' in ack) return toUtf8(goObject({ result: goBytes(ack.result) }))
  if ('error' in ack) return toUtf8(goObject({ error: goString(ack.error) }))
  return toUtf8('{}')
}

/** The acknowledgement of an error: only its code is the same on all machines. Source: `NewErrorAcknowledgement` */
export const errorAcknowledgement = ({ code }: Pick<ChainError, 'code'>): Acknowledgement => ({
  error: `ABCI code: ${code}: error handling packet: see events for details`,
})

/** As Go prints it. */
export function acknowledgementText(ack: Acknowledgement): string {
  if ('result' in ack) return protoText([['result', ack.result]])
  return 'error' in ack ? protoText([['error', ack.error]]) : ''
}

/** False for an acknowledgement of this form that is written in another way than the chain writes it. */
export function isCanonicalAcknowledgement(json: Uint8Array): boolean {
  try {
    return equalBytes(encodeAcknowledgement(decodeAcknowledgement(json)), json)
  } catch (error) {
    if (error instanceof GoJsonError) return true
    throw error
  }
}

/**
 * Reads the protobuf JSON of an acknowledgement; what follows the object is not looked at.
 * @throws GoJsonError with Go's text. Source: gogoproto jsonpb `Unmarshal`
 */
export function decodeAcknowledgement(json: Uint8Array): Acknowledgement {
  const members = objectMembers(json)
  let ack: Acknowledgement = { none: true }
  for (const [name, raw] of members) {
    if (name === 'result') ack = { result: unmarshal(goBytesType, raw) ?? new Uint8Array(0) }
    else if (name === 'error') ack = { error: unmarshal(string, raw) }
    else throw new GoJsonError(`unknown field ${JSON.stringify(name)} in types.Acknowledgement`)
  }
  return ack
}

/** The members of the first value of a text, in the order of its names. */
function objectMembers(json: Uint8Array): readonly (readonly [name: string, raw: Uint8Array])[] {
  const first = firstValue(json)
  const reader = new Reader(first)
  if (reader.kind() === 'null') return []
  if (reader.kind() !== 'object')
    throw new GoJsonError(`json: cannot unmarshal ${reader.kind()} into Go value of type map[string]json.RawMessage`)
  const members = new Map<string, Uint8Array>()
  reader.object((name) => members.set(name, reader.raw().slice()))
  return [...members].filter(([, raw]) => Buffer.from(raw).toString() !== 'null')
}

/** Go's decoder of streams reads one value and leaves the rest. */
function firstValue(json: Uint8Array): Uint8Array {
  const fault = jsonSyntaxError(json)
  if (fault === undefined) return json
  if (json.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d))
    throw new GoJsonError('EOF')
  const after = fault.endsWith(' after top-level value')
  if (!after) throw new GoJsonError(fault === 'unexpected end of JSON input' ? 'unexpected EOF' : fault)
  for (let end = json.length - 1; end > 0; end--)
    if (jsonSyntaxError(json.subarray(0, end)) === undefined) return json.subarray(0, end)
  throw new GoJsonError(fault)
}
