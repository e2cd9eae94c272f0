import { Coin as WireCoin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import { Order, orderToJSON } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { NO_BYTES } from '../../base/index.js'
import { decodeAny, type Any } from '../any.js'
import type { Coin } from '../coins.js'
import { decodeCoin } from '../go-int.js'
import { protoMessages, protoString, protoUint64, ProtoWriter, readProto } from '../proto.js'
import { protoText, type TextField } from '../proto-text.js'
import type { NeutronRelease } from './release.js'
import { coinFields, decodeFee, encodeCoinBytes, feeText, type Fee } from './feerefunder.js'

/** Messages of interchain transactions. Source: neutron proto/neutron/interchaintxs/v1. */

export interface IctxParams {
  readonly msgSubmitTxMaxMessages: bigint
  readonly registerFee: readonly Coin[]
}

export interface MsgRegisterAccount {
  readonly fromAddress: string
  readonly connectionId: string
  readonly interchainAccountId: string
  readonly registerFee: readonly Coin[]
  readonly ordering: Order
}

export interface MsgSubmitTx {
  readonly fromAddress: string
  readonly interchainAccountId: string
  readonly connectionId: string
  readonly msgs: readonly Any[]
  readonly memo: string
  /** Seconds. */
  readonly timeout: bigint
  readonly fee: Fee
}

type Fields = ReturnType<typeof readProto>
const last = (fields: Fields, field: number): Uint8Array => protoMessages(fields, field).at(-1) ?? NO_BYTES
const coins = (fields: Fields, field: number): Coin[] =>
  protoMessages(fields, field).map((coin) => decodeCoin(WireCoin.decode(coin)))

export function encodeIctxParams({ msgSubmitTxMaxMessages, registerFee }: IctxParams): Uint8Array {
  const writer = new ProtoWriter().uint64(1, msgSubmitTxMaxMessages)
  for (const coin of registerFee) writer.message(2, encodeCoinBytes(coin))
  return writer.finish()
}
/** @throws ProtoError, ChainError undefined/1 for an invalid amount */
export function decodeIctxParams(bytes: Uint8Array): IctxParams {
  const fields = readProto(bytes)
  return { msgSubmitTxMaxMessages: protoUint64(fields, 1), registerFee: coins(fields, 2) }
}

export const msgRegisterAccount = (release: NeutronRelease): string =>
  `/${release}.interchaintxs.v1.MsgRegisterInterchainAccount`
export const msgSubmitTx = (release: NeutronRelease): string => `/${release}.interchaintxs.v1.MsgSubmitTx`

/** @throws ProtoError, ChainError undefined/1 for an invalid amount */
export function decodeMsgRegisterAccount(bytes: Uint8Array): MsgRegisterAccount {
  const fields = readProto(bytes)
  return {
    fromAddress: protoString(fields, 1),
    connectionId: protoString(fields, 2),
    interchainAccountId: protoString(fields, 3),
    registerFee: coins(fields, 4),
    ordering: Number(protoUint64(fields, 5)),
  }
}

/** @throws ProtoError, ChainError undefined/1 for an invalid amount */
export function decodeMsgSubmitTx(bytes: Uint8Array): MsgSubmitTx {
  const fields = readProto(bytes)
  return {
    fromAddress: protoString(fields, 1),
    interchainAccountId: protoString(fields, 2),
    connectionId: protoString(fields, 3),
    msgs: protoMessages(fields, 4).map(decodeAny),
    memo: protoString(fields, 5),
    timeout: protoUint64(fields, 6),
    fee: decodeFee(last(fields, 7)),
  }
}

export const encodeRegisterAccountResponse = (channelId: string, portId: string): Uint8Array =>
  new ProtoWriter().string(1, channelId).string(2, portId).finish()
export const encodeSubmitTxResponse = (sequenceId: bigint, channel: string): Uint8Array =>
  new ProtoWriter().uint64(1, sequenceId).string(2, channel).finish()

export interface MsgUpdateIctxParams {
  readonly authority: string
  readonly params: IctxParams
}
export const decodeMsgUpdateIctxParams = (bytes: Uint8Array): MsgUpdateIctxParams => {
  const fields = readProto(bytes)
  return { authority: protoString(fields, 1), params: decodeIctxParams(last(fields, 2)) }
}

export interface AccountAddressRequest {
  readonly ownerAddress: string
  readonly interchainAccountId: string
  readonly connectionId: string
}
export const decodeAccountAddressRequest = (bytes: Uint8Array): AccountAddressRequest => {
  const fields = readProto(bytes)
  return {
    ownerAddress: protoString(fields, 1),
    interchainAccountId: protoString(fields, 2),
    connectionId: protoString(fields, 3),
  }
}

const text = (name: string, value: string): readonly TextField[] => (value === '' ? [] : [[name, value]])

/** A `MsgRegisterInterchainAccount` as Go prints it. */
export const registerAccountText = (msg: MsgRegisterAccount): string =>
  protoText([
    ...text('from_address', msg.fromAddress),
    ...text('connection_id', msg.connectionId),
    ...text('interchain_account_id', msg.interchainAccountId),
    ...msg.registerFee.map((coin): TextField => ['register_fee', coinFields(coin)]),
    ...(msg.ordering === Order.ORDER_NONE_UNSPECIFIED
      ? []
      : [['ordering', { enum: orderName(msg.ordering) }] as const]),
  ])

/** gogoproto prints an unknown enum value as a number. */
const orderName = (order: Order): string =>
  order === Order.ORDER_UNORDERED || order === Order.ORDER_ORDERED ? orderToJSON(order) : String(order)

/** A `MsgSubmitTx` as Go prints it. */
export const submitTxText = (msg: MsgSubmitTx): string =>
  protoText([
    ...text('from_address', msg.fromAddress),
    ...text('interchain_account_id', msg.interchainAccountId),
    ...text('connection_id', msg.connectionId),
    ...msg.msgs.map(({ typeUrl, value }): TextField => [
      'msgs',
      [...text('type_url', typeUrl), ...(value.length === 0 ? [] : [['value', value] as const])],
    ]),
    ...text('memo', msg.memo),
    ...(msg.timeout === 0n ? [] : [['timeout', msg.timeout] as const]),
    ['fee', feeText(msg.fee)],
  ])
