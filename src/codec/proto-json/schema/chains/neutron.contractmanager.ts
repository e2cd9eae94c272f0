// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const NEUTRON_CONTRACTMANAGER: PackageTable = {
  messages: {
    Failure: 'address string 1, id uint64 2, sudo_payload bytes 3, error string 4',
    Params: 'sudo_call_gas_limit uint64 1',
    GenesisState: 'params .Params 1, failures_list .Failure[] 2',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    QueryFailuresRequest: 'address string 1, pagination cosmos.base.query.v1beta1.PageRequest? 3',
    QueryFailureRequest: 'address string 1, failure_id uint64 2',
    QueryFailureResponse: 'failure .Failure 1',
    QueryFailuresResponse: 'failures .Failure[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    MsgResubmitFailure: 'sender string 1, failure_id uint64 2',
    MsgResubmitFailureResponse: '',
  },
  enums: {},
  services: {
    Query:
      'Params .QueryParamsRequest .QueryParamsResponse, AddressFailure .QueryFailureRequest .QueryFailureResponse, AddressFailures .QueryFailuresRequest .QueryFailuresResponse, Failures .QueryFailuresRequest .QueryFailuresResponse',
    Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse, ResubmitFailure .MsgResubmitFailure .MsgResubmitFailureResponse',
  },
}
