// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import {
  all,
  any,
  codec,
  coin,
  one,
  protoInt32,
  protoString,
  protoUint64,
  type Any,
  type Codec,
  type Coin,
} from '../message.js'
import { Fee } from './neutron.feerefunder.js'

export interface Params {
  readonly msgSubmitTxMaxMessages: bigint
  readonly registerFee: readonly Coin[]
}
export const Params: Codec<Params> = codec(
  'neutron.interchaintxs.v1.Params',
  (writer, message) => {
    writer.uint64(1, message.msgSubmitTxMaxMessages)
    for (const each of message.registerFee) writer.message(2, coin.encode(each))
    return writer
  },
  (fields) => ({ msgSubmitTxMaxMessages: protoUint64(fields, 1), registerFee: all(fields, 2, coin) }),
)

export interface GenesisState {
  readonly params: Params
}
export const GenesisState: Codec<GenesisState> = codec(
  'neutron.interchaintxs.v1.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'neutron.interchaintxs.v1.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'neutron.interchaintxs.v1.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export interface QueryInterchainAccountAddressRequest {
  readonly ownerAddress: string
  readonly interchainAccountId: string
  readonly connectionId: string
}
export const QueryInterchainAccountAddressRequest: Codec<QueryInterchainAccountAddressRequest> = codec(
  'neutron.interchaintxs.v1.QueryInterchainAccountAddressRequest',
  (writer, message) => {
    writer.string(1, message.ownerAddress)
    writer.string(2, message.interchainAccountId)
    writer.string(3, message.connectionId)
    return writer
  },
  (fields) => ({
    ownerAddress: protoString(fields, 1),
    interchainAccountId: protoString(fields, 2),
    connectionId: protoString(fields, 3),
  }),
)

export interface QueryInterchainAccountAddressResponse {
  readonly interchainAccountAddress: string
}
export const QueryInterchainAccountAddressResponse: Codec<QueryInterchainAccountAddressResponse> = codec(
  'neutron.interchaintxs.v1.QueryInterchainAccountAddressResponse',
  (writer, message) => {
    writer.string(1, message.interchainAccountAddress)
    return writer
  },
  (fields) => ({ interchainAccountAddress: protoString(fields, 1) }),
)

export interface MsgRegisterInterchainAccount {
  readonly fromAddress: string
  readonly connectionId: string
  readonly interchainAccountId: string
  readonly registerFee: readonly Coin[]
  readonly ordering: number
}
export const MsgRegisterInterchainAccount: Codec<MsgRegisterInterchainAccount> = codec(
  'neutron.interchaintxs.v1.MsgRegisterInterchainAccount',
  (writer, message) => {
    writer.string(1, message.fromAddress)
    writer.string(2, message.connectionId)
    writer.string(3, message.interchainAccountId)
    for (const each of message.registerFee) writer.message(4, coin.encode(each))
    writer.uint64(5, BigInt(message.ordering))
    return writer
  },
  (fields) => ({
    fromAddress: protoString(fields, 1),
    connectionId: protoString(fields, 2),
    interchainAccountId: protoString(fields, 3),
    registerFee: all(fields, 4, coin),
    ordering: protoInt32(fields, 5),
  }),
)

export interface MsgRegisterInterchainAccountResponse {
  readonly channelId: string
  readonly portId: string
}
export const MsgRegisterInterchainAccountResponse: Codec<MsgRegisterInterchainAccountResponse> = codec(
  'neutron.interchaintxs.v1.MsgRegisterInterchainAccountResponse',
  (writer, message) => {
    writer.string(1, message.channelId)
    writer.string(2, message.portId)
    return writer
  },
  (fields) => ({ channelId: protoString(fields, 1), portId: protoString(fields, 2) }),
)

export interface MsgSubmitTx {
  readonly fromAddress: string
  readonly interchainAccountId: string
  readonly connectionId: string
  readonly msgs: readonly Any[]
  readonly memo: string
  readonly timeout: bigint
  readonly fee: Fee
}
export const MsgSubmitTx: Codec<MsgSubmitTx> = codec(
  'neutron.interchaintxs.v1.MsgSubmitTx',
  (writer, message) => {
    writer.string(1, message.fromAddress)
    writer.string(2, message.interchainAccountId)
    writer.string(3, message.connectionId)
    for (const each of message.msgs) writer.message(4, any.encode(each))
    writer.string(5, message.memo)
    writer.uint64(6, message.timeout)
    writer.message(7, Fee.encode(message.fee))
    return writer
  },
  (fields) => ({
    fromAddress: protoString(fields, 1),
    interchainAccountId: protoString(fields, 2),
    connectionId: protoString(fields, 3),
    msgs: all(fields, 4, any),
    memo: protoString(fields, 5),
    timeout: protoUint64(fields, 6),
    fee: one(fields, 7, Fee),
  }),
)

export interface MsgSubmitTxResponse {
  readonly sequenceId: bigint
  readonly channel: string
}
export const MsgSubmitTxResponse: Codec<MsgSubmitTxResponse> = codec(
  'neutron.interchaintxs.v1.MsgSubmitTxResponse',
  (writer, message) => {
    writer.uint64(1, message.sequenceId)
    writer.string(2, message.channel)
    return writer
  },
  (fields) => ({ sequenceId: protoUint64(fields, 1), channel: protoString(fields, 2) }),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'neutron.interchaintxs.v1.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'neutron.interchaintxs.v1.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)
