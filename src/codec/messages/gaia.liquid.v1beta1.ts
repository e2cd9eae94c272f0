// Written by `npm run schema:chains` from src/codec/proto-json/gaia.ts.
import {
  all,
  codec,
  coin,
  decCoin,
  one,
  protoDecimal,
  protoInteger,
  protoString,
  protoStrings,
  protoTime,
  protoUint64,
  timestampWriter,
  type Codec,
  type Coin,
  type DecCoin,
} from '../message.js'

export interface Params {
  readonly globalLiquidStakingCap: bigint
  readonly validatorLiquidStakingCap: bigint
}
export const Params: Codec<Params> = codec(
  'gaia.liquid.v1beta1.Params',
  (writer, message) => {
    writer.string(8, String(message.globalLiquidStakingCap))
    writer.string(9, String(message.validatorLiquidStakingCap))
    return writer
  },
  (fields) => ({ globalLiquidStakingCap: protoDecimal(fields, 8), validatorLiquidStakingCap: protoDecimal(fields, 9) }),
)

export interface TokenizeShareRecord {
  readonly id: bigint
  readonly owner: string
  readonly moduleAccount: string
  readonly validator: string
}
export const TokenizeShareRecord: Codec<TokenizeShareRecord> = codec(
  'gaia.liquid.v1beta1.TokenizeShareRecord',
  (writer, message) => {
    writer.uint64(1, message.id)
    writer.string(2, message.owner)
    writer.string(3, message.moduleAccount)
    writer.string(4, message.validator)
    return writer
  },
  (fields) => ({
    id: protoUint64(fields, 1),
    owner: protoString(fields, 2),
    moduleAccount: protoString(fields, 3),
    validator: protoString(fields, 4),
  }),
)

export interface PendingTokenizeShareAuthorizations {
  readonly addresses: readonly string[]
}
export const PendingTokenizeShareAuthorizations: Codec<PendingTokenizeShareAuthorizations> = codec(
  'gaia.liquid.v1beta1.PendingTokenizeShareAuthorizations',
  (writer, message) => {
    writer.strings(1, message.addresses)
    return writer
  },
  (fields) => ({ addresses: protoStrings(fields, 1) }),
)

export interface TokenizeShareRecordReward {
  readonly recordId: bigint
  readonly reward: readonly DecCoin[]
}
export const TokenizeShareRecordReward: Codec<TokenizeShareRecordReward> = codec(
  'gaia.liquid.v1beta1.TokenizeShareRecordReward',
  (writer, message) => {
    writer.uint64(1, message.recordId)
    for (const each of message.reward) writer.message(2, decCoin.encode(each))
    return writer
  },
  (fields) => ({ recordId: protoUint64(fields, 1), reward: all(fields, 2, decCoin) }),
)

export interface LiquidValidator {
  readonly operatorAddress: string
  readonly liquidShares: bigint
}
export const LiquidValidator: Codec<LiquidValidator> = codec(
  'gaia.liquid.v1beta1.LiquidValidator',
  (writer, message) => {
    writer.string(1, message.operatorAddress)
    writer.string(3, String(message.liquidShares))
    return writer
  },
  (fields) => ({ operatorAddress: protoString(fields, 1), liquidShares: protoDecimal(fields, 3) }),
)

export interface TokenizeShareLock {
  readonly address: string
  readonly status: string
  readonly completionTime: bigint
}
export const TokenizeShareLock: Codec<TokenizeShareLock> = codec(
  'gaia.liquid.v1beta1.TokenizeShareLock',
  (writer, message) => {
    writer.string(1, message.address)
    writer.string(2, message.status)
    writer.message(3, timestampWriter(message.completionTime))
    return writer
  },
  (fields) => ({
    address: protoString(fields, 1),
    status: protoString(fields, 2),
    completionTime: protoTime(fields, 3),
  }),
)

export interface GenesisState {
  readonly params: Params
  readonly tokenizeShareRecords: readonly TokenizeShareRecord[]
  readonly lastTokenizeShareRecordId: bigint
  readonly totalLiquidStakedTokens: bigint
  readonly tokenizeShareLocks: readonly TokenizeShareLock[]
}
export const GenesisState: Codec<GenesisState> = codec(
  'gaia.liquid.v1beta1.GenesisState',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    for (const each of message.tokenizeShareRecords) writer.message(9, TokenizeShareRecord.encode(each))
    writer.uint64(10, message.lastTokenizeShareRecordId)
    writer.string(11, String(message.totalLiquidStakedTokens))
    for (const each of message.tokenizeShareLocks) writer.message(12, TokenizeShareLock.encode(each))
    return writer
  },
  (fields) => ({
    params: one(fields, 1, Params),
    tokenizeShareRecords: all(fields, 9, TokenizeShareRecord),
    lastTokenizeShareRecordId: protoUint64(fields, 10),
    totalLiquidStakedTokens: protoInteger(fields, 11),
    tokenizeShareLocks: all(fields, 12, TokenizeShareLock),
  }),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'gaia.liquid.v1beta1.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'gaia.liquid.v1beta1.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgTokenizeShares {
  readonly delegatorAddress: string
  readonly validatorAddress: string
  readonly amount: Coin
  readonly tokenizedShareOwner: string
}
export const MsgTokenizeShares: Codec<MsgTokenizeShares> = codec(
  'gaia.liquid.v1beta1.MsgTokenizeShares',
  (writer, message) => {
    writer.string(1, message.delegatorAddress)
    writer.string(2, message.validatorAddress)
    writer.message(3, coin.encode(message.amount))
    writer.string(4, message.tokenizedShareOwner)
    return writer
  },
  (fields) => ({
    delegatorAddress: protoString(fields, 1),
    validatorAddress: protoString(fields, 2),
    amount: one(fields, 3, coin),
    tokenizedShareOwner: protoString(fields, 4),
  }),
)

export interface MsgTokenizeSharesResponse {
  readonly amount: Coin
}
export const MsgTokenizeSharesResponse: Codec<MsgTokenizeSharesResponse> = codec(
  'gaia.liquid.v1beta1.MsgTokenizeSharesResponse',
  (writer, message) => {
    writer.message(1, coin.encode(message.amount))
    return writer
  },
  (fields) => ({ amount: one(fields, 1, coin) }),
)

export interface MsgRedeemTokensForShares {
  readonly delegatorAddress: string
  readonly amount: Coin
}
export const MsgRedeemTokensForShares: Codec<MsgRedeemTokensForShares> = codec(
  'gaia.liquid.v1beta1.MsgRedeemTokensForShares',
  (writer, message) => {
    writer.string(1, message.delegatorAddress)
    writer.message(2, coin.encode(message.amount))
    return writer
  },
  (fields) => ({ delegatorAddress: protoString(fields, 1), amount: one(fields, 2, coin) }),
)

export interface MsgRedeemTokensForSharesResponse {
  readonly amount: Coin
}
export const MsgRedeemTokensForSharesResponse: Codec<MsgRedeemTokensForSharesResponse> = codec(
  'gaia.liquid.v1beta1.MsgRedeemTokensForSharesResponse',
  (writer, message) => {
    writer.message(1, coin.encode(message.amount))
    return writer
  },
  (fields) => ({ amount: one(fields, 1, coin) }),
)

export interface MsgTransferTokenizeShareRecord {
  readonly tokenizeShareRecordId: bigint
  readonly sender: string
  readonly newOwner: string
}
export const MsgTransferTokenizeShareRecord: Codec<MsgTransferTokenizeShareRecord> = codec(
  'gaia.liquid.v1beta1.MsgTransferTokenizeShareRecord',
  (writer, message) => {
    writer.uint64(1, message.tokenizeShareRecordId)
    writer.string(2, message.sender)
    writer.string(3, message.newOwner)
    return writer
  },
  (fields) => ({
    tokenizeShareRecordId: protoUint64(fields, 1),
    sender: protoString(fields, 2),
    newOwner: protoString(fields, 3),
  }),
)

export const MsgTransferTokenizeShareRecordResponse: Codec<object> = codec(
  'gaia.liquid.v1beta1.MsgTransferTokenizeShareRecordResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgDisableTokenizeShares {
  readonly delegatorAddress: string
}
export const MsgDisableTokenizeShares: Codec<MsgDisableTokenizeShares> = codec(
  'gaia.liquid.v1beta1.MsgDisableTokenizeShares',
  (writer, message) => {
    writer.string(1, message.delegatorAddress)
    return writer
  },
  (fields) => ({ delegatorAddress: protoString(fields, 1) }),
)

export const MsgDisableTokenizeSharesResponse: Codec<object> = codec(
  'gaia.liquid.v1beta1.MsgDisableTokenizeSharesResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgEnableTokenizeShares {
  readonly delegatorAddress: string
}
export const MsgEnableTokenizeShares: Codec<MsgEnableTokenizeShares> = codec(
  'gaia.liquid.v1beta1.MsgEnableTokenizeShares',
  (writer, message) => {
    writer.string(1, message.delegatorAddress)
    return writer
  },
  (fields) => ({ delegatorAddress: protoString(fields, 1) }),
)

export interface MsgEnableTokenizeSharesResponse {
  readonly completionTime: bigint
}
export const MsgEnableTokenizeSharesResponse: Codec<MsgEnableTokenizeSharesResponse> = codec(
  'gaia.liquid.v1beta1.MsgEnableTokenizeSharesResponse',
  (writer, message) => {
    writer.message(1, timestampWriter(message.completionTime))
    return writer
  },
  (fields) => ({ completionTime: protoTime(fields, 1) }),
)

export interface MsgWithdrawTokenizeShareRecordReward {
  readonly ownerAddress: string
  readonly recordId: bigint
}
export const MsgWithdrawTokenizeShareRecordReward: Codec<MsgWithdrawTokenizeShareRecordReward> = codec(
  'gaia.liquid.v1beta1.MsgWithdrawTokenizeShareRecordReward',
  (writer, message) => {
    writer.string(1, message.ownerAddress)
    writer.uint64(2, message.recordId)
    return writer
  },
  (fields) => ({ ownerAddress: protoString(fields, 1), recordId: protoUint64(fields, 2) }),
)

export const MsgWithdrawTokenizeShareRecordRewardResponse: Codec<object> = codec(
  'gaia.liquid.v1beta1.MsgWithdrawTokenizeShareRecordRewardResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgWithdrawAllTokenizeShareRecordReward {
  readonly ownerAddress: string
}
export const MsgWithdrawAllTokenizeShareRecordReward: Codec<MsgWithdrawAllTokenizeShareRecordReward> = codec(
  'gaia.liquid.v1beta1.MsgWithdrawAllTokenizeShareRecordReward',
  (writer, message) => {
    writer.string(1, message.ownerAddress)
    return writer
  },
  (fields) => ({ ownerAddress: protoString(fields, 1) }),
)

export const MsgWithdrawAllTokenizeShareRecordRewardResponse: Codec<object> = codec(
  'gaia.liquid.v1beta1.MsgWithdrawAllTokenizeShareRecordRewardResponse',
  (writer) => writer,
  () => ({}),
)

export const QueryParamsRequest: Codec<object> = codec(
  'gaia.liquid.v1beta1.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'gaia.liquid.v1beta1.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export interface QueryLiquidValidatorRequest {
  readonly validatorAddr: string
}
export const QueryLiquidValidatorRequest: Codec<QueryLiquidValidatorRequest> = codec(
  'gaia.liquid.v1beta1.QueryLiquidValidatorRequest',
  (writer, message) => {
    writer.string(1, message.validatorAddr)
    return writer
  },
  (fields) => ({ validatorAddr: protoString(fields, 1) }),
)

export interface QueryLiquidValidatorResponse {
  readonly liquidValidator: LiquidValidator
}
export const QueryLiquidValidatorResponse: Codec<QueryLiquidValidatorResponse> = codec(
  'gaia.liquid.v1beta1.QueryLiquidValidatorResponse',
  (writer, message) => {
    writer.message(1, LiquidValidator.encode(message.liquidValidator))
    return writer
  },
  (fields) => ({ liquidValidator: one(fields, 1, LiquidValidator) }),
)

export interface QueryTokenizeShareRecordByIdRequest {
  readonly id: bigint
}
export const QueryTokenizeShareRecordByIdRequest: Codec<QueryTokenizeShareRecordByIdRequest> = codec(
  'gaia.liquid.v1beta1.QueryTokenizeShareRecordByIdRequest',
  (writer, message) => {
    writer.uint64(1, message.id)
    return writer
  },
  (fields) => ({ id: protoUint64(fields, 1) }),
)

export interface QueryTokenizeShareRecordByIdResponse {
  readonly record: TokenizeShareRecord
}
export const QueryTokenizeShareRecordByIdResponse: Codec<QueryTokenizeShareRecordByIdResponse> = codec(
  'gaia.liquid.v1beta1.QueryTokenizeShareRecordByIdResponse',
  (writer, message) => {
    writer.message(1, TokenizeShareRecord.encode(message.record))
    return writer
  },
  (fields) => ({ record: one(fields, 1, TokenizeShareRecord) }),
)

export interface QueryTokenizeShareRecordByDenomRequest {
  readonly denom: string
}
export const QueryTokenizeShareRecordByDenomRequest: Codec<QueryTokenizeShareRecordByDenomRequest> = codec(
  'gaia.liquid.v1beta1.QueryTokenizeShareRecordByDenomRequest',
  (writer, message) => {
    writer.string(1, message.denom)
    return writer
  },
  (fields) => ({ denom: protoString(fields, 1) }),
)

export interface QueryTokenizeShareRecordByDenomResponse {
  readonly record: TokenizeShareRecord
}
export const QueryTokenizeShareRecordByDenomResponse: Codec<QueryTokenizeShareRecordByDenomResponse> = codec(
  'gaia.liquid.v1beta1.QueryTokenizeShareRecordByDenomResponse',
  (writer, message) => {
    writer.message(1, TokenizeShareRecord.encode(message.record))
    return writer
  },
  (fields) => ({ record: one(fields, 1, TokenizeShareRecord) }),
)

export interface QueryTokenizeShareRecordsOwnedRequest {
  readonly owner: string
}
export const QueryTokenizeShareRecordsOwnedRequest: Codec<QueryTokenizeShareRecordsOwnedRequest> = codec(
  'gaia.liquid.v1beta1.QueryTokenizeShareRecordsOwnedRequest',
  (writer, message) => {
    writer.string(1, message.owner)
    return writer
  },
  (fields) => ({ owner: protoString(fields, 1) }),
)

export interface QueryTokenizeShareRecordsOwnedResponse {
  readonly records: readonly TokenizeShareRecord[]
}
export const QueryTokenizeShareRecordsOwnedResponse: Codec<QueryTokenizeShareRecordsOwnedResponse> = codec(
  'gaia.liquid.v1beta1.QueryTokenizeShareRecordsOwnedResponse',
  (writer, message) => {
    for (const each of message.records) writer.message(1, TokenizeShareRecord.encode(each))
    return writer
  },
  (fields) => ({ records: all(fields, 1, TokenizeShareRecord) }),
)

export const QueryLastTokenizeShareRecordIdRequest: Codec<object> = codec(
  'gaia.liquid.v1beta1.QueryLastTokenizeShareRecordIdRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryLastTokenizeShareRecordIdResponse {
  readonly id: bigint
}
export const QueryLastTokenizeShareRecordIdResponse: Codec<QueryLastTokenizeShareRecordIdResponse> = codec(
  'gaia.liquid.v1beta1.QueryLastTokenizeShareRecordIdResponse',
  (writer, message) => {
    writer.uint64(1, message.id)
    return writer
  },
  (fields) => ({ id: protoUint64(fields, 1) }),
)

export const QueryTotalLiquidStaked: Codec<object> = codec(
  'gaia.liquid.v1beta1.QueryTotalLiquidStaked',
  (writer) => writer,
  () => ({}),
)

export interface QueryTotalLiquidStakedResponse {
  readonly tokens: string
}
export const QueryTotalLiquidStakedResponse: Codec<QueryTotalLiquidStakedResponse> = codec(
  'gaia.liquid.v1beta1.QueryTotalLiquidStakedResponse',
  (writer, message) => {
    writer.string(1, message.tokens)
    return writer
  },
  (fields) => ({ tokens: protoString(fields, 1) }),
)

export interface QueryTokenizeShareLockInfo {
  readonly address: string
}
export const QueryTokenizeShareLockInfo: Codec<QueryTokenizeShareLockInfo> = codec(
  'gaia.liquid.v1beta1.QueryTokenizeShareLockInfo',
  (writer, message) => {
    writer.string(1, message.address)
    return writer
  },
  (fields) => ({ address: protoString(fields, 1) }),
)

export interface QueryTokenizeShareLockInfoResponse {
  readonly status: string
  readonly expirationTime: string
}
export const QueryTokenizeShareLockInfoResponse: Codec<QueryTokenizeShareLockInfoResponse> = codec(
  'gaia.liquid.v1beta1.QueryTokenizeShareLockInfoResponse',
  (writer, message) => {
    writer.string(1, message.status)
    writer.string(2, message.expirationTime)
    return writer
  },
  (fields) => ({ status: protoString(fields, 1), expirationTime: protoString(fields, 2) }),
)
