// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { PageRequest, PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import {
  all,
  codec,
  coin,
  one,
  optional,
  protoBool,
  protoInt32,
  protoInteger,
  protoString,
  protoStrings,
  type Codec,
  type Coin,
} from '../message.js'

export interface TokenPair {
  readonly erc20Address: string
  readonly denom: string
  readonly enabled: boolean
  readonly contractOwner: number
}
export const TokenPair: Codec<TokenPair> = codec(
  'cosmos.evm.erc20.v1.TokenPair',
  (writer, message) => {
    writer.string(1, message.erc20Address)
    writer.string(2, message.denom)
    writer.bool(3, message.enabled)
    writer.uint64(4, BigInt(message.contractOwner))
    return writer
  },
  (fields) => ({
    erc20Address: protoString(fields, 1),
    denom: protoString(fields, 2),
    enabled: protoBool(fields, 3),
    contractOwner: protoInt32(fields, 4),
  }),
)

export interface Allowance {
  readonly erc20Address: string
  readonly owner: string
  readonly spender: string
  readonly value: bigint
}
export const Allowance: Codec<Allowance> = codec(
  'cosmos.evm.erc20.v1.Allowance',
  (writer, message) => {
    writer.string(1, message.erc20Address)
    writer.string(2, message.owner)
    writer.string(3, message.spender)
    writer.string(4, String(message.value))
    return writer
  },
  (fields) => ({
    erc20Address: protoString(fields, 1),
    owner: protoString(fields, 2),
    spender: protoString(fields, 3),
    value: protoInteger(fields, 4),
  }),
)

export interface RegisterCoinProposal {
  readonly title: string
  readonly description: string
  readonly metadata: readonly Metadata[]
}
export const RegisterCoinProposal: Codec<RegisterCoinProposal> = codec(
  'cosmos.evm.erc20.v1.RegisterCoinProposal',
  (writer, message) => {
    writer.string(1, message.title)
    writer.string(2, message.description)
    for (const each of message.metadata) writer.message(3, Metadata.encode(each).finish())
    return writer
  },
  (fields) => ({
    title: protoString(fields, 1),
    description: protoString(fields, 2),
    metadata: all(fields, 3, Metadata),
  }),
)

export interface ProposalMetadata {
  readonly metadata: readonly Metadata[]
}
export const ProposalMetadata: Codec<ProposalMetadata> = codec(
  'cosmos.evm.erc20.v1.ProposalMetadata',
  (writer, message) => {
    for (const each of message.metadata) writer.message(1, Metadata.encode(each).finish())
    return writer
  },
  (fields) => ({ metadata: all(fields, 1, Metadata) }),
)

export interface RegisterERC20Proposal {
  readonly title: string
  readonly description: string
  readonly erc20addresses: readonly string[]
}
export const RegisterERC20Proposal: Codec<RegisterERC20Proposal> = codec(
  'cosmos.evm.erc20.v1.RegisterERC20Proposal',
  (writer, message) => {
    writer.string(1, message.title)
    writer.string(2, message.description)
    writer.strings(3, message.erc20addresses)
    return writer
  },
  (fields) => ({
    title: protoString(fields, 1),
    description: protoString(fields, 2),
    erc20addresses: protoStrings(fields, 3),
  }),
)

export interface ToggleTokenConversionProposal {
  readonly title: string
  readonly description: string
  readonly token: string
}
export const ToggleTokenConversionProposal: Codec<ToggleTokenConversionProposal> = codec(
  'cosmos.evm.erc20.v1.ToggleTokenConversionProposal',
  (writer, message) => {
    writer.string(1, message.title)
    writer.string(2, message.description)
    writer.string(3, message.token)
    return writer
  },
  (fields) => ({ title: protoString(fields, 1), description: protoString(fields, 2), token: protoString(fields, 3) }),
)

export interface EventRegisterPair {
  readonly denom: string
  readonly erc20Address: string
}
export const EventRegisterPair: Codec<EventRegisterPair> = codec(
  'cosmos.evm.erc20.v1.EventRegisterPair',
  (writer, message) => {
    writer.string(1, message.denom)
    writer.string(2, message.erc20Address)
    return writer
  },
  (fields) => ({ denom: protoString(fields, 1), erc20Address: protoString(fields, 2) }),
)

export interface EventToggleTokenConversion {
  readonly denom: string
  readonly erc20Address: string
}
export const EventToggleTokenConversion: Codec<EventToggleTokenConversion> = codec(
  'cosmos.evm.erc20.v1.EventToggleTokenConversion',
  (writer, message) => {
    writer.string(1, message.denom)
    writer.string(2, message.erc20Address)
    return writer
  },
  (fields) => ({ denom: protoString(fields, 1), erc20Address: protoString(fields, 2) }),
)

export interface EventConvertCoin {
  readonly sender: string
  readonly receiver: string
  readonly amount: string
  readonly denom: string
  readonly erc20Address: string
}
export const EventConvertCoin: Codec<EventConvertCoin> = codec(
  'cosmos.evm.erc20.v1.EventConvertCoin',
  (writer, message) => {
    writer.string(1, message.sender)
    writer.string(2, message.receiver)
    writer.string(3, message.amount)
    writer.string(4, message.denom)
    writer.string(5, message.erc20Address)
    return writer
  },
  (fields) => ({
    sender: protoString(fields, 1),
    receiver: protoString(fields, 2),
    amount: protoString(fields, 3),
    denom: protoString(fields, 4),
    erc20Address: protoString(fields, 5),
  }),
)

export interface EventConvertERC20 {
  readonly sender: string
  readonly receiver: string
  readonly amount: string
  readonly denom: string
  readonly contractAddress: string
}
export const EventConvertERC20: Codec<EventConvertERC20> = codec(
  'cosmos.evm.erc20.v1.EventConvertERC20',
  (writer, message) => {
    writer.string(1, message.sender)
    writer.string(2, message.receiver)
    writer.string(3, message.amount)
    writer.string(4, message.denom)
    writer.string(5, message.contractAddress)
    return writer
  },
  (fields) => ({
    sender: protoString(fields, 1),
    receiver: protoString(fields, 2),
    amount: protoString(fields, 3),
    denom: protoString(fields, 4),
    contractAddress: protoString(fields, 5),
  }),
)

export interface GenesisState {
  readonly params: Params
  readonly tokenPairs: readonly TokenPair[]
  readonly allowances: readonly Allowance[]
  readonly nativePrecompiles: readonly string[]
  readonly dynamicPrecompiles: readonly string[]
}
export const GenesisState: Codec<GenesisState> = codec(
  'cosmos.evm.erc20.v1.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    for (const each of message.tokenPairs) writer.message(2, TokenPair.encode(each))
    for (const each of message.allowances) writer.message(3, Allowance.encode(each))
    writer.strings(4, message.nativePrecompiles)
    writer.strings(5, message.dynamicPrecompiles)
    return writer
  },
  (fields) => ({
    params: one(fields, 1, Params),
    tokenPairs: all(fields, 2, TokenPair),
    allowances: all(fields, 3, Allowance),
    nativePrecompiles: protoStrings(fields, 4),
    dynamicPrecompiles: protoStrings(fields, 5),
  }),
)

export interface Params {
  readonly enableErc20: boolean
  readonly permissionlessRegistration: boolean
}
export const Params: Codec<Params> = codec(
  'cosmos.evm.erc20.v1.Params',
  (writer, message) => {
    writer.bool(1, message.enableErc20)
    writer.bool(5, message.permissionlessRegistration)
    return writer
  },
  (fields) => ({ enableErc20: protoBool(fields, 1), permissionlessRegistration: protoBool(fields, 5) }),
)

export interface QueryTokenPairsRequest {
  readonly pagination: PageRequest | undefined
}
export const QueryTokenPairsRequest: Codec<QueryTokenPairsRequest> = codec(
  'cosmos.evm.erc20.v1.QueryTokenPairsRequest',
  (writer, message) => {
    if (message.pagination !== undefined) writer.message(1, PageRequest.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ pagination: optional(fields, 1, PageRequest) }),
)

export interface QueryTokenPairsResponse {
  readonly tokenPairs: readonly TokenPair[]
  readonly pagination: PageResponse | undefined
}
export const QueryTokenPairsResponse: Codec<QueryTokenPairsResponse> = codec(
  'cosmos.evm.erc20.v1.QueryTokenPairsResponse',
  (writer, message) => {
    for (const each of message.tokenPairs) writer.message(1, TokenPair.encode(each))
    if (message.pagination !== undefined) writer.message(2, PageResponse.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ tokenPairs: all(fields, 1, TokenPair), pagination: optional(fields, 2, PageResponse) }),
)

export interface QueryTokenPairRequest {
  readonly token: string
}
export const QueryTokenPairRequest: Codec<QueryTokenPairRequest> = codec(
  'cosmos.evm.erc20.v1.QueryTokenPairRequest',
  (writer, message) => {
    writer.string(1, message.token)
    return writer
  },
  (fields) => ({ token: protoString(fields, 1) }),
)

export interface QueryTokenPairResponse {
  readonly tokenPair: TokenPair
}
export const QueryTokenPairResponse: Codec<QueryTokenPairResponse> = codec(
  'cosmos.evm.erc20.v1.QueryTokenPairResponse',
  (writer, message) => {
    writer.message(1, TokenPair.encode(message.tokenPair))
    return writer
  },
  (fields) => ({ tokenPair: one(fields, 1, TokenPair) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'cosmos.evm.erc20.v1.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'cosmos.evm.erc20.v1.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export interface MsgConvertERC20 {
  readonly contractAddress: string
  readonly amount: bigint
  readonly receiver: string
  readonly sender: string
}
export const MsgConvertERC20: Codec<MsgConvertERC20> = codec(
  'cosmos.evm.erc20.v1.MsgConvertERC20',
  (writer, message) => {
    writer.string(1, message.contractAddress)
    writer.string(2, String(message.amount))
    writer.string(3, message.receiver)
    writer.string(4, message.sender)
    return writer
  },
  (fields) => ({
    contractAddress: protoString(fields, 1),
    amount: protoInteger(fields, 2),
    receiver: protoString(fields, 3),
    sender: protoString(fields, 4),
  }),
)

export const MsgConvertERC20Response: Codec<object> = codec(
  'cosmos.evm.erc20.v1.MsgConvertERC20Response',
  (writer) => writer,
  () => ({}),
)

export interface MsgConvertCoin {
  readonly coin: Coin
  readonly receiver: string
  readonly sender: string
}
export const MsgConvertCoin: Codec<MsgConvertCoin> = codec(
  'cosmos.evm.erc20.v1.MsgConvertCoin',
  (writer, message) => {
    writer.message(1, coin.encode(message.coin))
    writer.string(2, message.receiver)
    writer.string(3, message.sender)
    return writer
  },
  (fields) => ({ coin: one(fields, 1, coin), receiver: protoString(fields, 2), sender: protoString(fields, 3) }),
)

export const MsgConvertCoinResponse: Codec<object> = codec(
  'cosmos.evm.erc20.v1.MsgConvertCoinResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'cosmos.evm.erc20.v1.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'cosmos.evm.erc20.v1.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgRegisterERC20 {
  readonly signer: string
  readonly erc20addresses: readonly string[]
}
export const MsgRegisterERC20: Codec<MsgRegisterERC20> = codec(
  'cosmos.evm.erc20.v1.MsgRegisterERC20',
  (writer, message) => {
    writer.string(1, message.signer)
    writer.strings(2, message.erc20addresses)
    return writer
  },
  (fields) => ({ signer: protoString(fields, 1), erc20addresses: protoStrings(fields, 2) }),
)

export const MsgRegisterERC20Response: Codec<object> = codec(
  'cosmos.evm.erc20.v1.MsgRegisterERC20Response',
  (writer) => writer,
  () => ({}),
)

export interface MsgToggleConversion {
  readonly authority: string
  readonly token: string
}
export const MsgToggleConversion: Codec<MsgToggleConversion> = codec(
  'cosmos.evm.erc20.v1.MsgToggleConversion',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.string(2, message.token)
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), token: protoString(fields, 2) }),
)

export const MsgToggleConversionResponse: Codec<object> = codec(
  'cosmos.evm.erc20.v1.MsgToggleConversionResponse',
  (writer) => writer,
  () => ({}),
)
