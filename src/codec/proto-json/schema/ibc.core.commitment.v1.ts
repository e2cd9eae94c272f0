// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_CORE_COMMITMENT_V1: PackageTable = {
  messages: {
    MerkleRoot: 'hash bytes 1',
    MerklePrefix: 'key_prefix bytes 1',
    MerkleProof: 'proofs cosmos.ics23.v1.CommitmentProof[] 1',
  },
  enums: {},
  services: {},
}
