import { fromUtf8 } from '../../base/index.js'
import type { ActionInput, Json, TxMessage } from '../../sandbox/internal.js'
import { jsonBinary } from '../../schema/index.js'
import { coinsOf } from './coins.js'

/** The label of the contract that replaces an unknown one. It sends any message on request. */
export const PLACEHOLDER = 'placeholder'

type Execute = Extract<TxMessage, { execute: unknown }>['execute']
type Call = Pick<Execute, 'contract' | 'funds'> & { readonly msg: Json }

/** The attribute that names the contract that finally gets the message. */
const FOR = 'for'

/** Splits a sender such as `placeholder/alice` into the account and the contract through which it acts. */
const partsOf = (from: string): readonly [account: string, through: string | undefined] => {
  const [first = '', second] = from.split('/')
  return second === undefined ? [first, undefined] : [second, first]
}

/** The account of a sender, without the contract through which it acts. */
export const accountOf = (from: string): string => partsOf(from)[0]

/** The sender that stands for an account that acts through a contract, such as `placeholder/alice`. @param contract its label */
export const through = (contract: string, account: string): string => `${contract}/${account}`

/**
 * The transaction in which an account executes a contract, directly or through another contract.
 * @param from such as `alice` or `placeholder/alice` @param address of the contract
 */
export function executeFrom(chain: string, from: string, { contract, msg, funds }: Call, address: string): ActionInput {
  const [account, through] = partsOf(from)
  const call = { contract, msg, funds }
  const message = through === undefined ? call : { contract: through, msg: sending(call, address), funds }
  return { action: 'tx', chain, from: account, messages: [{ execute: message }] }
}

/** The response with which a contract sends the message. */
const sending = ({ contract, msg, funds }: Call, address: string): Json => ({
  ok: {
    messages: [
      {
        id: 0,
        msg: {
          wasm: { execute: { contract_addr: address, msg: jsonBinary(msg), funds: coinsOf(funds) } },
        },
        gas_limit: null,
        reply_on: 'never',
      },
    ],
    attributes: [{ key: FOR, value: contract }],
    events: [],
    data: null,
  },
})

interface Sending {
  readonly ok?: {
    readonly messages?: readonly {
      readonly msg?: { readonly wasm?: { readonly execute?: { readonly msg?: string } } }
    }[]
    readonly attributes?: readonly { readonly key?: string; readonly value?: string }[]
  }
}

/** The call that is finally executed, and its sender, such as `alice` or `placeholder/alice`. */
export function callOf(from: string, call: Call): Call & { readonly from: string } {
  const { messages, attributes } = (call.msg as Sending | null)?.ok ?? {}
  const sent = messages?.[0]?.msg?.wasm?.execute?.msg
  const contract = attributes?.[0]?.key === FOR ? attributes[0].value : undefined
  if (sent === undefined || contract === undefined) return { ...call, from }
  const msg = JSON.parse(fromUtf8(Buffer.from(sent, 'base64'))) as Json
  return { contract, msg, funds: call.funds, from: `${call.contract}/${from}` }
}
