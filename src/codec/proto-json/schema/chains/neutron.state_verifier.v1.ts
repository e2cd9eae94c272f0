// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const NEUTRON_STATE_VERIFIER_V1: PackageTable = {
  messages: {
    ConsensusState: 'height int64 1, cs ibc.lightclients.tendermint.v1.ConsensusState? 2',
    GenesisState: 'states .ConsensusState[] 1',
    QueryVerifyStateValuesRequest: 'height uint64 1, storage_values neutron.interchainqueries.StorageValue[] 2',
    QueryVerifyStateValuesResponse: 'valid bool 1',
    QueryConsensusStateRequest: 'height uint64 1',
    QueryConsensusStateResponse: 'cs .ConsensusState? 2',
  },
  enums: {},
  services: {
    Query:
      'VerifyStateValues .QueryVerifyStateValuesRequest .QueryVerifyStateValuesResponse, QueryConsensusState .QueryConsensusStateRequest .QueryConsensusStateResponse',
  },
}
