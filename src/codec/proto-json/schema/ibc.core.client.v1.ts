// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_CORE_CLIENT_V1: PackageTable = {
  messages: {
    IdentifiedClientState: 'client_id string 1, client_state google.protobuf.Any? 2',
    ConsensusStateWithHeight: 'height .Height 1, consensus_state google.protobuf.Any? 2',
    ClientConsensusStates: 'client_id string 1, consensus_states .ConsensusStateWithHeight[] 2',
    Height: 'revision_number uint64 1, revision_height uint64 2',
    Params: 'allowed_clients string[] 1',
    QueryClientStateRequest: 'client_id string 1',
    QueryClientStateResponse: 'client_state google.protobuf.Any? 1, proof bytes 2, proof_height .Height 3',
    QueryClientStatesRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QueryClientStatesResponse:
      'client_states .IdentifiedClientState[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryConsensusStateRequest:
      'client_id string 1, revision_number uint64 2, revision_height uint64 3, latest_height bool 4',
    QueryConsensusStateResponse: 'consensus_state google.protobuf.Any? 1, proof bytes 2, proof_height .Height 3',
    QueryConsensusStatesRequest: 'client_id string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryConsensusStatesResponse:
      'consensus_states .ConsensusStateWithHeight[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryConsensusStateHeightsRequest: 'client_id string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryConsensusStateHeightsResponse:
      'consensus_state_heights .Height[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryClientStatusRequest: 'client_id string 1',
    QueryClientStatusResponse: 'status string 1',
    QueryClientParamsRequest: '',
    QueryClientParamsResponse: 'params .Params? 1',
    QueryClientCreatorRequest: 'client_id string 1',
    QueryClientCreatorResponse: 'creator string 1',
    QueryUpgradedClientStateRequest: '',
    QueryUpgradedClientStateResponse: 'upgraded_client_state google.protobuf.Any? 1',
    QueryUpgradedConsensusStateRequest: '',
    QueryUpgradedConsensusStateResponse: 'upgraded_consensus_state google.protobuf.Any? 1',
    QueryVerifyMembershipRequest:
      'client_id string 1, proof bytes 2, proof_height .Height 3, value bytes 5, time_delay uint64 6, block_delay uint64 7, merkle_path ibc.core.commitment.v2.MerklePath 8',
    QueryVerifyMembershipResponse: 'success bool 1',
    MsgCreateClient: 'client_state google.protobuf.Any? 1, consensus_state google.protobuf.Any? 2, signer string 3',
    MsgCreateClientResponse: 'client_id string 1',
    MsgUpdateClient: 'client_id string 1, client_message google.protobuf.Any? 2, signer string 3',
    MsgUpdateClientResponse: '',
    MsgUpgradeClient:
      'client_id string 1, client_state google.protobuf.Any? 2, consensus_state google.protobuf.Any? 3, proof_upgrade_client bytes 4, proof_upgrade_consensus_state bytes 5, signer string 6',
    MsgUpgradeClientResponse: '',
    MsgSubmitMisbehaviour: 'client_id string 1, misbehaviour google.protobuf.Any? 2, signer string 3',
    MsgSubmitMisbehaviourResponse: '',
    MsgRecoverClient: 'subject_client_id string 1, substitute_client_id string 2, signer string 3',
    MsgRecoverClientResponse: '',
    MsgIBCSoftwareUpgrade:
      'plan cosmos.upgrade.v1beta1.Plan 1, upgraded_client_state google.protobuf.Any? 2, signer string 3',
    MsgIBCSoftwareUpgradeResponse: '',
    MsgUpdateParams: 'signer string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    MsgDeleteClientCreator: 'client_id string 1, signer string 2',
    MsgDeleteClientCreatorResponse: '',
  },
  enums: {},
  services: {
    Query:
      'ClientState .QueryClientStateRequest .QueryClientStateResponse, ClientStates .QueryClientStatesRequest .QueryClientStatesResponse, ConsensusState .QueryConsensusStateRequest .QueryConsensusStateResponse, ConsensusStates .QueryConsensusStatesRequest .QueryConsensusStatesResponse, ConsensusStateHeights .QueryConsensusStateHeightsRequest .QueryConsensusStateHeightsResponse, ClientStatus .QueryClientStatusRequest .QueryClientStatusResponse, ClientParams .QueryClientParamsRequest .QueryClientParamsResponse, ClientCreator .QueryClientCreatorRequest .QueryClientCreatorResponse, UpgradedClientState .QueryUpgradedClientStateRequest .QueryUpgradedClientStateResponse, UpgradedConsensusState .QueryUpgradedConsensusStateRequest .QueryUpgradedConsensusStateResponse, VerifyMembership .QueryVerifyMembershipRequest .QueryVerifyMembershipResponse',
    Msg: 'CreateClient .MsgCreateClient .MsgCreateClientResponse, UpdateClient .MsgUpdateClient .MsgUpdateClientResponse, UpgradeClient .MsgUpgradeClient .MsgUpgradeClientResponse, SubmitMisbehaviour .MsgSubmitMisbehaviour .MsgSubmitMisbehaviourResponse, RecoverClient .MsgRecoverClient .MsgRecoverClientResponse, IBCSoftwareUpgrade .MsgIBCSoftwareUpgrade .MsgIBCSoftwareUpgradeResponse, UpdateClientParams .MsgUpdateParams .MsgUpdateParamsResponse, DeleteClientCreator .MsgDeleteClientCreator .MsgDeleteClientCreatorResponse',
  },
}
