// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { all, codec, coin, one, protoString, protoStrings, protoUint64, type Codec, type Coin } from '../message.js'
import { Params as OtherParams } from './osmosis.tokenfactory.js'

export interface DenomAuthorityMetadata {
  readonly admin: string
}
export const DenomAuthorityMetadata: Codec<DenomAuthorityMetadata> = codec(
  'osmosis.tokenfactory.v1beta1.DenomAuthorityMetadata',
  (writer, message) => {
    writer.string(1, message.admin)
    return writer
  },
  (fields) => ({ admin: protoString(fields, 1) }),
)

export interface GenesisState {
  readonly params: OtherParams
  readonly factoryDenoms: readonly GenesisDenom[]
}
export const GenesisState: Codec<GenesisState> = codec(
  'osmosis.tokenfactory.v1beta1.GenesisState',
  (writer, message) => {
    writer.message(1, OtherParams.encode(message.params))
    for (const each of message.factoryDenoms) writer.message(2, GenesisDenom.encode(each))
    return writer
  },
  (fields) => ({ params: one(fields, 1, OtherParams), factoryDenoms: all(fields, 2, GenesisDenom) }),
)

export interface GenesisDenom {
  readonly denom: string
  readonly authorityMetadata: DenomAuthorityMetadata
  readonly hookContractAddress: string
}
export const GenesisDenom: Codec<GenesisDenom> = codec(
  'osmosis.tokenfactory.v1beta1.GenesisDenom',
  (writer, message) => {
    writer.string(1, message.denom)
    writer.message(2, DenomAuthorityMetadata.encode(message.authorityMetadata))
    writer.string(3, message.hookContractAddress)
    return writer
  },
  (fields) => ({
    denom: protoString(fields, 1),
    authorityMetadata: one(fields, 2, DenomAuthorityMetadata),
    hookContractAddress: protoString(fields, 3),
  }),
)

export interface Params {
  readonly denomCreationFee: readonly Coin[]
  readonly denomCreationGasConsume: bigint
  readonly feeCollectorAddress: string
}
export const Params: Codec<Params> = codec(
  'osmosis.tokenfactory.v1beta1.Params',
  (writer, message) => {
    for (const each of message.denomCreationFee) writer.message(1, coin.encode(each))
    writer.uint64(2, message.denomCreationGasConsume)
    writer.string(3, message.feeCollectorAddress)
    return writer
  },
  (fields) => ({
    denomCreationFee: all(fields, 1, coin),
    denomCreationGasConsume: protoUint64(fields, 2),
    feeCollectorAddress: protoString(fields, 3),
  }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'osmosis.tokenfactory.v1beta1.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: OtherParams
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'osmosis.tokenfactory.v1beta1.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, OtherParams.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, OtherParams) }),
)

export interface QueryDenomAuthorityMetadataRequest {
  readonly creator: string
  readonly subdenom: string
}
export const QueryDenomAuthorityMetadataRequest: Codec<QueryDenomAuthorityMetadataRequest> = codec(
  'osmosis.tokenfactory.v1beta1.QueryDenomAuthorityMetadataRequest',
  (writer, message) => {
    writer.string(1, message.creator)
    writer.string(2, message.subdenom)
    return writer
  },
  (fields) => ({ creator: protoString(fields, 1), subdenom: protoString(fields, 2) }),
)

export interface QueryDenomAuthorityMetadataResponse {
  readonly authorityMetadata: DenomAuthorityMetadata
}
export const QueryDenomAuthorityMetadataResponse: Codec<QueryDenomAuthorityMetadataResponse> = codec(
  'osmosis.tokenfactory.v1beta1.QueryDenomAuthorityMetadataResponse',
  (writer, message) => {
    writer.message(1, DenomAuthorityMetadata.encode(message.authorityMetadata))
    return writer
  },
  (fields) => ({ authorityMetadata: one(fields, 1, DenomAuthorityMetadata) }),
)

export interface QueryDenomsFromCreatorRequest {
  readonly creator: string
}
export const QueryDenomsFromCreatorRequest: Codec<QueryDenomsFromCreatorRequest> = codec(
  'osmosis.tokenfactory.v1beta1.QueryDenomsFromCreatorRequest',
  (writer, message) => {
    writer.string(1, message.creator)
    return writer
  },
  (fields) => ({ creator: protoString(fields, 1) }),
)

export interface QueryDenomsFromCreatorResponse {
  readonly denoms: readonly string[]
}
export const QueryDenomsFromCreatorResponse: Codec<QueryDenomsFromCreatorResponse> = codec(
  'osmosis.tokenfactory.v1beta1.QueryDenomsFromCreatorResponse',
  (writer, message) => {
    writer.strings(1, message.denoms)
    return writer
  },
  (fields) => ({ denoms: protoStrings(fields, 1) }),
)

export interface QueryBeforeSendHookAddressRequest {
  readonly creator: string
  readonly subdenom: string
}
export const QueryBeforeSendHookAddressRequest: Codec<QueryBeforeSendHookAddressRequest> = codec(
  'osmosis.tokenfactory.v1beta1.QueryBeforeSendHookAddressRequest',
  (writer, message) => {
    writer.string(1, message.creator)
    writer.string(2, message.subdenom)
    return writer
  },
  (fields) => ({ creator: protoString(fields, 1), subdenom: protoString(fields, 2) }),
)

export interface QueryBeforeSendHookAddressResponse {
  readonly contractAddr: string
}
export const QueryBeforeSendHookAddressResponse: Codec<QueryBeforeSendHookAddressResponse> = codec(
  'osmosis.tokenfactory.v1beta1.QueryBeforeSendHookAddressResponse',
  (writer, message) => {
    writer.string(1, message.contractAddr)
    return writer
  },
  (fields) => ({ contractAddr: protoString(fields, 1) }),
)

export interface QueryFullDenomRequest {
  readonly creator: string
  readonly subdenom: string
}
export const QueryFullDenomRequest: Codec<QueryFullDenomRequest> = codec(
  'osmosis.tokenfactory.v1beta1.QueryFullDenomRequest',
  (writer, message) => {
    writer.string(1, message.creator)
    writer.string(2, message.subdenom)
    return writer
  },
  (fields) => ({ creator: protoString(fields, 1), subdenom: protoString(fields, 2) }),
)

export interface QueryFullDenomResponse {
  readonly fullDenom: string
}
export const QueryFullDenomResponse: Codec<QueryFullDenomResponse> = codec(
  'osmosis.tokenfactory.v1beta1.QueryFullDenomResponse',
  (writer, message) => {
    writer.string(1, message.fullDenom)
    return writer
  },
  (fields) => ({ fullDenom: protoString(fields, 1) }),
)

export interface MsgCreateDenom {
  readonly sender: string
  readonly subdenom: string
}
export const MsgCreateDenom: Codec<MsgCreateDenom> = codec(
  'osmosis.tokenfactory.v1beta1.MsgCreateDenom',
  (writer, message) => {
    writer.string(1, message.sender)
    writer.string(2, message.subdenom)
    return writer
  },
  (fields) => ({ sender: protoString(fields, 1), subdenom: protoString(fields, 2) }),
)

export interface MsgCreateDenomResponse {
  readonly newTokenDenom: string
}
export const MsgCreateDenomResponse: Codec<MsgCreateDenomResponse> = codec(
  'osmosis.tokenfactory.v1beta1.MsgCreateDenomResponse',
  (writer, message) => {
    writer.string(1, message.newTokenDenom)
    return writer
  },
  (fields) => ({ newTokenDenom: protoString(fields, 1) }),
)

export interface MsgMint {
  readonly sender: string
  readonly amount: Coin
  readonly mintToAddress: string
}
export const MsgMint: Codec<MsgMint> = codec(
  'osmosis.tokenfactory.v1beta1.MsgMint',
  (writer, message) => {
    writer.string(1, message.sender)
    writer.message(2, coin.encode(message.amount))
    writer.string(3, message.mintToAddress)
    return writer
  },
  (fields) => ({ sender: protoString(fields, 1), amount: one(fields, 2, coin), mintToAddress: protoString(fields, 3) }),
)

export const MsgMintResponse: Codec<object> = codec(
  'osmosis.tokenfactory.v1beta1.MsgMintResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgBurn {
  readonly sender: string
  readonly amount: Coin
  readonly burnFromAddress: string
}
export const MsgBurn: Codec<MsgBurn> = codec(
  'osmosis.tokenfactory.v1beta1.MsgBurn',
  (writer, message) => {
    writer.string(1, message.sender)
    writer.message(2, coin.encode(message.amount))
    writer.string(3, message.burnFromAddress)
    return writer
  },
  (fields) => ({
    sender: protoString(fields, 1),
    amount: one(fields, 2, coin),
    burnFromAddress: protoString(fields, 3),
  }),
)

export const MsgBurnResponse: Codec<object> = codec(
  'osmosis.tokenfactory.v1beta1.MsgBurnResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgChangeAdmin {
  readonly sender: string
  readonly denom: string
  readonly newAdmin: string
}
export const MsgChangeAdmin: Codec<MsgChangeAdmin> = codec(
  'osmosis.tokenfactory.v1beta1.MsgChangeAdmin',
  (writer, message) => {
    writer.string(1, message.sender)
    writer.string(2, message.denom)
    writer.string(3, message.newAdmin)
    return writer
  },
  (fields) => ({ sender: protoString(fields, 1), denom: protoString(fields, 2), newAdmin: protoString(fields, 3) }),
)

export const MsgChangeAdminResponse: Codec<object> = codec(
  'osmosis.tokenfactory.v1beta1.MsgChangeAdminResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgSetBeforeSendHook {
  readonly sender: string
  readonly denom: string
  readonly contractAddr: string
}
export const MsgSetBeforeSendHook: Codec<MsgSetBeforeSendHook> = codec(
  'osmosis.tokenfactory.v1beta1.MsgSetBeforeSendHook',
  (writer, message) => {
    writer.string(1, message.sender)
    writer.string(2, message.denom)
    writer.string(3, message.contractAddr)
    return writer
  },
  (fields) => ({ sender: protoString(fields, 1), denom: protoString(fields, 2), contractAddr: protoString(fields, 3) }),
)

export const MsgSetBeforeSendHookResponse: Codec<object> = codec(
  'osmosis.tokenfactory.v1beta1.MsgSetBeforeSendHookResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgSetDenomMetadata {
  readonly sender: string
  readonly metadata: Metadata
}
export const MsgSetDenomMetadata: Codec<MsgSetDenomMetadata> = codec(
  'osmosis.tokenfactory.v1beta1.MsgSetDenomMetadata',
  (writer, message) => {
    writer.string(1, message.sender)
    writer.message(2, Metadata.encode(message.metadata).finish())
    return writer
  },
  (fields) => ({ sender: protoString(fields, 1), metadata: one(fields, 2, Metadata) }),
)

export const MsgSetDenomMetadataResponse: Codec<object> = codec(
  'osmosis.tokenfactory.v1beta1.MsgSetDenomMetadataResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgForceTransfer {
  readonly sender: string
  readonly amount: Coin
  readonly transferFromAddress: string
  readonly transferToAddress: string
}
export const MsgForceTransfer: Codec<MsgForceTransfer> = codec(
  'osmosis.tokenfactory.v1beta1.MsgForceTransfer',
  (writer, message) => {
    writer.string(1, message.sender)
    writer.message(2, coin.encode(message.amount))
    writer.string(3, message.transferFromAddress)
    writer.string(4, message.transferToAddress)
    return writer
  },
  (fields) => ({
    sender: protoString(fields, 1),
    amount: one(fields, 2, coin),
    transferFromAddress: protoString(fields, 3),
    transferToAddress: protoString(fields, 4),
  }),
)

export const MsgForceTransferResponse: Codec<object> = codec(
  'osmosis.tokenfactory.v1beta1.MsgForceTransferResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: OtherParams
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'osmosis.tokenfactory.v1beta1.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, OtherParams.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, OtherParams) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'osmosis.tokenfactory.v1beta1.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)
