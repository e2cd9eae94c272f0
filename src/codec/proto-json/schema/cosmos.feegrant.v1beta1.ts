// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_FEEGRANT_V1BETA1: PackageTable = {
  messages: {
    BasicAllowance: 'spend_limit cosmos.base.v1beta1.Coin[] 1, expiration google.protobuf.Timestamp? 2',
    PeriodicAllowance:
      'basic .BasicAllowance 1, period google.protobuf.Duration 2, period_spend_limit cosmos.base.v1beta1.Coin[] 3, period_can_spend cosmos.base.v1beta1.Coin[] 4, period_reset google.protobuf.Timestamp 5',
    AllowedMsgAllowance: 'allowance google.protobuf.Any? 1, allowed_messages string[] 2',
    Grant: 'granter string 1, grantee string 2, allowance google.protobuf.Any? 3',
    QueryAllowanceRequest: 'granter string 1, grantee string 2',
    QueryAllowanceResponse: 'allowance .Grant? 1',
    QueryAllowancesRequest: 'grantee string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryAllowancesResponse: 'allowances .Grant[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryAllowancesByGranterRequest: 'granter string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryAllowancesByGranterResponse: 'allowances .Grant[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    MsgGrantAllowance: 'granter string 1, grantee string 2, allowance google.protobuf.Any? 3',
    MsgGrantAllowanceResponse: '',
    MsgRevokeAllowance: 'granter string 1, grantee string 2',
    MsgRevokeAllowanceResponse: '',
    MsgPruneAllowances: 'pruner string 1',
    MsgPruneAllowancesResponse: '',
  },
  enums: {},
  services: {
    Query:
      'Allowance .QueryAllowanceRequest .QueryAllowanceResponse, Allowances .QueryAllowancesRequest .QueryAllowancesResponse, AllowancesByGranter .QueryAllowancesByGranterRequest .QueryAllowancesByGranterResponse',
    Msg: 'GrantAllowance .MsgGrantAllowance .MsgGrantAllowanceResponse, RevokeAllowance .MsgRevokeAllowance .MsgRevokeAllowanceResponse, PruneAllowances .MsgPruneAllowances .MsgPruneAllowancesResponse',
  },
}
