import { LazyBytes, type Value, type Version } from '../../store/index.js'
import { ContextKey } from '../context.js'
import type { Proposal } from './consensus-state.js'
import { NO_STATE, setHash } from './signed-block.js'

/** Parts of a block's header. Source: cosmossdk.io/core v0.11 header/service.go `Info`, comet/service.go `BlockInfo`. */
export interface HeaderInfo {
  /** App hash of the state before the block. Computed only when it is read. */
  readonly appHash: Value
  readonly nextValidatorsHash: Uint8Array
}

/** Set for begin blockers. */
export const HEADER_INFO = new ContextKey<HeaderInfo>('header info')

/** @param before the state before the block; undefined for the first block */
export function headerInfo(before: Version | undefined, { next }: Proposal): HeaderInfo {
  const state = before?.commitment
  return {
    appHash: state === undefined ? NO_STATE : new LazyBytes(NO_STATE.length, () => state.hash),
    nextValidatorsHash: setHash(next),
  }
}
