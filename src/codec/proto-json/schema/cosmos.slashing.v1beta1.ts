// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_SLASHING_V1BETA1: PackageTable = {
  messages: {
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    QuerySigningInfoRequest: 'cons_address string 1',
    QuerySigningInfoResponse: 'val_signing_info .ValidatorSigningInfo 1',
    QuerySigningInfosRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QuerySigningInfosResponse: 'info .ValidatorSigningInfo[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    MsgUnjail: 'validator_addr string 1',
    MsgUnjailResponse: '',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    ValidatorSigningInfo:
      'address string 1, start_height int64 2, index_offset int64 3, jailed_until google.protobuf.Timestamp 4, tombstoned bool 5, missed_blocks_counter int64 6',
    Params:
      'signed_blocks_window int64 1, min_signed_per_window bytes 2, downtime_jail_duration google.protobuf.Duration 3, slash_fraction_double_sign bytes 4, slash_fraction_downtime bytes 5',
  },
  enums: {},
  services: {
    Query:
      'Params .QueryParamsRequest .QueryParamsResponse, SigningInfo .QuerySigningInfoRequest .QuerySigningInfoResponse, SigningInfos .QuerySigningInfosRequest .QuerySigningInfosResponse',
    Msg: 'Unjail .MsgUnjail .MsgUnjailResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
