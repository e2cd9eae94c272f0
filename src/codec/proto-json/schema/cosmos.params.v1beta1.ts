// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_PARAMS_V1BETA1: PackageTable = {
  messages: {
    ParameterChangeProposal: 'title string 1, description string 2, changes .ParamChange[] 3',
    ParamChange: 'subspace string 1, key string 2, value string 3',
    QueryParamsRequest: 'subspace string 1, key string 2',
    QueryParamsResponse: 'param .ParamChange 1',
    QuerySubspacesRequest: '',
    QuerySubspacesResponse: 'subspaces .Subspace[] 1',
    Subspace: 'subspace string 1, keys string[] 2',
  },
  enums: {},
  services: {
    Query: 'Params .QueryParamsRequest .QueryParamsResponse, Subspaces .QuerySubspacesRequest .QuerySubspacesResponse',
  },
}
