// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { Params } from 'cosmjs-types/ibc/applications/transfer/v1/transfer'
import { Height } from 'cosmjs-types/ibc/core/client/v1/client'
import { codec, coin, one, protoString, protoUint64, type Codec, type Coin } from '../message.js'
import { Fee } from './neutron.feerefunder.js'

export interface MsgTransfer {
  readonly sourcePort: string
  readonly sourceChannel: string
  readonly token: Coin
  readonly sender: string
  readonly receiver: string
  readonly timeoutHeight: Height
  readonly timeoutTimestamp: bigint
  readonly memo: string
  readonly fee: Fee
}
export const MsgTransfer: Codec<MsgTransfer> = codec(
  'neutron.transfer.MsgTransfer',
  (writer, message) => {
    writer.string(1, message.sourcePort)
    writer.string(2, message.sourceChannel)
    writer.message(3, coin.encode(message.token))
    writer.string(4, message.sender)
    writer.string(5, message.receiver)
    writer.message(6, Height.encode(message.timeoutHeight).finish())
    writer.uint64(7, message.timeoutTimestamp)
    writer.string(8, message.memo)
    writer.message(9, Fee.encode(message.fee))
    return writer
  },
  (fields) => ({
    sourcePort: protoString(fields, 1),
    sourceChannel: protoString(fields, 2),
    token: one(fields, 3, coin),
    sender: protoString(fields, 4),
    receiver: protoString(fields, 5),
    timeoutHeight: one(fields, 6, Height),
    timeoutTimestamp: protoUint64(fields, 7),
    memo: protoString(fields, 8),
    fee: one(fields, 9, Fee),
  }),
)

export interface MsgTransferResponse {
  readonly sequenceId: bigint
  readonly channel: string
}
export const MsgTransferResponse: Codec<MsgTransferResponse> = codec(
  'neutron.transfer.MsgTransferResponse',
  (writer, message) => {
    writer.uint64(1, message.sequenceId)
    writer.string(2, message.channel)
    return writer
  },
  (fields) => ({ sequenceId: protoUint64(fields, 1), channel: protoString(fields, 2) }),
)

export interface MsgUpdateParams {
  readonly signer: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'neutron.transfer.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.signer)
    writer.message(2, Params.encode(message.params).finish())
    return writer
  },
  (fields) => ({ signer: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'neutron.transfer.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)
