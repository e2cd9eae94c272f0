import { anyBelow, below, type Context } from '../../chain/index.js'
import { joinKeys, keyBytes, type Key } from '../../store/index.js'
import type { InterchainQueriesKeeper } from './keeper.js'
import { processedOf, REMOVED_PREFIX, removedKey, STORE } from './keys.js'

const hasRemoved = anyBelow(STORE, REMOVED_PREFIX)

interface Removal {
  readonly id: bigint
  readonly hashes: readonly Key[]
  readonly complete: boolean
}

/** The first keys below a prefix, with the prefix removed. @param limit 0 for all */
function firstKeys(ctx: Context, prefix: Key, limit: bigint): { readonly keys: Key[]; readonly cut: boolean } {
  const rows = below(ctx.store(STORE), prefix).iterator()
  const keys: Key[] = []
  for (; rows.valid; rows.next()) {
    keys.push(rows.key)
    if (limit !== 0n && BigInt(keys.length) >= limit) break
  }
  const cut = rows.valid
  rows.close()
  return { keys, cut }
}

/**
 * Deletes hashes of transactions of removed queries, as many as the limit lets one block delete. A query whose hashes are exactly as many as
 * were left stays on the list for one more block. Source: neutron x/interchainqueries/keeper/keeper.go `TxQueriesCleanup`.
 */
export function cleanUp(keeper: InterchainQueriesKeeper, ctx: Context): void {
  const limit = keeper.params(ctx).txQueryRemovalLimit
  if (!hasRemoved(ctx)) return
  let left = limit
  const removals: Removal[] = []
  for (const key of firstKeys(ctx, REMOVED_PREFIX, limit).keys) {
    const id = Buffer.from(keyBytes(key)).readBigUInt64BE()
    const { keys: hashes, cut } = firstKeys(ctx, processedOf(id), left)
    removals.push({ id, hashes, complete: !cut })
    if (limit === 0n) continue
    left -= BigInt(hashes.length)
    if (left === 0n) break
  }
  const store = ctx.store(STORE)
  for (const { id, hashes, complete } of removals) {
    const prefix = processedOf(id)
    for (const hash of hashes) store.delete(joinKeys(prefix, hash))
    if (complete) store.delete(removedKey(id))
  }
}
