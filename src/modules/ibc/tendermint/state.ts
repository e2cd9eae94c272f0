import type { Context } from '../../../chain/index.js'
import { joinKeys, keyBytes, prefixEnd, PrefixStore, type Key, type KVIterator } from '../../../store/index.js'
import { ChainError, textOf, toUtf8 } from '../../../base/index.js'
import { height, heightText, parseHeight, selfHeight, type Height } from '../height.js'
import {
  clientPrefix,
  clientStateKey,
  consensusStateKey,
  consensusStatePath,
  heightKey,
  iterationPrefix,
  processedHeightKey,
  processedTimeKey,
  STORE,
  uint64Bytes,
  uint64Of,
} from '../keys.js'
import {
  decodeClientState,
  decodeConsensusState,
  encodeClientState,
  encodeConsensusState,
  type ClientState,
  type ConsensusState,
} from './types.js'

/** The state of a client under the chain's keys, with the reads and writes of the reference. Source: ibc-go v10 07-tendermint/store.go. */

export function getClientState(ctx: Context, id: string): ClientState | undefined {
  const bytes = ctx.store(STORE).get(clientStateKey(id))
  return bytes === undefined || bytes.length === 0 ? undefined : decodeClientState(bytes)
}
export function setClientState(ctx: Context, id: string, state: ClientState): void {
  ctx.store(STORE).set(clientStateKey(id), encodeClientState(state))
}

export const getConsensusState = (ctx: Context, id: string, at: Height): ConsensusState | undefined =>
  readConsensusState(ctx, consensusStateKey(id, at))

export function setConsensusState(ctx: Context, id: string, at: Height, state: ConsensusState): void {
  ctx.store(STORE).set(consensusStateKey(id, at), encodeConsensusState(state))
}

function readConsensusState(ctx: Context, key: Key): ConsensusState | undefined {
  const bytes = ctx.store(STORE).get(key)
  return bytes === undefined || bytes.length === 0 ? undefined : decodeConsensusState(bytes)
}

/** Stores when, and at which height of this chain, the client was updated to a height, and adds the height to the index. */
export function setMetadata(
  ctx: Context,
  id: string,
  at: Height,
  processed: { readonly height: Height; readonly time: bigint } = { height: selfHeight(ctx), time: ctx.block.time },
): void {
  const store = ctx.store(STORE)
  store.set(processedTimeKey(id, at), uint64Bytes(processed.time))
  store.set(processedHeightKey(id, at), toUtf8(heightText(processed.height)))
  store.set(joinKeys(iterationPrefix(id), heightKey(at)), toUtf8(consensusStatePath(at)))
}

export function processedTime(ctx: Context, id: string, at: Height): bigint | undefined {
  const bytes = ctx.store(STORE).get(processedTimeKey(id, at))
  return bytes === undefined || bytes.length === 0 ? undefined : uint64Of(bytes)
}
export function processedHeight(ctx: Context, id: string, at: Height): Height | undefined {
  const bytes = ctx.store(STORE).get(processedHeightKey(id, at))
  if (bytes === undefined || bytes.length === 0) return undefined
  try {
    return parseHeight(textOf(bytes))
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

/** Deletes a height. */
export function deleteConsensusState(ctx: Context, id: string, at: Height): void {
  const store = ctx.store(STORE)
  store.delete(consensusStateKey(id, at))
  store.delete(processedTimeKey(id, at))
  store.delete(processedHeightKey(id, at))
  store.delete(joinKeys(iterationPrefix(id), heightKey(at)))
}

/** The lowest height that the client knows; only the index is read. */
export function oldestHeight(ctx: Context, id: string): Height | undefined {
  const prefix = iterationPrefix(id)
  const rows = ctx.store(STORE).iterator(prefix, prefixEnd(prefix))
  if (!rows.valid) return undefined
  const at = keyBytes(rows.key).subarray(prefix.length)
  rows.close()
  return height(uint64Of(at.subarray(0, 8)), uint64Of(at.subarray(8, 16)))
}

/** The consensus state at the next higher known height. Source: `GetNextConsensusState` */
export function nextConsensusState(ctx: Context, id: string, at: Height): ConsensusState | undefined {
  const rows = index(ctx, id).iterator(heightKey(at))
  if (rows.valid && textOf(rows.value) === consensusStatePath(at)) rows.next()
  return indexed(ctx, id, rows)
}

/** The consensus state at the next lower known height. Source: `GetPreviousConsensusState` */
export const previousConsensusState = (ctx: Context, id: string, at: Height): ConsensusState | undefined =>
  indexed(ctx, id, index(ctx, id).reverseIterator(undefined, heightKey(at)))

/** The highest known height below another one: the trusted height for an update to that one. */
export function knownHeightBelow(ctx: Context, id: string, at: Height): Height | undefined {
  const rows = index(ctx, id).reverseIterator(undefined, heightKey(at))
  const known = rows.valid ? keyBytes(rows.key) : undefined
  rows.close()
  return known && height(uint64Of(known.subarray(0, 8)), uint64Of(known.subarray(8, 16)))
}

const index = (ctx: Context, id: string): PrefixStore => new PrefixStore(ctx.store(STORE), iterationPrefix(id))

function indexed(ctx: Context, id: string, rows: KVIterator): ConsensusState | undefined {
  const path = rows.valid ? rows.value : undefined
  rows.close()
  return path && readConsensusState(ctx, joinKeys(clientPrefix(id), Buffer.from(path).toString('latin1') as Key))
}
