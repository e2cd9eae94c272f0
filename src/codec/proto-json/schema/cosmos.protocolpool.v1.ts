// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_PROTOCOLPOOL_V1: PackageTable = {
  messages: {
    QueryCommunityPoolRequest: '',
    QueryCommunityPoolResponse: 'pool cosmos.base.v1beta1.Coin[] 1',
    QueryContinuousFundRequest: 'recipient string 1',
    QueryContinuousFundResponse: 'continuous_fund .ContinuousFund 1',
    QueryContinuousFundsRequest: '',
    QueryContinuousFundsResponse: 'continuous_funds .ContinuousFund[] 1',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    MsgFundCommunityPool: 'depositor string 1, amount cosmos.base.v1beta1.Coin[] 2',
    MsgFundCommunityPoolResponse: '',
    MsgCommunityPoolSpend: 'authority string 1, recipient string 2, amount cosmos.base.v1beta1.Coin[] 3',
    MsgCommunityPoolSpendResponse: '',
    MsgCreateContinuousFund:
      'authority string 1, recipient string 2, percentage string 3, expiry google.protobuf.Timestamp? 4',
    MsgCreateContinuousFundResponse: '',
    MsgCancelContinuousFund: 'authority string 1, recipient string 2',
    MsgCancelContinuousFundResponse:
      'canceled_time google.protobuf.Timestamp 1, canceled_height uint64 2, recipient string 3',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    ContinuousFund: 'recipient string 1, percentage string 2, expiry google.protobuf.Timestamp? 3',
    Params: 'enabled_distribution_denoms string[] 1, distribution_frequency uint64 2',
  },
  enums: {},
  services: {
    Query:
      'CommunityPool .QueryCommunityPoolRequest .QueryCommunityPoolResponse, ContinuousFund .QueryContinuousFundRequest .QueryContinuousFundResponse, ContinuousFunds .QueryContinuousFundsRequest .QueryContinuousFundsResponse, Params .QueryParamsRequest .QueryParamsResponse',
    Msg: 'FundCommunityPool .MsgFundCommunityPool .MsgFundCommunityPoolResponse, CommunityPoolSpend .MsgCommunityPoolSpend .MsgCommunityPoolSpendResponse, CreateContinuousFund .MsgCreateContinuousFund .MsgCreateContinuousFundResponse, CancelContinuousFund .MsgCancelContinuousFund .MsgCancelContinuousFundResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
