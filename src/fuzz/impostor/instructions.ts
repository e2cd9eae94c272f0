import { fromUtf8 } from '../../base/index.js'
import type { ActionInput, Json } from '../../sandbox/internal.js'
import { IMPOSTOR } from './impostor.js'

/** Tells the impostor to send a message at once. @param message as contracts send it */
export const sending = (chain: string, from: string, message: Json): ActionInput => ({
  action: 'tx',
  chain,
  from,
  messages: [
    {
      execute: {
        contract: IMPOSTOR,
        msg: {
          ok: {
            messages: [{ id: 0, msg: message, gas_limit: null, reply_on: 'never' }],
            attributes: [],
            events: [],
            data: null,
          },
        },
        funds: '',
      },
    },
  ],
})

interface Instructions {
  readonly ok?: { readonly messages?: readonly { readonly msg?: Sent }[] }
}
interface Sent {
  readonly ibc?: { readonly send_packet?: { readonly channel_id: string; readonly data: string } }
}

/** What the impostor is instructed to send, in words; undefined for any other message. */
export function forgeryText(contract: string, msg: unknown): string | undefined {
  const packet =
    contract === IMPOSTOR ? (msg as Instructions | undefined)?.ok?.messages?.[0]?.msg?.ibc?.send_packet : undefined
  if (packet === undefined) return undefined
  const data = Buffer.from(packet.data, 'base64')
  const text = data.toString('latin1').match(/^[\x20-\x7e]*$/) ? fromUtf8(data) : `0x${data.toString('hex')}`
  return `has the impostor send ${text} over its channel ${packet.channel_id}`
}
