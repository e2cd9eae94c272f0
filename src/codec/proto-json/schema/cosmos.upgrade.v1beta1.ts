// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_UPGRADE_V1BETA1: PackageTable = {
  messages: {
    Plan: 'name string 1, time google.protobuf.Timestamp 2, height int64 3, info string 4, upgraded_client_state google.protobuf.Any? 5',
    SoftwareUpgradeProposal: 'title string 1, description string 2, plan .Plan 3',
    CancelSoftwareUpgradeProposal: 'title string 1, description string 2',
    ModuleVersion: 'name string 1, version uint64 2',
    QueryCurrentPlanRequest: '',
    QueryCurrentPlanResponse: 'plan .Plan? 1',
    QueryAppliedPlanRequest: 'name string 1',
    QueryAppliedPlanResponse: 'height int64 1',
    QueryUpgradedConsensusStateRequest: 'last_height int64 1',
    QueryUpgradedConsensusStateResponse: 'upgraded_consensus_state bytes 2',
    QueryModuleVersionsRequest: 'module_name string 1',
    QueryModuleVersionsResponse: 'module_versions .ModuleVersion[] 1',
    QueryAuthorityRequest: '',
    QueryAuthorityResponse: 'address string 1',
    MsgSoftwareUpgrade: 'authority string 1, plan .Plan 2',
    MsgSoftwareUpgradeResponse: '',
    MsgCancelUpgrade: 'authority string 1',
    MsgCancelUpgradeResponse: '',
  },
  enums: {},
  services: {
    Query:
      'CurrentPlan .QueryCurrentPlanRequest .QueryCurrentPlanResponse, AppliedPlan .QueryAppliedPlanRequest .QueryAppliedPlanResponse, UpgradedConsensusState .QueryUpgradedConsensusStateRequest .QueryUpgradedConsensusStateResponse, ModuleVersions .QueryModuleVersionsRequest .QueryModuleVersionsResponse, Authority .QueryAuthorityRequest .QueryAuthorityResponse',
    Msg: 'SoftwareUpgrade .MsgSoftwareUpgrade .MsgSoftwareUpgradeResponse, CancelUpgrade .MsgCancelUpgrade .MsgCancelUpgradeResponse',
  },
}
