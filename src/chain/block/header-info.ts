import { sha256 } from '../../crypto/index.js'
import { concatBytes } from '../../base/index.js'
import { bytesOf, keyBytes, LazyBytes, uint64Key, type Value, type Version } from '../../store/index.js'
import { ContextKey, type BlockInfo } from '../context.js'
import type { Proposal } from './consensus-state.js'
import { NO_STATE, setHash } from './signed-block.js'

/** Parts of a block's header. Source: cosmossdk.io/core v0.11 header/service.go `Info`, comet/service.go `BlockInfo`. */
export interface HeaderInfo {
  /** App hash of the state before the block. Computed only when it is read. */
  readonly appHash: Value
  readonly nextValidatorsHash: Uint8Array
  /**
   * Hash by which modules know the block in progress. On a real chain that is the hash of its header, which commits to the transactions; here they
   * come after the begin blockers, so it is a hash of the height, the time and the state before.
   */
  readonly hash: Value
}

/** Set for begin blockers and transactions. */
export const HEADER_INFO = new ContextKey<HeaderInfo>('header info')

/** @param before the state before the block; undefined for the first block @param hash that the application is given instead of its own */
export function headerInfo(
  before: Version | undefined,
  { next }: Proposal,
  { height, time }: BlockInfo,
  hash?: Uint8Array,
): HeaderInfo {
  const state = before?.commitment
  const appHash = state === undefined ? NO_STATE : new LazyBytes(NO_STATE.length, () => state.hash)
  const numbers = [BigInt(height), time].map((number) => keyBytes(uint64Key(number)))
  return {
    appHash,
    nextValidatorsHash: setHash(next),
    hash: hash ?? new LazyBytes(32, () => sha256(concatBytes(...numbers, bytesOf(appHash)))),
  }
}
