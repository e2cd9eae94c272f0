// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_CONSENSUS_V1: PackageTable = {
  messages: {
    QueryParamsRequest: '',
    QueryParamsResponse: 'params tendermint.types.ConsensusParams? 1',
    MsgUpdateParams:
      'authority string 1, block tendermint.types.BlockParams? 2, evidence tendermint.types.EvidenceParams? 3, validator tendermint.types.ValidatorParams? 4, abci tendermint.types.ABCIParams? 5',
    MsgUpdateParamsResponse: '',
  },
  enums: {},
  services: {
    Query: 'Params .QueryParamsRequest .QueryParamsResponse',
    Msg: 'UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
