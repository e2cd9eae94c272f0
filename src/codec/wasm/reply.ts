import { toUtf8 } from '../../base/index.js'
import { goArray, goBytes, goObject, goString } from '../go-json/index.js'
import type { Event } from './messages.js'

export interface MsgResponse {
  readonly typeUrl: string
  readonly value: Uint8Array
}

/** The outcome of a submessage. */
export type SubMsgResult =
  | {
      readonly events: readonly Event[]
      readonly data: Uint8Array | undefined
      readonly msgResponses: readonly MsgResponse[]
    }
  | { readonly error: string }

export interface Reply {
  readonly id: bigint
  readonly result: SubMsgResult
  readonly payload: Uint8Array | undefined
}

const nonEmpty = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined || bytes.length === 0 ? undefined : goBytes(bytes)

const eventJson = (event: Event): string =>
  goObject({
    type: goString(event.type),
    attributes: goArray(
      event.attributes.map(({ key, value }) => goObject({ key: goString(key), value: goString(value) })),
    ),
  })

const resultJson = (result: SubMsgResult): string =>
  'error' in result
    ? goObject({ error: result.error === '' ? undefined : goString(result.error) })
    : goObject({
        ok: goObject({
          events: goArray(result.events.map((event) => eventJson(event))),
          data: nonEmpty(result.data),
          msg_responses: goArray(
            result.msgResponses.map(({ typeUrl, value }) =>
              goObject({ type_url: goString(typeUrl), value: goBytes(value) }),
            ),
          ),
        }),
      })

/** The bytes of the message to `reply`; `gas_used` is always 0. Source: wasmvm v3 types/submessages.go. */
export const encodeReply = ({ id, result, payload }: Reply): Uint8Array =>
  toUtf8(goObject({ gas_used: '0', id: String(id), result: resultJson(result), payload: nonEmpty(payload) }))
