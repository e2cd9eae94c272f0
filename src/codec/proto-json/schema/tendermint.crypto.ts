// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const TENDERMINT_CRYPTO: PackageTable = {
  messages: {
    Proof: 'total int64 1, index int64 2, leaf_hash bytes 3, aunts bytes[] 4',
    ValueOp: 'key bytes 1, proof .Proof? 2',
    DominoOp: 'key string 1, input string 2, output string 3',
    ProofOp: 'type string 1, key bytes 2, data bytes 3',
    ProofOps: 'ops .ProofOp[] 1',
    PublicKey: 'ed25519 bytes|sum 1, secp256k1 bytes|sum 2',
  },
  enums: {},
  services: {},
}
