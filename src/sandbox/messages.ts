import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import {
  MsgClearAdmin,
  MsgExecuteContract,
  MsgInstantiateContract,
  MsgInstantiateContract2,
  MsgMigrateContract,
  MsgStoreCode,
  MsgUpdateAdmin,
} from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { fromBase64, toUtf8 } from '../base/bytes.js'
import { parseCoins } from '../codec/coins.js'
import type { Any } from '../codec/any.js'
import type { TxMessage } from './action.js'

/** What turning a test's message into the chain's needs to know. */
export interface MessageContext {
  readonly sender: string
  /** The address behind a name, or the text itself when it names nothing: the chain then judges it. */
  readonly address: (nameOrAddress: string) => string
  readonly wasm: (file: Extract<TxMessage, { store: unknown }>['store']['wasm']) => Uint8Array
}

type Of<Kind extends string> =
  Extract<TxMessage, { [Key in Kind]: unknown }> extends { [Key in Kind]: infer Body } ? Body : never

const messageBytes = ({ msg, msgText }: { msg?: unknown; msgText?: string | undefined }): Uint8Array =>
  toUtf8(msgText ?? JSON.stringify(msg))

const coins = (text: string): { denom: string; amount: string }[] =>
  parseCoins(text).map(({ denom, amount }) => ({ denom, amount: amount.toString() }))

const ENCODERS = {
  store: ({ wasm }: Of<'store'>, context: MessageContext): Any => ({
    typeUrl: '/cosmwasm.wasm.v1.MsgStoreCode',
    value: MsgStoreCode.encode(
      MsgStoreCode.fromPartial({ sender: context.sender, wasmByteCode: context.wasm(wasm) }),
    ).finish(),
  }),

  instantiate: (message: Of<'instantiate'>, { sender, address }: MessageContext): Any => {
    const common = {
      sender,
      admin: message.admin === undefined ? '' : address(message.admin),
      codeId: message.codeId,
      label: message.label,
      msg: messageBytes(message),
      funds: coins(message.funds),
    }
    return message.salt === undefined
      ? {
          typeUrl: '/cosmwasm.wasm.v1.MsgInstantiateContract',
          value: MsgInstantiateContract.encode(MsgInstantiateContract.fromPartial(common)).finish(),
        }
      : {
          typeUrl: '/cosmwasm.wasm.v1.MsgInstantiateContract2',
          value: MsgInstantiateContract2.encode(
            MsgInstantiateContract2.fromPartial({ ...common, salt: fromBase64(message.salt) }),
          ).finish(),
        }
  },

  execute: (message: Of<'execute'>, { sender, address }: MessageContext): Any => ({
    typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
    value: MsgExecuteContract.encode(
      MsgExecuteContract.fromPartial({
        sender,
        contract: address(message.contract),
        msg: messageBytes(message),
        funds: coins(message.funds),
      }),
    ).finish(),
  }),

  migrate: (message: Of<'migrate'>, { sender, address }: MessageContext): Any => ({
    typeUrl: '/cosmwasm.wasm.v1.MsgMigrateContract',
    value: MsgMigrateContract.encode(
      MsgMigrateContract.fromPartial({
        sender,
        contract: address(message.contract),
        codeId: message.codeId,
        msg: messageBytes(message),
      }),
    ).finish(),
  }),

  updateAdmin: ({ contract, admin }: Of<'updateAdmin'>, { sender, address }: MessageContext): Any => ({
    typeUrl: '/cosmwasm.wasm.v1.MsgUpdateAdmin',
    value: MsgUpdateAdmin.encode(
      MsgUpdateAdmin.fromPartial({ sender, contract: address(contract), newAdmin: address(admin) }),
    ).finish(),
  }),

  clearAdmin: ({ contract }: Of<'clearAdmin'>, { sender, address }: MessageContext): Any => ({
    typeUrl: '/cosmwasm.wasm.v1.MsgClearAdmin',
    value: MsgClearAdmin.encode(MsgClearAdmin.fromPartial({ sender, contract: address(contract) })).finish(),
  }),

  send: ({ to, amount }: Of<'send'>, { sender, address }: MessageContext): Any => ({
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: MsgSend.encode(
      MsgSend.fromPartial({ fromAddress: sender, toAddress: address(to), amount: coins(amount) }),
    ).finish(),
  }),

  any: ({ typeUrl, value }: Of<'any'>): Any => ({ typeUrl, value: fromBase64(value) }),
}

/** The chain's message for a test's. @throws UsageError for a file that cannot be read. */
export function encodeMessage(message: TxMessage, context: MessageContext): Any {
  const [kind, body] = Object.entries(message)[0] as [keyof typeof ENCODERS, never]
  return ENCODERS[kind](body, context)
}
