// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_EVIDENCE_V1BETA1: PackageTable = {
  messages: {
    Equivocation: 'height int64 1, time google.protobuf.Timestamp 2, power int64 3, consensus_address string 4',
    QueryEvidenceRequest: 'evidence_hash bytes 1, hash string 2',
    QueryEvidenceResponse: 'evidence google.protobuf.Any? 1',
    QueryAllEvidenceRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QueryAllEvidenceResponse: 'evidence google.protobuf.Any[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    MsgSubmitEvidence: 'submitter string 1, evidence google.protobuf.Any? 2',
    MsgSubmitEvidenceResponse: 'hash bytes 4',
  },
  enums: {},
  services: {
    Query:
      'Evidence .QueryEvidenceRequest .QueryEvidenceResponse, AllEvidence .QueryAllEvidenceRequest .QueryAllEvidenceResponse',
    Msg: 'SubmitEvidence .MsgSubmitEvidence .MsgSubmitEvidenceResponse',
  },
}
