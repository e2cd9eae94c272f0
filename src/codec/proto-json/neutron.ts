import type { PackageTable } from './schema.js'

/** Packages that no published types have. Source: neutron proto (06e81b9f), cosmos-sdk v0.53.6 proto. */
export const NEUTRON_PACKAGES: Readonly<Record<string, PackageTable>> = {
  'neutron.contractmanager': {
    messages: {
      Params: 'sudo_call_gas_limit uint64 1',
      Failure: 'address string 1, id uint64 2, sudo_payload bytes 3, error string 4',
      MsgUpdateParams: 'authority string 1, params .Params 2',
      MsgUpdateParamsResponse: '',
      MsgResubmitFailure: 'sender string 1, failure_id uint64 2',
      MsgResubmitFailureResponse: '',
      QueryParamsRequest: '',
      QueryParamsResponse: 'params .Params 1',
      QueryFailureRequest: 'address string 1, failure_id uint64 2',
      QueryFailureResponse: 'failure .Failure 1',
      QueryFailuresRequest: 'address string 1, pagination cosmos.base.query.v1beta1.PageRequest? 3',
      QueryFailuresResponse: 'failures .Failure[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    },
    enums: {},
    services: {
      Query:
        'Params .QueryParamsRequest .QueryParamsResponse, AddressFailure .QueryFailureRequest .QueryFailureResponse, AddressFailures .QueryFailuresRequest .QueryFailuresResponse, Failures .QueryFailuresRequest .QueryFailuresResponse',
      Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse, ResubmitFailure .MsgResubmitFailure .MsgResubmitFailureResponse',
    },
  },
  'cosmos.crypto.secp256r1': { messages: { PubKey: 'key bytes 1' }, enums: {}, services: {} },
}
