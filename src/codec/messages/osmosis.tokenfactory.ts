// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { all, codec, coin, protoString, protoUint64, type Codec, type Coin } from '../message.js'

export interface WhitelistedHook {
  readonly codeId: bigint
  readonly denomCreator: string
}
export const WhitelistedHook: Codec<WhitelistedHook> = codec(
  'osmosis.tokenfactory.WhitelistedHook',
  (writer, message) => {
    writer.uint64(1, message.codeId)
    writer.string(2, message.denomCreator)
    return writer
  },
  (fields) => ({ codeId: protoUint64(fields, 1), denomCreator: protoString(fields, 2) }),
)

export interface Params {
  readonly denomCreationFee: readonly Coin[]
  readonly denomCreationGasConsume: bigint
  readonly feeCollectorAddress: string
  readonly whitelistedHooks: readonly WhitelistedHook[]
}
export const Params: Codec<Params> = codec(
  'osmosis.tokenfactory.Params',
  (writer, message) => {
    for (const each of message.denomCreationFee) writer.message(1, coin.encode(each))
    writer.uint64(2, message.denomCreationGasConsume)
    writer.string(3, message.feeCollectorAddress)
    for (const each of message.whitelistedHooks) writer.message(4, WhitelistedHook.encode(each))
    return writer
  },
  (fields) => ({
    denomCreationFee: all(fields, 1, coin),
    denomCreationGasConsume: protoUint64(fields, 2),
    feeCollectorAddress: protoString(fields, 3),
    whitelistedHooks: all(fields, 4, WhitelistedHook),
  }),
)
