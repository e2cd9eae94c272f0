import { Coin as WireCoin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import { NO_BYTES } from '../../base/index.js'
import type { Coin } from '../coins.js'
import { decodeCoin, encodeCoin } from '../go-int.js'
import { protoBool, protoMessages, protoString, protoUint64, ProtoWriter, readProto } from '../proto.js'
import type { TextField } from '../proto-text.js'

/** Messages of the fee refunder. Source: neutron proto/neutron/feerefunder. */

/** The fees that a contract locks for the relayers of a packet. */
export interface Fee {
  readonly recvFee: readonly Coin[]
  readonly ackFee: readonly Coin[]
  readonly timeoutFee: readonly Coin[]
}

export interface PacketId {
  readonly channelId: string
  readonly portId: string
  readonly sequence: bigint
}

export interface FeeInfo {
  /** Bech32 address of the contract. */
  readonly payer: string
  readonly packetId: PacketId
  readonly fee: Fee
}

export interface FeeParams {
  readonly minFee: Fee
  readonly feeEnabled: boolean
}

export const NO_FEE: Fee = { recvFee: [], ackFee: [], timeoutFee: [] }

export const encodeCoinBytes = (coin: Coin): Uint8Array => WireCoin.encode(encodeCoin(coin)).finish()

export function encodeFee({ recvFee, ackFee, timeoutFee }: Fee): Uint8Array {
  const writer = new ProtoWriter()
  for (const [i, coins] of [recvFee, ackFee, timeoutFee].entries())
    for (const coin of coins) writer.message(i + 1, encodeCoinBytes(coin))
  return writer.finish()
}

/** @throws ProtoError, ChainError undefined/1 for an invalid amount */
export function decodeFee(bytes: Uint8Array): Fee {
  const fields = readProto(bytes)
  const coins = (field: number) => protoMessages(fields, field).map((coin) => decodeCoin(WireCoin.decode(coin)))
  return { recvFee: coins(1), ackFee: coins(2), timeoutFee: coins(3) }
}

/** A fee as Go prints it within its message. */
export const feeText = ({ recvFee, ackFee, timeoutFee }: Fee): readonly TextField[] => [
  ...coinsText('recv_fee', recvFee),
  ...coinsText('ack_fee', ackFee),
  ...coinsText('timeout_fee', timeoutFee),
]
const coinsText = (name: string, coins: readonly Coin[]): readonly TextField[] =>
  coins.map((coin) => [name, coinFields(coin)] as const)
export const coinFields = ({ denom, amount }: Coin): readonly TextField[] => [
  ...(denom === '' ? [] : [['denom', denom] as const]),
  ['amount', String(amount)],
]

const encodePacketId = ({ channelId, portId, sequence }: PacketId): Uint8Array =>
  new ProtoWriter().string(1, channelId).string(2, portId).uint64(3, sequence).finish()
const decodePacketId = (bytes: Uint8Array): PacketId => {
  const fields = readProto(bytes)
  return { channelId: protoString(fields, 1), portId: protoString(fields, 2), sequence: protoUint64(fields, 3) }
}

const last = (fields: ReturnType<typeof readProto>, field: number): Uint8Array =>
  protoMessages(fields, field).at(-1) ?? NO_BYTES

export const encodeFeeInfo = ({ payer, packetId, fee }: FeeInfo): Uint8Array =>
  new ProtoWriter().string(1, payer).message(2, encodePacketId(packetId)).message(3, encodeFee(fee)).finish()
export function decodeFeeInfo(bytes: Uint8Array): FeeInfo {
  const fields = readProto(bytes)
  return {
    payer: protoString(fields, 1),
    packetId: decodePacketId(last(fields, 2)),
    fee: decodeFee(last(fields, 3)),
  }
}

export const encodeFeeParams = ({ minFee, feeEnabled }: FeeParams): Uint8Array =>
  new ProtoWriter().message(1, encodeFee(minFee)).bool(2, feeEnabled).finish()
export function decodeFeeParams(bytes: Uint8Array): FeeParams {
  const fields = readProto(bytes)
  return { minFee: decodeFee(last(fields, 1)), feeEnabled: protoBool(fields, 2) }
}

export interface MsgUpdateFeeParams {
  readonly authority: string
  readonly params: FeeParams
}
export const decodeMsgUpdateFeeParams = (bytes: Uint8Array): MsgUpdateFeeParams => {
  const fields = readProto(bytes)
  return { authority: protoString(fields, 1), params: decodeFeeParams(last(fields, 2)) }
}

export const decodeFeeInfoRequest = (bytes: Uint8Array): PacketId => decodePacketId(bytes)
