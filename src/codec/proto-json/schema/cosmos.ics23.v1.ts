// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_ICS23_V1: PackageTable = {
  messages: {
    ExistenceProof: 'key bytes 1, value bytes 2, leaf .LeafOp? 3, path .InnerOp[] 4',
    NonExistenceProof: 'key bytes 1, left .ExistenceProof? 2, right .ExistenceProof? 3',
    CommitmentProof:
      'exist .ExistenceProof|proof 1, nonexist .NonExistenceProof|proof 2, batch .BatchProof|proof 3, compressed .CompressedBatchProof|proof 4',
    LeafOp: 'hash .HashOp 1, prehash_key .HashOp 2, prehash_value .HashOp 3, length .LengthOp 4, prefix bytes 5',
    InnerOp: 'hash .HashOp 1, prefix bytes 2, suffix bytes 3',
    ProofSpec:
      'leaf_spec .LeafOp? 1, inner_spec .InnerSpec? 2, max_depth int32 3, min_depth int32 4, prehash_key_before_comparison bool 5',
    InnerSpec:
      'child_order int32[] 1, child_size int32 2, min_prefix_length int32 3, max_prefix_length int32 4, empty_child bytes 5, hash .HashOp 6',
    BatchProof: 'entries .BatchEntry[] 1',
    BatchEntry: 'exist .ExistenceProof|proof 1, nonexist .NonExistenceProof|proof 2',
    CompressedBatchProof: 'entries .CompressedBatchEntry[] 1, lookup_inners .InnerOp[] 2',
    CompressedBatchEntry: 'exist .CompressedExistenceProof|proof 1, nonexist .CompressedNonExistenceProof|proof 2',
    CompressedExistenceProof: 'key bytes 1, value bytes 2, leaf .LeafOp? 3, path int32[] 4',
    CompressedNonExistenceProof: 'key bytes 1, left .CompressedExistenceProof? 2, right .CompressedExistenceProof? 3',
  },
  enums: {
    HashOp:
      'NO_HASH 0, SHA256 1, SHA512 2, KECCAK256 3, RIPEMD160 4, BITCOIN 5, SHA512_256 6, BLAKE2B_512 7, BLAKE2S_256 8, BLAKE3 9',
    LengthOp:
      'NO_PREFIX 0, VAR_PROTO 1, VAR_RLP 2, FIXED32_BIG 3, FIXED32_LITTLE 4, FIXED64_BIG 5, FIXED64_LITTLE 6, REQUIRE_32_BYTES 7, REQUIRE_64_BYTES 8',
  },
  services: {},
}
