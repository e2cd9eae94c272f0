import type { PackageTable } from './schema.js'

/**
 * Packages of the Cosmos Hub that no registry has, written by hand: the Go proxy does not serve github.com/cosmos/gaia from v22 on. Their codecs are
 * generated from here. Source: gaia v28.0.0 proto/gaia.
 */
export const GAIA_PACKAGES: Readonly<Record<string, PackageTable>> = {
  'gaia.liquid.v1beta1': {
    messages: {
      Params: 'global_liquid_staking_cap string 8, validator_liquid_staking_cap string 9',
      TokenizeShareRecord: 'id uint64 1, owner string 2, module_account string 3, validator string 4',
      PendingTokenizeShareAuthorizations: 'addresses string[] 1',
      TokenizeShareRecordReward: 'record_id uint64 1, reward cosmos.base.v1beta1.DecCoin[] 2',
      LiquidValidator: 'operator_address string 1, liquid_shares string 3',
      TokenizeShareLock: 'address string 1, status string 2, completion_time google.protobuf.Timestamp 3',
      GenesisState:
        'params .Params 1, tokenize_share_records .TokenizeShareRecord[] 9, last_tokenize_share_record_id uint64 10, total_liquid_staked_tokens bytes 11, tokenize_share_locks .TokenizeShareLock[] 12',
      MsgUpdateParams: 'authority string 1, params .Params 2',
      MsgUpdateParamsResponse: '',
      MsgTokenizeShares:
        'delegator_address string 1, validator_address string 2, amount cosmos.base.v1beta1.Coin 3, tokenized_share_owner string 4',
      MsgTokenizeSharesResponse: 'amount cosmos.base.v1beta1.Coin 1',
      MsgRedeemTokensForShares: 'delegator_address string 1, amount cosmos.base.v1beta1.Coin 2',
      MsgRedeemTokensForSharesResponse: 'amount cosmos.base.v1beta1.Coin 1',
      MsgTransferTokenizeShareRecord: 'tokenize_share_record_id uint64 1, sender string 2, new_owner string 3',
      MsgTransferTokenizeShareRecordResponse: '',
      MsgDisableTokenizeShares: 'delegator_address string 1',
      MsgDisableTokenizeSharesResponse: '',
      MsgEnableTokenizeShares: 'delegator_address string 1',
      MsgEnableTokenizeSharesResponse: 'completion_time google.protobuf.Timestamp 1',
      MsgWithdrawTokenizeShareRecordReward: 'owner_address string 1, record_id uint64 2',
      MsgWithdrawTokenizeShareRecordRewardResponse: '',
      MsgWithdrawAllTokenizeShareRecordReward: 'owner_address string 1',
      MsgWithdrawAllTokenizeShareRecordRewardResponse: '',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      QueryLiquidValidatorRequest: 'validator_addr string 1',
      QueryLiquidValidatorResponse: 'liquid_validator .LiquidValidator 1',
      QueryTokenizeShareRecordByIdRequest: 'id uint64 1',
      QueryTokenizeShareRecordByIdResponse: 'record .TokenizeShareRecord 1',
      QueryTokenizeShareRecordByDenomRequest: 'denom string 1',
      QueryTokenizeShareRecordByDenomResponse: 'record .TokenizeShareRecord 1',
      QueryTokenizeShareRecordsOwnedRequest: 'owner string 1',
      QueryTokenizeShareRecordsOwnedResponse: 'records .TokenizeShareRecord[] 1',
      QueryLastTokenizeShareRecordIdRequest: '',
      QueryLastTokenizeShareRecordIdResponse: 'id uint64 1',
      QueryTotalLiquidStaked: '',
      QueryTotalLiquidStakedResponse: 'tokens string 1',
      QueryTokenizeShareLockInfo: 'address string 1',
      QueryTokenizeShareLockInfoResponse: 'status string 1, expiration_time string 2',
    },
    enums: {},
    services: {
      Query:
        'LiquidValidator .QueryLiquidValidatorRequest .QueryLiquidValidatorResponse, TokenizeShareRecordById .QueryTokenizeShareRecordByIdRequest .QueryTokenizeShareRecordByIdResponse, TokenizeShareRecordByDenom .QueryTokenizeShareRecordByDenomRequest .QueryTokenizeShareRecordByDenomResponse, TokenizeShareRecordsOwned .QueryTokenizeShareRecordsOwnedRequest .QueryTokenizeShareRecordsOwnedResponse, LastTokenizeShareRecordId .QueryLastTokenizeShareRecordIdRequest .QueryLastTokenizeShareRecordIdResponse, TotalLiquidStaked .QueryTotalLiquidStaked .QueryTotalLiquidStakedResponse, TokenizeShareLockInfo .QueryTokenizeShareLockInfo .QueryTokenizeShareLockInfoResponse, Params .QueryParamsRequest .QueryParamsResponse',
      Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse, TokenizeShares .MsgTokenizeShares .MsgTokenizeSharesResponse, RedeemTokensForShares .MsgRedeemTokensForShares .MsgRedeemTokensForSharesResponse, TransferTokenizeShareRecord .MsgTransferTokenizeShareRecord .MsgTransferTokenizeShareRecordResponse, DisableTokenizeShares .MsgDisableTokenizeShares .MsgDisableTokenizeSharesResponse, EnableTokenizeShares .MsgEnableTokenizeShares .MsgEnableTokenizeSharesResponse, WithdrawTokenizeShareRecordReward .MsgWithdrawTokenizeShareRecordReward .MsgWithdrawTokenizeShareRecordRewardResponse, WithdrawAllTokenizeShareRecordReward .MsgWithdrawAllTokenizeShareRecordReward .MsgWithdrawAllTokenizeShareRecordRewardResponse',
    },
  },
}
