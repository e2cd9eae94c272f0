// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_MINT_V1BETA1: PackageTable = {
  messages: {
    Minter: 'inflation string 1, annual_provisions string 2',
    Params:
      'mint_denom string 1, inflation_rate_change string 2, inflation_max string 3, inflation_min string 4, goal_bonded string 5, blocks_per_year uint64 6',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    QueryInflationRequest: '',
    QueryInflationResponse: 'inflation bytes 1',
    QueryAnnualProvisionsRequest: '',
    QueryAnnualProvisionsResponse: 'annual_provisions bytes 1',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
  },
  enums: {},
  services: {
    Query:
      'Params .QueryParamsRequest .QueryParamsResponse, Inflation .QueryInflationRequest .QueryInflationResponse, AnnualProvisions .QueryAnnualProvisionsRequest .QueryAnnualProvisionsResponse',
    Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
