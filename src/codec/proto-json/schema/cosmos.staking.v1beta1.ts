// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_STAKING_V1BETA1: PackageTable = {
  messages: {
    HistoricalInfo: 'header tendermint.types.Header 1, valset .Validator[] 2',
    CommissionRates: 'rate string 1, max_rate string 2, max_change_rate string 3',
    Commission: 'commission_rates .CommissionRates 1, update_time google.protobuf.Timestamp 2',
    Description: 'moniker string 1, identity string 2, website string 3, security_contact string 4, details string 5',
    Validator:
      'operator_address string 1, consensus_pubkey google.protobuf.Any? 2, jailed bool 3, status .BondStatus 4, tokens string 5, delegator_shares string 6, description .Description 7, unbonding_height int64 8, unbonding_time google.protobuf.Timestamp 9, commission .Commission 10, min_self_delegation string 11, unbonding_on_hold_ref_count int64 12, unbonding_ids uint64[] 13',
    ValAddresses: 'addresses string[] 1',
    DVPair: 'delegator_address string 1, validator_address string 2',
    DVPairs: 'pairs .DVPair[] 1',
    DVVTriplet: 'delegator_address string 1, validator_src_address string 2, validator_dst_address string 3',
    DVVTriplets: 'triplets .DVVTriplet[] 1',
    Delegation: 'delegator_address string 1, validator_address string 2, shares string 3',
    UnbondingDelegation:
      'delegator_address string 1, validator_address string 2, entries .UnbondingDelegationEntry[] 3',
    UnbondingDelegationEntry:
      'creation_height int64 1, completion_time google.protobuf.Timestamp 2, initial_balance string 3, balance string 4, unbonding_id uint64 5, unbonding_on_hold_ref_count int64 6',
    RedelegationEntry:
      'creation_height int64 1, completion_time google.protobuf.Timestamp 2, initial_balance string 3, shares_dst string 4, unbonding_id uint64 5, unbonding_on_hold_ref_count int64 6',
    Redelegation:
      'delegator_address string 1, validator_src_address string 2, validator_dst_address string 3, entries .RedelegationEntry[] 4',
    Params:
      'unbonding_time google.protobuf.Duration 1, max_validators uint32 2, max_entries uint32 3, historical_entries uint32 4, bond_denom string 5, min_commission_rate string 6',
    DelegationResponse: 'delegation .Delegation 1, balance cosmos.base.v1beta1.Coin 2',
    RedelegationEntryResponse: 'redelegation_entry .RedelegationEntry 1, balance string 4',
    RedelegationResponse: 'redelegation .Redelegation 1, entries .RedelegationEntryResponse[] 2',
    Pool: 'not_bonded_tokens string 1, bonded_tokens string 2',
    ValidatorUpdates: 'updates tendermint.abci.ValidatorUpdate[] 1',
    QueryValidatorsRequest: 'status string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryValidatorsResponse: 'validators .Validator[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryValidatorRequest: 'validator_addr string 1',
    QueryValidatorResponse: 'validator .Validator 1',
    QueryValidatorDelegationsRequest: 'validator_addr string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryValidatorDelegationsResponse:
      'delegation_responses .DelegationResponse[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryValidatorUnbondingDelegationsRequest:
      'validator_addr string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryValidatorUnbondingDelegationsResponse:
      'unbonding_responses .UnbondingDelegation[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryDelegationRequest: 'delegator_addr string 1, validator_addr string 2',
    QueryDelegationResponse: 'delegation_response .DelegationResponse? 1',
    QueryUnbondingDelegationRequest: 'delegator_addr string 1, validator_addr string 2',
    QueryUnbondingDelegationResponse: 'unbond .UnbondingDelegation 1',
    QueryDelegatorDelegationsRequest: 'delegator_addr string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryDelegatorDelegationsResponse:
      'delegation_responses .DelegationResponse[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryDelegatorUnbondingDelegationsRequest:
      'delegator_addr string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryDelegatorUnbondingDelegationsResponse:
      'unbonding_responses .UnbondingDelegation[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryRedelegationsRequest:
      'delegator_addr string 1, src_validator_addr string 2, dst_validator_addr string 3, pagination cosmos.base.query.v1beta1.PageRequest? 4',
    QueryRedelegationsResponse:
      'redelegation_responses .RedelegationResponse[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryDelegatorValidatorsRequest: 'delegator_addr string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryDelegatorValidatorsResponse: 'validators .Validator[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryDelegatorValidatorRequest: 'delegator_addr string 1, validator_addr string 2',
    QueryDelegatorValidatorResponse: 'validator .Validator 1',
    QueryHistoricalInfoRequest: 'height int64 1',
    QueryHistoricalInfoResponse: 'hist .HistoricalInfo? 1',
    QueryPoolRequest: '',
    QueryPoolResponse: 'pool .Pool 1',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    MsgCreateValidator:
      'description .Description 1, commission .CommissionRates 2, min_self_delegation string 3, delegator_address string 4, validator_address string 5, pubkey google.protobuf.Any? 6, value cosmos.base.v1beta1.Coin 7',
    MsgCreateValidatorResponse: '',
    MsgEditValidator:
      'description .Description 1, validator_address string 2, commission_rate string 3, min_self_delegation string 4',
    MsgEditValidatorResponse: '',
    MsgDelegate: 'delegator_address string 1, validator_address string 2, amount cosmos.base.v1beta1.Coin 3',
    MsgDelegateResponse: '',
    MsgBeginRedelegate:
      'delegator_address string 1, validator_src_address string 2, validator_dst_address string 3, amount cosmos.base.v1beta1.Coin 4',
    MsgBeginRedelegateResponse: 'completion_time google.protobuf.Timestamp 1',
    MsgUndelegate: 'delegator_address string 1, validator_address string 2, amount cosmos.base.v1beta1.Coin 3',
    MsgUndelegateResponse: 'completion_time google.protobuf.Timestamp 1, amount cosmos.base.v1beta1.Coin 2',
    MsgCancelUnbondingDelegation:
      'delegator_address string 1, validator_address string 2, amount cosmos.base.v1beta1.Coin 3, creation_height int64 4',
    MsgCancelUnbondingDelegationResponse: '',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    StakeAuthorization:
      'max_tokens cosmos.base.v1beta1.Coin? 1, allow_list .StakeAuthorization.Validators|validators 2, deny_list .StakeAuthorization.Validators|validators 3, authorization_type .AuthorizationType 4',
    'StakeAuthorization.Validators': 'address string[] 1',
  },
  enums: {
    BondStatus: 'BOND_STATUS_UNSPECIFIED 0, BOND_STATUS_UNBONDED 1, BOND_STATUS_UNBONDING 2, BOND_STATUS_BONDED 3',
    AuthorizationType:
      'AUTHORIZATION_TYPE_UNSPECIFIED 0, AUTHORIZATION_TYPE_DELEGATE 1, AUTHORIZATION_TYPE_UNDELEGATE 2, AUTHORIZATION_TYPE_REDELEGATE 3, AUTHORIZATION_TYPE_CANCEL_UNBONDING_DELEGATION 4',
  },
  services: {
    Query:
      'Validators .QueryValidatorsRequest .QueryValidatorsResponse, Validator .QueryValidatorRequest .QueryValidatorResponse, ValidatorDelegations .QueryValidatorDelegationsRequest .QueryValidatorDelegationsResponse, ValidatorUnbondingDelegations .QueryValidatorUnbondingDelegationsRequest .QueryValidatorUnbondingDelegationsResponse, Delegation .QueryDelegationRequest .QueryDelegationResponse, UnbondingDelegation .QueryUnbondingDelegationRequest .QueryUnbondingDelegationResponse, DelegatorDelegations .QueryDelegatorDelegationsRequest .QueryDelegatorDelegationsResponse, DelegatorUnbondingDelegations .QueryDelegatorUnbondingDelegationsRequest .QueryDelegatorUnbondingDelegationsResponse, Redelegations .QueryRedelegationsRequest .QueryRedelegationsResponse, DelegatorValidators .QueryDelegatorValidatorsRequest .QueryDelegatorValidatorsResponse, DelegatorValidator .QueryDelegatorValidatorRequest .QueryDelegatorValidatorResponse, HistoricalInfo .QueryHistoricalInfoRequest .QueryHistoricalInfoResponse, Pool .QueryPoolRequest .QueryPoolResponse, Params .QueryParamsRequest .QueryParamsResponse',
    Msg: 'CreateValidator .MsgCreateValidator .MsgCreateValidatorResponse, EditValidator .MsgEditValidator .MsgEditValidatorResponse, Delegate .MsgDelegate .MsgDelegateResponse, BeginRedelegate .MsgBeginRedelegate .MsgBeginRedelegateResponse, Undelegate .MsgUndelegate .MsgUndelegateResponse, CancelUnbondingDelegation .MsgCancelUnbondingDelegation .MsgCancelUnbondingDelegationResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
