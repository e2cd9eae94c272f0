// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_APPLICATIONS_INTERCHAIN_ACCOUNTS_HOST_V1: PackageTable = {
  messages: {
    Params: 'host_enabled bool 1, allow_messages string[] 2',
    QueryRequest: 'path string 1, data bytes 2',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params? 1',
    MsgUpdateParams: 'signer string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    MsgModuleQuerySafe: 'signer string 1, requests .QueryRequest[] 2',
    MsgModuleQuerySafeResponse: 'height uint64 1, responses bytes[] 2',
  },
  enums: {},
  services: {
    Query: 'Params .QueryParamsRequest .QueryParamsResponse',
    Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse, ModuleQuerySafe .MsgModuleQuerySafe .MsgModuleQuerySafeResponse',
  },
}
