// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_CIRCUIT_V1: PackageTable = {
  messages: {
    QueryAccountRequest: 'address string 1',
    AccountResponse: 'permission .Permissions? 1',
    QueryAccountsRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    AccountsResponse: 'accounts .GenesisAccountPermissions[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryDisabledListRequest: '',
    DisabledListResponse: 'disabled_list string[] 1',
    MsgAuthorizeCircuitBreaker: 'granter string 1, grantee string 2, permissions .Permissions? 3',
    MsgAuthorizeCircuitBreakerResponse: 'success bool 1',
    MsgTripCircuitBreaker: 'authority string 1, msg_type_urls string[] 2',
    MsgTripCircuitBreakerResponse: 'success bool 1',
    MsgResetCircuitBreaker: 'authority string 1, msg_type_urls string[] 3',
    MsgResetCircuitBreakerResponse: 'success bool 1',
    Permissions: 'level .Permissions.Level 1, limit_type_urls string[] 2',
    GenesisAccountPermissions: 'address string 1, permissions .Permissions? 2',
    GenesisState: 'account_permissions .GenesisAccountPermissions[] 1, disabled_type_urls string[] 2',
  },
  enums: { 'Permissions.Level': 'LEVEL_NONE_UNSPECIFIED 0, LEVEL_SOME_MSGS 1, LEVEL_ALL_MSGS 2, LEVEL_SUPER_ADMIN 3' },
  services: {
    Query:
      'Account .QueryAccountRequest .AccountResponse, Accounts .QueryAccountsRequest .AccountsResponse, DisabledList .QueryDisabledListRequest .DisabledListResponse',
    Msg: 'AuthorizeCircuitBreaker .MsgAuthorizeCircuitBreaker .MsgAuthorizeCircuitBreakerResponse, TripCircuitBreaker .MsgTripCircuitBreaker .MsgTripCircuitBreakerResponse, ResetCircuitBreaker .MsgResetCircuitBreaker .MsgResetCircuitBreakerResponse',
  },
}
