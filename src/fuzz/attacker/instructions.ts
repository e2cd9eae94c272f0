import { fromUtf8 } from '../../base/index.js'
import type { ActionInput, Json } from '../../sandbox/internal.js'
import { jsonBinary } from '../../schema/index.js'
import { ATTACKER } from './attacker.js'

/** A message as contracts send it, in JSON. */
export type ContractMessage = Json

/** The message that executes a contract. @param address of the contract @param funds in the form of contracts */
export const executing = (address: string, msg: Json, funds: Json = []): ContractMessage => ({
  wasm: { execute: { contract_addr: address, msg: jsonBinary(msg), funds } },
})

/**
 * Tells the attacker's contract to send a message when it is called for the next time. If the message is refused, the call succeeds all the same.
 * @param funds coins for the contract
 */
export const answering = (chain: string, from: string, message: ContractMessage, funds = ''): ActionInput => ({
  action: 'tx',
  chain,
  from,
  messages: [
    {
      execute: {
        contract: ATTACKER,
        msg: {
          later: {
            ok: {
              messages: [{ id: 0, msg: message, gas_limit: null, reply_on: 'always' }],
              attributes: [],
              events: [],
              data: null,
            },
          },
        },
        funds,
      },
    },
  ],
})

interface Instructions {
  readonly later?: { readonly ok?: { readonly messages?: readonly { readonly msg?: Sent }[] } }
}
interface Sent {
  readonly wasm?: { readonly execute?: { readonly contract_addr: string; readonly msg: string } }
  readonly any?: { readonly type_url: string }
}

/** What the attacker's contract is instructed to do, in words; undefined for any other message. */
export function attackText(contract: string, msg: unknown): string | undefined {
  const sent = contract === ATTACKER ? (msg as Instructions | undefined)?.later?.ok?.messages?.[0]?.msg : undefined
  if (sent === undefined) return undefined
  const execute = sent.wasm?.execute
  const what =
    execute === undefined
      ? `send ${sent.any?.type_url ?? 'a message'}`
      : `call ${execute.contract_addr} with ${fromUtf8(Buffer.from(execute.msg, 'base64'))}`
  return `tells the attacker's contract to ${what} when it is called`
}
