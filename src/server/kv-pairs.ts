import { ProtoWriter } from '../codec/index.js'
import { keyBytes, type KVIterator } from '../store/index.js'

/** Entries of a store as `subspace` queries return them. Source: cosmos-sdk internal/kv `Pairs`. */
export const Pairs = {
  encode(rows: KVIterator): Uint8Array {
    const pairs = new ProtoWriter()
    for (; rows.valid; rows.next())
      pairs.message(1, new ProtoWriter().bytes(1, keyBytes(rows.key)).bytes(2, rows.value).finish())
    return pairs.finish()
  },
}
