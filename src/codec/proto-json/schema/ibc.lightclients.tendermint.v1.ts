// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_LIGHTCLIENTS_TENDERMINT_V1: PackageTable = {
  messages: {
    ClientState:
      'chain_id string 1, trust_level .Fraction 2, trusting_period google.protobuf.Duration 3, unbonding_period google.protobuf.Duration 4, max_clock_drift google.protobuf.Duration 5, frozen_height ibc.core.client.v1.Height 6, latest_height ibc.core.client.v1.Height 7, proof_specs cosmos.ics23.v1.ProofSpec[] 8, upgrade_path string[] 9, allow_update_after_expiry bool 10, allow_update_after_misbehaviour bool 11',
    ConsensusState:
      'timestamp google.protobuf.Timestamp 1, root ibc.core.commitment.v1.MerkleRoot 2, next_validators_hash bytes 3',
    Misbehaviour: 'client_id string 1, header_1 .Header? 2, header_2 .Header? 3',
    Header:
      'signed_header tendermint.types.SignedHeader? 1, validator_set tendermint.types.ValidatorSet? 2, trusted_height ibc.core.client.v1.Height 3, trusted_validators tendermint.types.ValidatorSet? 4',
    Fraction: 'numerator uint64 1, denominator uint64 2',
  },
  enums: {},
  services: {},
}
