import { toUtf8 } from '../../base/index.js'
import { goBytes, goObject, goString } from '../../codec/go-json/index.js'

/** A height of a remote chain. */
interface Height {
  readonly revision_number: bigint
  readonly revision_height: bigint
}

/** The packet that a callback is about. Source: ibc-go v10 channel `Packet`. */
export interface Packet {
  readonly sequence: bigint
  readonly source_port: string
  readonly source_channel: string
  readonly destination_port: string
  readonly destination_channel: string
  readonly data: Uint8Array
  readonly timeout_height: Height
  /** Nanoseconds since 1970; 0 for none. */
  readonly timeout_timestamp: bigint
}

/** The chain's `sudo` messages to a contract, by kind, with the member names of their JSON. Source: neutron x/contractmanager/types/sudo.go. */
export type Callback =
  | { readonly response: { readonly request: Packet; readonly data: Uint8Array | undefined } }
  | { readonly error: { readonly request: Packet; readonly details: string } }
  | { readonly timeout: { readonly request: Packet } }
  | {
      readonly open_ack: {
        readonly port_id: string
        readonly channel_id: string
        readonly counterparty_channel_id: string
        readonly counterparty_version: string
      }
    }
  | {
      readonly tx_query_result: {
        readonly query_id: bigint
        readonly height: Height
        readonly data: Uint8Array | undefined
      }
    }
  | { readonly kv_query_result: { readonly query_id: bigint } }

/** An acknowledgement as IBC carries it: a result or an error text. */
export type Acknowledgement = { readonly result: Uint8Array | undefined } | { readonly error: string }

/** The callback for a packet; without an acknowledgement, the packet timed out. An error with an empty text counts as a response. Source: `PrepareSudoCallbackMessage`. */
export function packetCallback(request: Packet, acknowledgement: Acknowledgement | undefined): Callback {
  if (acknowledgement === undefined) return { timeout: { request } }
  if ('error' in acknowledgement && acknowledgement.error !== '')
    return { error: { request, details: acknowledgement.error } }
  return { response: { request, data: 'result' in acknowledgement ? acknowledgement.result : undefined } }
}

const text = (value: string): string | undefined => (value === '' ? undefined : goString(value))
const number = (value: bigint): string | undefined => (value === 0n ? undefined : String(value))

const heightJson = (height: Height): string =>
  goObject({ revision_number: String(height.revision_number), revision_height: String(height.revision_height) })

const packetJson = (packet: Packet): string =>
  goObject({
    sequence: number(packet.sequence),
    source_port: text(packet.source_port),
    source_channel: text(packet.source_channel),
    destination_port: text(packet.destination_port),
    destination_channel: text(packet.destination_channel),
    data: packet.data.length === 0 ? undefined : goBytes(packet.data),
    timeout_height: heightJson(packet.timeout_height),
    timeout_timestamp: number(packet.timeout_timestamp),
  })

function callbackJson(callback: Callback): string {
  if ('response' in callback) {
    const { request, data } = callback.response
    return goObject({ response: goObject({ request: packetJson(request), data: goBytes(data) }) })
  }
  if ('error' in callback) {
    const { request, details } = callback.error
    return goObject({ error: goObject({ request: packetJson(request), details: goString(details) }) })
  }
  if ('timeout' in callback) return goObject({ timeout: goObject({ request: packetJson(callback.timeout.request) }) })
  if ('open_ack' in callback) {
    const ack = callback.open_ack
    return goObject({
      open_ack: goObject({
        port_id: goString(ack.port_id),
        channel_id: goString(ack.channel_id),
        counterparty_channel_id: goString(ack.counterparty_channel_id),
        counterparty_version: goString(ack.counterparty_version),
      }),
    })
  }
  if ('tx_query_result' in callback) {
    const { query_id: id, height, data } = callback.tx_query_result
    return goObject({
      tx_query_result: goObject({ query_id: String(id), height: heightJson(height), data: goBytes(data) }),
    })
  }
  return goObject({ kv_query_result: goObject({ query_id: String(callback.kv_query_result.query_id) }) })
}

/** The bytes of the sudo message, exactly as the chain writes them. */
export const sudoPayload = (callback: Callback): Uint8Array => toUtf8(callbackJson(callback))
