// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_CORE_CONNECTION_V1: PackageTable = {
  messages: {
    ConnectionEnd:
      'client_id string 1, versions .Version[] 2, state .State 3, counterparty .Counterparty 4, delay_period uint64 5',
    IdentifiedConnection:
      'id string 1, client_id string 2, versions .Version[] 3, state .State 4, counterparty .Counterparty 5, delay_period uint64 6',
    Counterparty: 'client_id string 1, connection_id string 2, prefix ibc.core.commitment.v1.MerklePrefix 3',
    ClientPaths: 'paths string[] 1',
    ConnectionPaths: 'client_id string 1, paths string[] 2',
    Version: 'identifier string 1, features string[] 2',
    Params: 'max_expected_time_per_block uint64 1',
    QueryConnectionRequest: 'connection_id string 1',
    QueryConnectionResponse: 'connection .ConnectionEnd? 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    QueryConnectionsRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QueryConnectionsResponse:
      'connections .IdentifiedConnection[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2, height ibc.core.client.v1.Height 3',
    QueryClientConnectionsRequest: 'client_id string 1',
    QueryClientConnectionsResponse:
      'connection_paths string[] 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    QueryConnectionClientStateRequest: 'connection_id string 1',
    QueryConnectionClientStateResponse:
      'identified_client_state ibc.core.client.v1.IdentifiedClientState? 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    QueryConnectionConsensusStateRequest: 'connection_id string 1, revision_number uint64 2, revision_height uint64 3',
    QueryConnectionConsensusStateResponse:
      'consensus_state google.protobuf.Any? 1, client_id string 2, proof bytes 3, proof_height ibc.core.client.v1.Height 4',
    QueryConnectionParamsRequest: '',
    QueryConnectionParamsResponse: 'params .Params? 1',
    MsgConnectionOpenInit:
      'client_id string 1, counterparty .Counterparty 2, version .Version? 3, delay_period uint64 4, signer string 5',
    MsgConnectionOpenInitResponse: '',
    MsgConnectionOpenTry:
      'client_id string 1, previous_connection_id string 2, client_state google.protobuf.Any? 3, counterparty .Counterparty 4, delay_period uint64 5, counterparty_versions .Version[] 6, proof_height ibc.core.client.v1.Height 7, proof_init bytes 8, proof_client bytes 9, proof_consensus bytes 10, consensus_height ibc.core.client.v1.Height 11, signer string 12, host_consensus_state_proof bytes 13',
    MsgConnectionOpenTryResponse: '',
    MsgConnectionOpenAck:
      'connection_id string 1, counterparty_connection_id string 2, version .Version? 3, client_state google.protobuf.Any? 4, proof_height ibc.core.client.v1.Height 5, proof_try bytes 6, proof_client bytes 7, proof_consensus bytes 8, consensus_height ibc.core.client.v1.Height 9, signer string 10, host_consensus_state_proof bytes 11',
    MsgConnectionOpenAckResponse: '',
    MsgConnectionOpenConfirm:
      'connection_id string 1, proof_ack bytes 2, proof_height ibc.core.client.v1.Height 3, signer string 4',
    MsgConnectionOpenConfirmResponse: '',
    MsgUpdateParams: 'signer string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
  },
  enums: { State: 'STATE_UNINITIALIZED_UNSPECIFIED 0, STATE_INIT 1, STATE_TRYOPEN 2, STATE_OPEN 3' },
  services: {
    Query:
      'Connection .QueryConnectionRequest .QueryConnectionResponse, Connections .QueryConnectionsRequest .QueryConnectionsResponse, ClientConnections .QueryClientConnectionsRequest .QueryClientConnectionsResponse, ConnectionClientState .QueryConnectionClientStateRequest .QueryConnectionClientStateResponse, ConnectionConsensusState .QueryConnectionConsensusStateRequest .QueryConnectionConsensusStateResponse, ConnectionParams .QueryConnectionParamsRequest .QueryConnectionParamsResponse',
    Msg: 'ConnectionOpenInit .MsgConnectionOpenInit .MsgConnectionOpenInitResponse, ConnectionOpenTry .MsgConnectionOpenTry .MsgConnectionOpenTryResponse, ConnectionOpenAck .MsgConnectionOpenAck .MsgConnectionOpenAckResponse, ConnectionOpenConfirm .MsgConnectionOpenConfirm .MsgConnectionOpenConfirmResponse, UpdateConnectionParams .MsgUpdateParams .MsgUpdateParamsResponse',
  },
}
