// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_CORE_CLIENT_V1: PackageTable = {
  messages: {
    IdentifiedClientState: 'client_id string 1, client_state google.protobuf.Any? 2',
    ConsensusStateWithHeight: 'height .Height 1, consensus_state google.protobuf.Any? 2',
    ClientConsensusStates: 'client_id string 1, consensus_states .ConsensusStateWithHeight[] 2',
    Height: 'revision_number uint64 1, revision_height uint64 2',
    Params: 'allowed_clients string[] 1',
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
    Msg: 'CreateClient .MsgCreateClient .MsgCreateClientResponse, UpdateClient .MsgUpdateClient .MsgUpdateClientResponse, UpgradeClient .MsgUpgradeClient .MsgUpgradeClientResponse, SubmitMisbehaviour .MsgSubmitMisbehaviour .MsgSubmitMisbehaviourResponse, RecoverClient .MsgRecoverClient .MsgRecoverClientResponse, IBCSoftwareUpgrade .MsgIBCSoftwareUpgrade .MsgIBCSoftwareUpgradeResponse, UpdateClientParams .MsgUpdateParams .MsgUpdateParamsResponse, DeleteClientCreator .MsgDeleteClientCreator .MsgDeleteClientCreatorResponse',
  },
}
