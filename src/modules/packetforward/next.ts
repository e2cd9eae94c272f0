import { toUtf8 } from '../../base/index.js'
import { ErrJSONMarshal } from '../../chain/index.js'
import { compactJson, goText, jsonSyntaxError, orderedJson, wellFormed } from '../../codec/go-json/index.js'
import { asFormat } from './format.js'

/**
 * What `next` of a memo becomes: an object keeps the order of its members, a string is what it says, anything else stays as it is written.
 * @param raw JSON. Source: packet-forward-middleware v10.1.0 types/forward.go `JSONObject.UnmarshalJSON`
 */
export function readNext(raw: Uint8Array): string {
  const json = goText(raw)
  const object = orderedJson(json)
  if (object !== undefined) return object
  const value: unknown = JSON.parse(json)
  if (value === null) return ''
  return typeof value === 'string' ? wellFormed(value) : json
}

/** The memo of the forwarded transfer. @throws ChainError sdk/16 for a string that is not JSON. Source: `ForwardTransferPacket` */
export function memoOf(next: string | undefined): string {
  if (next === undefined) return ''
  const problem = jsonSyntaxError(toUtf8(next))
  if (problem === undefined) return compactJson(next)
  throw ErrJSONMarshal.error(asFormat(`json: error calling MarshalJSON for type *types.JSONObject: ${problem}`))
}
