// Written by `npm run schema:chains` from src/codec/proto-json/nolus.ts.
import { all, codec, coin, protoBool, protoInt64, protoString, type Codec, type Coin } from '../message.js'

export interface MsgCreateVestingAccount {
  readonly fromAddress: string
  readonly toAddress: string
  readonly amount: readonly Coin[]
  readonly startTime: bigint
  readonly endTime: bigint
  readonly delayed: boolean
}
export const MsgCreateVestingAccount: Codec<MsgCreateVestingAccount> = codec(
  'nolus.vestings.v1beta1.MsgCreateVestingAccount',
  (writer, message) => {
    writer.string(1, message.fromAddress)
    writer.string(2, message.toAddress)
    for (const each of message.amount) writer.message(3, coin.encode(each))
    writer.uint64(4, message.startTime)
    writer.uint64(5, message.endTime)
    writer.bool(6, message.delayed)
    return writer
  },
  (fields) => ({
    fromAddress: protoString(fields, 1),
    toAddress: protoString(fields, 2),
    amount: all(fields, 3, coin),
    startTime: protoInt64(fields, 4),
    endTime: protoInt64(fields, 5),
    delayed: protoBool(fields, 6),
  }),
)

export const MsgCreateVestingAccountResponse: Codec<object> = codec(
  'nolus.vestings.v1beta1.MsgCreateVestingAccountResponse',
  (writer) => writer,
  () => ({}),
)
