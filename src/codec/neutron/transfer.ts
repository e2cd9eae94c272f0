import { Coin as WireCoin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import { Height } from 'cosmjs-types/ibc/core/client/v1/client'
import { NO_BYTES } from '../../base/index.js'
import type { Coin } from '../coins.js'
import { decodeCoin } from '../go-int.js'
import { protoMessages, protoString, protoUint64, ProtoWriter, readProto } from '../proto.js'
import { protoText, type TextField } from '../proto-text.js'
import type { NeutronRelease } from './release.js'
import { coinFields, decodeFee, encodeCoinBytes, encodeFee, feeText, type Fee } from './feerefunder.js'

/** Neutron's transfer message: IBC's plus relayer fees. Source: neutron proto/neutron/transfer/v1/tx.proto. */
export interface MsgTransfer {
  readonly sourcePort: string
  readonly sourceChannel: string
  readonly token: Coin
  /** Bech32, of this chain. */
  readonly sender: string
  /** An address of the other chain, in whatever form it has there. */
  readonly receiver: string
  readonly timeoutHeight: Height
  /** Nanoseconds since 1970; 0 for none. */
  readonly timeoutTimestamp: bigint
  readonly memo: string
  readonly fee: Fee
}

export const MSG_TRANSFER = '/neutron.transfer.MsgTransfer'
/** The type URL of `MsgTransfer` in a release. */
export const msgTransfer = (release: NeutronRelease): string => `/${release}.transfer.MsgTransfer`

export const encodeMsgTransfer = (msg: MsgTransfer): Uint8Array =>
  new ProtoWriter()
    .string(1, msg.sourcePort)
    .string(2, msg.sourceChannel)
    .message(3, encodeCoinBytes(msg.token))
    .string(4, msg.sender)
    .string(5, msg.receiver)
    .message(6, Height.encode(msg.timeoutHeight).finish())
    .uint64(7, msg.timeoutTimestamp)
    .string(8, msg.memo)
    .message(9, encodeFee(msg.fee))
    .finish()

/** @throws ProtoError, ChainError undefined/1 for an invalid amount */
export function decodeMsgTransfer(bytes: Uint8Array): MsgTransfer {
  const fields = readProto(bytes)
  const last = (field: number) => protoMessages(fields, field).at(-1) ?? NO_BYTES
  return {
    sourcePort: protoString(fields, 1),
    sourceChannel: protoString(fields, 2),
    token: decodeCoin(WireCoin.decode(last(3))),
    sender: protoString(fields, 4),
    receiver: protoString(fields, 5),
    timeoutHeight: Height.decode(last(6)),
    timeoutTimestamp: protoUint64(fields, 7),
    memo: protoString(fields, 8),
    fee: decodeFee(last(9)),
  }
}

export const encodeMsgTransferResponse = (sequenceId: bigint, channel: string): Uint8Array =>
  new ProtoWriter().uint64(1, sequenceId).string(2, channel).finish()

/** A `MsgTransfer` as Go prints it. */
export function msgTransferText(msg: MsgTransfer): string {
  const text = (name: string, value: string): readonly TextField[] => (value === '' ? [] : [[name, value]])
  const number = (name: string, value: bigint): readonly TextField[] => (value === 0n ? [] : [[name, value]])
  const { revisionNumber, revisionHeight } = msg.timeoutHeight
  return protoText([
    ...text('source_port', msg.sourcePort),
    ...text('source_channel', msg.sourceChannel),
    ['token', coinFields(msg.token)],
    ...text('sender', msg.sender),
    ...text('receiver', msg.receiver),
    ['timeout_height', [...number('revision_number', revisionNumber), ...number('revision_height', revisionHeight)]],
    ...number('timeout_timestamp', msg.timeoutTimestamp),
    ...text('memo', msg.memo),
    ['fee', feeText(msg.fee)],
  ])
}
