import { isChannelId } from '../../codec/ibc/index.js'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import {
  MsgClearAdmin,
  MsgInstantiateContract,
  MsgInstantiateContract2,
  MsgMigrateContract,
  MsgUpdateAdmin,
} from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { fromBase64, toUtf8, UsageError } from '../../base/index.js'
import { decodeAny, parseCoins, ProtoWriter, type Any } from '../../codec/index.js'
import { parseProtoJson, type Types } from '../../codec/proto-json/index.js'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { MSG_TRANSFER, MsgTransfer as NeutronTransfer } from '../../codec/neutron/transfer.js'
import type { TxMessage } from './actions.js'

/** The context in which a test's message becomes the chain's. */
export interface MessageContext {
  readonly sender: string
  /** The address behind a name, or the text itself if it is not a known name: the chain then validates it. */
  readonly address: (nameOrAddress: string) => string
  /** Time of the chain's last block, in nanoseconds since 1970. */
  readonly time: bigint
  /** The messages that the chain knows. */
  readonly types: Types
  /** Whether the chain accepts relayer fees with a transfer. */
  readonly hasRelayerFees: boolean
  /** The bytes of a contract. */
  readonly wasm: (file: Extract<TxMessage, { store: unknown }>['store']['wasm']) => Uint8Array
}

const NANOSECONDS = 1_000_000_000n

type Of<Kind extends string> =
  Extract<TxMessage, { [Key in Kind]: unknown }> extends { [Key in Kind]: infer Body } ? Body : never

const messageBytes = ({ msg, msgText }: { msg?: unknown; msgText?: string | undefined }): Uint8Array =>
  toUtf8(msgText ?? JSON.stringify(msg))

const coins = (text: string): { denom: string; amount: string }[] =>
  parseCoins(text).map(({ denom, amount }) => ({ denom, amount: amount.toString() }))

const ENCODERS = {
  store: ({ wasm }: Of<'store'>, context: MessageContext): Any => ({
    typeUrl: '/cosmwasm.wasm.v1.MsgStoreCode',
    // Source: proto cosmwasm.wasm.v1 `MsgStoreCode`.
    value: new ProtoWriter().string(1, context.sender).bytes(2, context.wasm(wasm)).finish(),
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
    value: encodeExecute(sender, address(message.contract), messageBytes(message), coins(message.funds)),
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

  ibcTransfer: (message: Of<'ibcTransfer'>, { sender, time, hasRelayerFees }: MessageContext): Any => {
    const { fee, memo, timeoutSeconds, timeoutHeight } = message
    const [token, ...others] = parseCoins(message.amount)
    if (token === undefined || others.length > 0)
      throw new UsageError('a transfer sends exactly one coin', { details: [`given: ${message.amount || 'none'}`] })
    const common = {
      sourcePort: message.port,
      sourceChannel: message.channel,
      sender,
      receiver: message.to,
      timeoutHeight: timeoutHeight ?? { revisionNumber: 0n, revisionHeight: 0n },
      timeoutTimestamp: timeoutSeconds === 0n ? 0n : timeoutOf(message.channel, time + timeoutSeconds * NANOSECONDS),
      memo,
    }
    if (hasRelayerFees) {
      const fees = {
        recvFee: parseCoins(fee?.recv ?? ''),
        ackFee: parseCoins(fee?.ack ?? ''),
        timeoutFee: parseCoins(fee?.timeout ?? ''),
      }
      return { typeUrl: MSG_TRANSFER, value: NeutronTransfer.encode({ ...common, token, fee: fees }).finish() }
    }
    if (fee !== undefined) throw new UsageError('this chain accepts no relayer fees with a transfer')
    return {
      typeUrl: MsgTransfer.typeUrl,
      value: MsgTransfer.encode(
        MsgTransfer.fromPartial({ ...common, token: { denom: token.denom, amount: token.amount.toString() } }),
      ).finish(),
    }
  },

  json: (message: Of<'json'>, { types }: MessageContext): Any =>
    decodeAny(parseProtoJson('google.protobuf.Any', JSON.stringify(message), types)),

  any: ({ typeUrl, value }: Of<'any'>): Any => ({ typeUrl, value: fromBase64(value) }),
}

/** The message of most transactions, without the cost of generated code. Source: proto cosmwasm.wasm.v1 `MsgExecuteContract`. */
function encodeExecute(
  sender: string,
  contract: string,
  msg: Uint8Array,
  funds: readonly { readonly denom: string; readonly amount: string }[],
): Uint8Array {
  const writer = new ProtoWriter().string(1, sender).string(2, contract).bytes(3, msg)
  for (const { denom, amount } of funds) writer.message(5, new ProtoWriter().string(1, denom).string(2, amount))
  return writer.finish()
}

/** Messages of the module of CosmWasm contracts. */
export const WASM_MESSAGES: ReadonlySet<string> = new Set([
  'store',
  'instantiate',
  'execute',
  'migrate',
  'updateAdmin',
  'clearAdmin',
])

/** The chain's message for a message of a test. @throws UsageError for a file that cannot be read. */
export function encodeMessage(message: TxMessage, context: MessageContext): Any {
  const [kind, body] = Object.entries(message)[0] as [keyof typeof ENCODERS, never]
  return ENCODERS[kind](body, context)
}

/** Channels count nanoseconds, packets between clients seconds. */
const timeoutOf = (channel: string, nanoseconds: bigint): bigint =>
  isChannelId(channel) ? nanoseconds : nanoseconds / NANOSECONDS
