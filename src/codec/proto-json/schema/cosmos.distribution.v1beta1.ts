// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_DISTRIBUTION_V1BETA1: PackageTable = {
  messages: {
    Params:
      'community_tax string 1, base_proposer_reward string 2, bonus_proposer_reward string 3, withdraw_addr_enabled bool 4',
    ValidatorHistoricalRewards: 'cumulative_reward_ratio cosmos.base.v1beta1.DecCoin[] 1, reference_count uint32 2',
    ValidatorCurrentRewards: 'rewards cosmos.base.v1beta1.DecCoin[] 1, period uint64 2',
    ValidatorAccumulatedCommission: 'commission cosmos.base.v1beta1.DecCoin[] 1',
    ValidatorOutstandingRewards: 'rewards cosmos.base.v1beta1.DecCoin[] 1',
    ValidatorSlashEvent: 'validator_period uint64 1, fraction string 2',
    ValidatorSlashEvents: 'validator_slash_events .ValidatorSlashEvent[] 1',
    FeePool: 'community_pool cosmos.base.v1beta1.DecCoin[] 1',
    CommunityPoolSpendProposal:
      'title string 1, description string 2, recipient string 3, amount cosmos.base.v1beta1.Coin[] 4',
    DelegatorStartingInfo: 'previous_period uint64 1, stake string 2, height uint64 3',
    DelegationDelegatorReward: 'validator_address string 1, reward cosmos.base.v1beta1.DecCoin[] 2',
    CommunityPoolSpendProposalWithDeposit:
      'title string 1, description string 2, recipient string 3, amount string 4, deposit string 5',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    QueryValidatorDistributionInfoRequest: 'validator_address string 1',
    QueryValidatorDistributionInfoResponse:
      'operator_address string 1, self_bond_rewards cosmos.base.v1beta1.DecCoin[] 2, commission cosmos.base.v1beta1.DecCoin[] 3',
    QueryValidatorOutstandingRewardsRequest: 'validator_address string 1',
    QueryValidatorOutstandingRewardsResponse: 'rewards .ValidatorOutstandingRewards 1',
    QueryValidatorCommissionRequest: 'validator_address string 1',
    QueryValidatorCommissionResponse: 'commission .ValidatorAccumulatedCommission 1',
    QueryValidatorSlashesRequest:
      'validator_address string 1, starting_height uint64 2, ending_height uint64 3, pagination cosmos.base.query.v1beta1.PageRequest? 4',
    QueryValidatorSlashesResponse:
      'slashes .ValidatorSlashEvent[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryDelegationRewardsRequest: 'delegator_address string 1, validator_address string 2',
    QueryDelegationRewardsResponse: 'rewards cosmos.base.v1beta1.DecCoin[] 1',
    QueryDelegationTotalRewardsRequest: 'delegator_address string 1',
    QueryDelegationTotalRewardsResponse:
      'rewards .DelegationDelegatorReward[] 1, total cosmos.base.v1beta1.DecCoin[] 2',
    QueryDelegatorValidatorsRequest: 'delegator_address string 1',
    QueryDelegatorValidatorsResponse: 'validators string[] 1',
    QueryDelegatorWithdrawAddressRequest: 'delegator_address string 1',
    QueryDelegatorWithdrawAddressResponse: 'withdraw_address string 1',
    QueryCommunityPoolRequest: '',
    QueryCommunityPoolResponse: 'pool cosmos.base.v1beta1.DecCoin[] 1',
    MsgSetWithdrawAddress: 'delegator_address string 1, withdraw_address string 2',
    MsgSetWithdrawAddressResponse: '',
    MsgWithdrawDelegatorReward: 'delegator_address string 1, validator_address string 2',
    MsgWithdrawDelegatorRewardResponse: 'amount cosmos.base.v1beta1.Coin[] 1',
    MsgWithdrawValidatorCommission: 'validator_address string 1',
    MsgWithdrawValidatorCommissionResponse: 'amount cosmos.base.v1beta1.Coin[] 1',
    MsgFundCommunityPool: 'amount cosmos.base.v1beta1.Coin[] 1, depositor string 2',
    MsgFundCommunityPoolResponse: '',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    MsgCommunityPoolSpend: 'authority string 1, recipient string 2, amount cosmos.base.v1beta1.Coin[] 3',
    MsgCommunityPoolSpendResponse: '',
    MsgDepositValidatorRewardsPool:
      'depositor string 1, validator_address string 2, amount cosmos.base.v1beta1.Coin[] 3',
    MsgDepositValidatorRewardsPoolResponse: '',
  },
  enums: {},
  services: {
    Query:
      'Params .QueryParamsRequest .QueryParamsResponse, ValidatorDistributionInfo .QueryValidatorDistributionInfoRequest .QueryValidatorDistributionInfoResponse, ValidatorOutstandingRewards .QueryValidatorOutstandingRewardsRequest .QueryValidatorOutstandingRewardsResponse, ValidatorCommission .QueryValidatorCommissionRequest .QueryValidatorCommissionResponse, ValidatorSlashes .QueryValidatorSlashesRequest .QueryValidatorSlashesResponse, DelegationRewards .QueryDelegationRewardsRequest .QueryDelegationRewardsResponse, DelegationTotalRewards .QueryDelegationTotalRewardsRequest .QueryDelegationTotalRewardsResponse, DelegatorValidators .QueryDelegatorValidatorsRequest .QueryDelegatorValidatorsResponse, DelegatorWithdrawAddress .QueryDelegatorWithdrawAddressRequest .QueryDelegatorWithdrawAddressResponse, CommunityPool .QueryCommunityPoolRequest .QueryCommunityPoolResponse',
    Msg: 'SetWithdrawAddress .MsgSetWithdrawAddress .MsgSetWithdrawAddressResponse, WithdrawDelegatorReward .MsgWithdrawDelegatorReward .MsgWithdrawDelegatorRewardResponse, WithdrawValidatorCommission .MsgWithdrawValidatorCommission .MsgWithdrawValidatorCommissionResponse, FundCommunityPool .MsgFundCommunityPool .MsgFundCommunityPoolResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse, CommunityPoolSpend .MsgCommunityPoolSpend .MsgCommunityPoolSpendResponse, DepositValidatorRewardsPool .MsgDepositValidatorRewardsPool .MsgDepositValidatorRewardsPoolResponse',
  },
}
