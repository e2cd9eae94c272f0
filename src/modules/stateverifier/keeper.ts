import { NO_BYTES } from '../../base/index.js'
import {
  below,
  ErrInvalidRequest,
  ErrJSONUnmarshal,
  ErrKeyNotFound,
  HEADER_INFO,
  rethrowing,
  type Context,
} from '../../chain/index.js'
import { rootOf, verifyStorageValues } from '../../chain/ibc/index.js'
import type { StorageValue } from '../../codec/neutron/interchainqueries.js'
import { encodeTimestamp, ProtoError, ProtoWriter } from '../../codec/index.js'
import { SDK_SPECS } from '../../store/ics23/index.js'
import { byteKey, bytesOf, joinKeys, keyBytes, LazyBytes, uint64Key, type Key } from '../../store/index.js'

/** Source: neutron x/state-verifier/types/keys.go. */
export const STORE = 'state-verifier'
const STATES_PREFIX = byteKey(1)

const heightKey = (height: bigint): Key => uint64Key(BigInt.asUintN(64, height))

/** A state with its height; the bytes are those of a light client's consensus state. */
export interface StoredState {
  readonly height: bigint
  readonly state: Uint8Array
}

export function setState(ctx: Context, { height, state }: StoredState): void {
  ctx.store(STORE).set(joinKeys(STATES_PREFIX, heightKey(height)), state)
}

/** A state and its root. @throws ChainError sdk/22 when there is none, sdk/17 when it cannot be read. Source: `GetConsensusState` */
export function getState(ctx: Context, height: bigint): { readonly state: Uint8Array; readonly root: Uint8Array } {
  const state = ctx.store(STORE).get(joinKeys(STATES_PREFIX, heightKey(height)))
  if (state === undefined) throw ErrKeyNotFound.error(`consensus state for block ${height} not found`)
  try {
    return { state, root: rootOf(state) }
  } catch (error) {
    throw error instanceof ProtoError ? ErrJSONUnmarshal.error(error.shortMessage) : error
  }
}

export function allStates(ctx: Context): readonly StoredState[] {
  const states: StoredState[] = []
  const rows = below(ctx.store(STORE), STATES_PREFIX).iterator()
  for (; rows.valid; rows.next()) {
    const height = new DataView(keyBytes(rows.key).buffer).getBigInt64(0)
    states.push({ height, state: rows.value })
  }
  rows.close()
  return states
}

/** Keeps what a light client would know of the block. Source: `SaveConsensusState`. */
export function saveState(ctx: Context): void {
  const { height, time } = ctx.block
  const { appHash, nextValidatorsHash } = ctx.value(HEADER_INFO) ?? { appHash: NO_BYTES, nextValidatorsHash: NO_BYTES }
  const stateWith = (hash: Uint8Array): Uint8Array =>
    new ProtoWriter()
      .message(1, encodeTimestamp(time))
      .message(2, new ProtoWriter().bytes(1, hash).finish())
      .bytes(3, nextValidatorsHash)
      .finish()
  const { length } = stateWith(new Uint8Array(appHash.length))
  const state = new LazyBytes(length, () => stateWith(bytesOf(appHash)))
  ctx.store(STORE).set(joinKeys(STATES_PREFIX, heightKey(BigInt(height))), state)
}

/**
 * Verifies that values were in the chain's own stores after a height, or that keys were absent.
 * @throws ChainError sdk/22 for a height without a state, sdk/18 for what is not proven; GoPanic. Source: `Verify`.
 */
export function verifyAt(ctx: Context, height: bigint, values: readonly StorageValue[]): void {
  // The app hash of a height is in the header of the next one.
  const next = BigInt.asIntN(64, height + 1n)
  const { root } = rethrowing(
    ({ log }) => ErrKeyNotFound.error(`failed to get consensus state for height ${next}: ${log}`),
    () => getState(ctx, next),
  )
  rethrowing(
    ({ log }) => ErrInvalidRequest.error(log),
    () => verifyStorageValues(values, { root, specs: SDK_SPECS }),
  )
}
