// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_AUTHZ_V1BETA1: PackageTable = {
  messages: {
    GenericAuthorization: 'msg string 1',
    Grant: 'authorization google.protobuf.Any? 1, expiration google.protobuf.Timestamp? 2',
    GrantAuthorization:
      'granter string 1, grantee string 2, authorization google.protobuf.Any? 3, expiration google.protobuf.Timestamp? 4',
    GrantQueueItem: 'msg_type_urls string[] 1',
    QueryGrantsRequest:
      'granter string 1, grantee string 2, msg_type_url string 3, pagination cosmos.base.query.v1beta1.PageRequest? 4',
    QueryGrantsResponse: 'grants .Grant[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryGranterGrantsRequest: 'granter string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryGranterGrantsResponse: 'grants .GrantAuthorization[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryGranteeGrantsRequest: 'grantee string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryGranteeGrantsResponse: 'grants .GrantAuthorization[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    MsgGrant: 'granter string 1, grantee string 2, grant .Grant 3',
    MsgGrantResponse: '',
    MsgExec: 'grantee string 1, msgs google.protobuf.Any[] 2',
    MsgExecResponse: 'results bytes[] 1',
    MsgRevoke: 'granter string 1, grantee string 2, msg_type_url string 3',
    MsgRevokeResponse: '',
  },
  enums: {},
  services: {
    Query:
      'Grants .QueryGrantsRequest .QueryGrantsResponse, GranterGrants .QueryGranterGrantsRequest .QueryGranterGrantsResponse, GranteeGrants .QueryGranteeGrantsRequest .QueryGranteeGrantsResponse',
    Msg: 'Grant .MsgGrant .MsgGrantResponse, Exec .MsgExec .MsgExecResponse, Revoke .MsgRevoke .MsgRevokeResponse',
  },
}
