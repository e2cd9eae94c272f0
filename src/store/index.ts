/** Key-value stores with branches, versions and proofs. */
export { DELETED, type BaseStore } from './base-store.js'
export type { ChangeSet } from './change-set.js'
export { Commitment, type ProvenValue } from './commitment.js'
export { IavlNode } from './iavl/node.js'
export { IavlTree } from './iavl/tree.js'
export { placeKey, type KeyPart, type KeyPlace } from './key-place.js'
export {
  asciiKey,
  byteKey,
  EMPTY_KEY,
  joinKeys,
  keyBytes,
  keyOf,
  lengthPrefixed,
  prefixEnd,
  textKey,
  uint64Key,
  type Key,
} from './key.js'
export type { KVIterator, KVStore } from './kv.js'
export { Layer } from './layer.js'
export { bytesOf, LazyBytes, type Value } from './lazy-bytes.js'
export type { Row } from './merged-rows.js'
export { MultiStore, Version, type StoreSnapshot, type Trees } from './multistore.js'
export { PrefixStore } from './prefix.js'
export { merkleProofBytes, type ProofOp } from './proof-ops.js'
