import { goQuote } from '../go-quote.js'
import { equalBytes, NO_BYTES, toUtf8 } from '../../base/index.js'
import { goBytes, goObject, goString, GoJsonError, bytes as goBytesType, string, unmarshal } from '../go-json/index.js'
import { protoText } from '../proto-text.js'
import { protoJsonMembers } from './proto-json.js'

/** The acknowledgement of a packet: a result, an error, or (in foreign formats) neither. Source: ibc-go v10 04-channel `Acknowledgement`. */
export type Acknowledgement =
  | {
      readonly result: Uint8Array
      /** The result was `null`, which Go keeps apart from an empty one. */
      readonly isNull?: boolean
    }
  | { readonly error: string }
  | { readonly none: true }

/** JSON as the chain writes it: `{"result":"AQ=="}`. */
export function encodeAcknowledgement(ack: Acknowledgement): Uint8Array {
  if ('result' in ack) return toUtf8(goObject({ result: ack.isNull ? 'null' : goBytes(ack.result) }))
  if ('error' in ack) return toUtf8(goObject({ error: goString(ack.error) }))
  return toUtf8('{}')
}

/** The acknowledgement of an error: only its code is deterministic. Source: `NewErrorAcknowledgement` */
export const errorAcknowledgement = ({ code }: { readonly code: number }): Acknowledgement => ({
  error: `ABCI code: ${code}: error handling packet: see events for details`,
})

/** An acknowledgement as Go prints it. */
export function acknowledgementText(ack: Acknowledgement): string {
  if ('result' in ack) return protoText([['result', ack.result]])
  return 'error' in ack ? protoText([['error', ack.error]]) : ''
}

/** False for an acknowledgement of this form whose JSON differs from what the chain writes. */
export function isCanonicalAcknowledgement(json: Uint8Array): boolean {
  try {
    return equalBytes(encodeAcknowledgement(decodeAcknowledgement(json)), json)
  } catch (error) {
    if (error instanceof GoJsonError) return true
    throw error
  }
}

/**
 * Reads the protobuf JSON of an acknowledgement; anything after the object is ignored.
 * @throws GoJsonError with Go's text. Source: gogoproto jsonpb `Unmarshal`
 */
export function decodeAcknowledgement(json: Uint8Array): Acknowledgement {
  const members = protoJsonMembers(json)
  let ack: Acknowledgement = { none: true }
  for (const [name, raw] of members) {
    if (name === 'result') {
      const result = unmarshal(goBytesType, raw)
      ack = result === undefined ? { result: NO_BYTES, isNull: true } : { result }
    } else if (name === 'error') ack = { error: unmarshal(string, raw) }
    else throw new GoJsonError(`unknown field ${goQuote(name)} in types.Acknowledgement`)
  }
  return ack
}
