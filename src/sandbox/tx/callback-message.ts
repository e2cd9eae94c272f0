import { z } from 'zod'
import { base64, uint } from '../values/values.js'

const height = z.strictObject({ revision_number: uint.prefault('0'), revision_height: uint.prefault('0') })

/** The packet of a callback, as the chain writes it for the contract. Members that are left out have their zero value, as in Go. */
const packet = z
  .strictObject({
    sequence: uint.prefault('1'),
    source_port: z.string().default('transfer'),
    source_channel: z.string().default('channel-0'),
    destination_port: z.string().default('transfer'),
    destination_channel: z.string().default('channel-0'),
    data: base64.default(''),
    timeout_height: height.prefault({}),
    timeout_timestamp: uint.prefault('0'),
  })
  .meta({ id: 'RequestPacket', description: 'The packet that was sent, as the contract gets it in `request`.' })

/** The chain's messages to a contract through `sudo`, by kind. Source: neutron x/contractmanager types/sudo.go. */
export const callbackMessage = z
  .union([
    z.strictObject({ response: z.strictObject({ request: packet.prefault({}), data: base64.default('') }) }),
    z.strictObject({ error: z.strictObject({ request: packet.prefault({}), details: z.string().default('') }) }),
    z.strictObject({ timeout: z.strictObject({ request: packet.prefault({}) }) }),
    z.strictObject({
      open_ack: z.strictObject({
        port_id: z.string(),
        channel_id: z.string(),
        counterparty_channel_id: z.string(),
        counterparty_version: z.string(),
      }),
    }),
    z.strictObject({
      tx_query_result: z.strictObject({ query_id: uint, height: height.prefault({}), data: base64.default('') }),
    }),
    z.strictObject({ kv_query_result: z.strictObject({ query_id: uint }) }),
  ])
  .meta({ id: 'CallbackMessage', description: 'A sudo message of the chain, by its kind.' })

/** The message of a callback, with all members filled in. */
export type CallbackMessage = z.output<typeof callbackMessage>
/** A callback's message as a test may write it: omitted members have plausible defaults. */
export type CallbackMessageInput = z.input<typeof callbackMessage>
/** The six kinds of callbacks: the one member of a {@link CallbackMessage}. */
export type CallbackKind = 'response' | 'error' | 'timeout' | 'open_ack' | 'tx_query_result' | 'kv_query_result'

export const callbackKind = (message: CallbackMessage): CallbackKind => Object.keys(message)[0] as CallbackKind
