import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgExecuteContract, MsgInstantiateContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { MsgAcknowledgement, MsgRecvPacket, MsgTimeout } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { fromUtf8 } from '../base/index.js'
import type { Any } from '../codec/index.js'
import { MsgSubmitQueryResult } from '../codec/neutron/interchainqueries.js'
import { decodeEthereumMessage } from '../modules/evm/index.js'
import { EvmCallTexts, type ChainHost, type TxResult } from '../sandbox/internal.js'

/** The messages of a transaction; undefined if it cannot be read. */
export function messagesOf(bytes: Uint8Array): readonly Any[] | undefined {
  try {
    return TxBody.decode(TxRaw.decode(bytes).bodyBytes).messages
  } catch {
    return undefined
  }
}

/** A transaction in a few words. */
export function titleOfTx(messages: readonly Any[] | undefined, host: ChainHost): string {
  if (messages === undefined) return 'undecodable transaction'
  // Among other messages, a client update is left out of the title.
  const significant = messages.filter(({ typeUrl }) => !typeUrl.endsWith('.MsgUpdateClient'))
  const titles = (significant.length === 0 ? messages : significant).map((message) => titleOf(message, host))
  const shown = titles.slice(0, 3).join(', ')
  return titles.length > 3 ? `${shown} and ${titles.length - 3} more` : shown
}

function titleOf({ typeUrl, value }: Any, host: ChainHost): string {
  const name = typeUrl.slice(typeUrl.lastIndexOf('.') + 1)
  try {
    switch (name) {
      case 'MsgExecuteContract': {
        const { contract, msg } = MsgExecuteContract.decode(value)
        return `execute ${host.labelOf(contract) ?? contract}: ${nameOf(msg)}`
      }
      case 'MsgInstantiateContract':
      case 'MsgInstantiateContract2':
        return `instantiate ${MsgInstantiateContract.decode(value).label}`
      case 'MsgStoreCode':
        return 'store code'
      case 'MsgEthereumTx':
        return ethereumTitle(value, host)
      case 'MsgRecvPacket':
        return packetTitle('packet', MsgRecvPacket.decode(value))
      case 'MsgAcknowledgement':
        return packetTitle('acknowledgement of packet', MsgAcknowledgement.decode(value))
      case 'MsgTimeout':
        return packetTitle('timeout of packet', MsgTimeout.decode(value))
      case 'MsgSubmitQueryResult':
        return `result of query ${MsgSubmitQueryResult.decode(value).queryId}`
    }
  } catch {
    // A message that the chain refused may be malformed.
  }
  return name
    .replace(/^Msg/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
}

/** `vault: withdraw`, for a contract that was deployed in the sandbox. */
function ethereumTitle(value: Uint8Array, host: ChainHost): string {
  const { from, tx } = decodeEthereumMessage(value)
  if (tx?.to === undefined) return 'create a contract'
  const { to, data: input, value: amount, gas } = tx
  const { label, entryPoint } = new EvmCallTexts(host).begin({ opcode: 'CALL', from, to, input, value: amount, gas })
  return input.length === 0 ? `send ${amount}${host.app.denom} to ${label}` : `${label}: ${entryPoint}`
}

interface Carried {
  readonly packet:
    | { readonly sequence: bigint; readonly sourcePort: string; readonly sourceChannel: string }
    | undefined
}

/** The title of a delivery. @param what it brings */
const packetTitle = (what: string, { packet }: Carried): string =>
  packet === undefined ? what : `${what} ${packet.sequence} of ${packet.sourceChannel} (${packet.sourcePort})`

/** The name of a contract's message: its first member, or all of it. */
function nameOf(msg: Uint8Array): string {
  const text = fromUtf8(msg)
  return /^\s*\{\s*"([^"]{1,60})"/.exec(text)?.[1] ?? text.slice(0, 60)
}

/** A callback in a few words: the call that the chain made. */
export function titleOfCallback({ trace }: TxResult): string {
  const [call] = trace
  if (call === undefined) return 'callback'
  const name = /^\s*\{\s*"([^"]{1,60})"/.exec(call.message)?.[1]
  return `${call.entryPoint} ${call.label ?? call.contract}${name === undefined ? '' : `: ${name}`}`
}

export const blockTitle = (height: number, transactions: number): string =>
  transactions === 0
    ? `block ${height}`
    : `block ${height}, ${transactions} transaction${transactions === 1 ? '' : 's'}`

/** A transaction of an EVM in a few words. @param functionOf the name of a function by the first four bytes of a call */
export function titleOfEvm(
  { to, value, selector }: { readonly to: string | null; readonly value: bigint; readonly selector: string },
  functionOf: (selector: string) => string | undefined,
): string {
  if (to === null) return 'EVM: create a contract'
  if (selector === '') return `EVM: send ${value} wei to ${to}`
  return `EVM: call ${functionOf(selector) ?? selector} of ${to}`
}
