import { decoding, GoPanic, wrapping, type Context } from '../../../chain/index.js'
import { equalBytes } from '../../../base/index.js'
import type { Any } from '../../../codec/index.js'
import type { ClientStatus, LightClient, ProofRequest, UpgradeRequest } from '../clients/light-client.js'
import { ErrClientNotFound, ErrConsensusStateNotFound, ErrInvalidClientType } from '../errors.js'
import { compareHeights, height, heightText, isZeroHeight, ZERO_HEIGHT, type Height } from '../height.js'
import { consensusStateOf, headerHeight, verifyHeader } from './header.js'
import { contradicts, verifyMisbehaviour } from './misbehaviour.js'
import { verifyMembership, verifyNonMembership } from './proofs.js'
import { recoverClient } from './recover.js'
import { nanoseconds } from './signed-header.js'
import {
  deleteConsensusState,
  getClientState,
  getConsensusState,
  nextConsensusState,
  oldestHeight,
  previousConsensusState,
  setClientState,
  setConsensusState,
  setMetadata,
} from './state.js'
import {
  ClientState,
  ConsensusState,
  Header,
  HEADER,
  Misbehaviour,
  MISBEHAVIOUR,
  validateClientState,
  validateConsensusState,
} from './types.js'
import { upgradeClient } from './upgrade.js'

/** The height at which a client is frozen after misbehaviour. */
const FROZEN = height(0n, 1n)

/** The light client of chains that CometBFT runs. Source: ibc-go v10.5.0 light-clients/07-tendermint. */
export const tendermintClient: LightClient = {
  initialize(ctx, id, clientState, consensusState) {
    const state = unmarshal('client state', () => ClientState.decode(clientState))
    validateClientState(state)
    const consensus = unmarshal('consensus state', () => ConsensusState.decode(consensusState))
    validateConsensusState(consensus, ctx.release.clientLimits !== undefined)
    setClientState(ctx, id, state)
    setConsensusState(ctx, id, state.latestHeight, consensus)
    setMetadata(ctx, id, state.latestHeight)
  },

  verifyMessage(ctx, id, message) {
    const state = found(ctx, id)
    const now = ctx.block.time
    if (message.typeUrl === HEADER) {
      const header = readHeader(message)
      verifyHeader(state, getConsensusState(ctx, id, header.trustedHeight), header, now)
    } else if (message.typeUrl === MISBEHAVIOUR)
      verifyMisbehaviour(state, (at) => getConsensusState(ctx, id, at), readMisbehaviour(message), now)
    else throw ErrInvalidClientType.error()
  },

  isMisbehaviour(ctx, id, message) {
    known(ctx, id)
    if (message.typeUrl === MISBEHAVIOUR) return contradicts(readMisbehaviour(message))
    const header = readHeader(message)
    const at = headerHeight(header)
    const consensus = consensusStateOf(header)
    const existing = getConsensusState(ctx, id, at)
    if (existing !== undefined) return !sameConsensus(existing, consensus)
    const before = previousConsensusState(ctx, id, at)
    const after = nextConsensusState(ctx, id, at)
    const time = nanoseconds(consensus.timestamp)
    return (
      (before !== undefined && nanoseconds(before.timestamp) >= time) ||
      (after !== undefined && nanoseconds(after.timestamp) <= time)
    )
  },

  freeze(ctx, id) {
    setClientState(ctx, id, { ...known(ctx, id), frozenHeight: FROZEN })
  },

  update(ctx, id, message) {
    const state = known(ctx, id)
    // Misbehaviour adds no height.
    if (message.typeUrl !== HEADER) return []
    const header = readHeader(message)
    pruneOldest(ctx, id, state)
    const at = headerHeight(header)
    if (getConsensusState(ctx, id, at) !== undefined) return [at]
    const latestHeight = compareHeights(at, state.latestHeight) > 0 ? at : state.latestHeight
    setClientState(ctx, id, { ...state, latestHeight })
    setConsensusState(ctx, id, at, consensusStateOf(header))
    setMetadata(ctx, id, at)
    return [at]
  },

  verifyMembership: (ctx: Context, id: string, request: ProofRequest, value: Uint8Array) =>
    verifyMembership(ctx, id, found(ctx, id), request, value),
  verifyNonMembership: (ctx: Context, id: string, request: ProofRequest) =>
    verifyNonMembership(ctx, id, found(ctx, id), request),

  status(ctx, id): ClientStatus {
    const state = getClientState(ctx, id)
    return state === undefined ? 'Unknown' : statusOf(ctx, id, state)
  },
  latestHeight: (ctx, id) => getClientState(ctx, id)?.latestHeight ?? ZERO_HEIGHT,
  timestampAt(ctx, id, at) {
    found(ctx, id)
    const consensus = getConsensusState(ctx, id, at)
    if (consensus === undefined) throw ErrConsensusStateNotFound.error(`height (${heightText(at)})`)
    return nanoseconds(consensus.timestamp)
  },
  recover: (ctx: Context, id: string, substituteId: string) => recoverClient(ctx, id, substituteId, statusOf),
  upgrade: (ctx: Context, id: string, request: UpgradeRequest) => upgradeClient(ctx, id, found(ctx, id), request),
}

/** Source: `status`. */
function statusOf(ctx: Context, id: string, state: ClientState): ClientStatus {
  if (!isZeroHeight(state.frozenHeight)) return 'Frozen'
  const consensus = getConsensusState(ctx, id, state.latestHeight)
  return consensus === undefined || isExpired(state, consensus, ctx.block.time) ? 'Expired' : 'Active'
}

const isExpired = ({ trustingPeriod }: ClientState, { timestamp }: ConsensusState, now: bigint): boolean =>
  nanoseconds(timestamp) + nanoseconds(trustingPeriod) <= now

/** Deletes the lowest height if it has expired. Source: `pruneOldestConsensusState` */
function pruneOldest(ctx: Context, id: string, state: ClientState): void {
  const oldest: Height | undefined = oldestHeight(ctx, id)
  if (oldest === undefined) return
  const consensus = getConsensusState(ctx, id, oldest)
  if (consensus === undefined)
    throw new GoPanic(
      ErrConsensusStateNotFound.error(`failed to retrieve consensus state at height: ${heightText(oldest)}`).log,
    )
  if (isExpired(state, consensus, ctx.block.time)) deleteConsensusState(ctx, id, oldest)
}

const sameConsensus = (a: ConsensusState, b: ConsensusState): boolean =>
  nanoseconds(a.timestamp) === nanoseconds(b.timestamp) &&
  equalBytes(a.root.hash, b.root.hash) &&
  equalBytes(a.nextValidatorsHash, b.nextValidatorsHash)

function found(ctx: Context, id: string): ClientState {
  const state = getClientState(ctx, id)
  if (state === undefined) throw ErrClientNotFound.error(id)
  return state
}

/** The reference panics here, since the client was looked up before. */
function known(ctx: Context, id: string): ClientState {
  const state = getClientState(ctx, id)
  if (state === undefined) throw new GoPanic(ErrClientNotFound.error(id).log)
  return state
}

/** A message is used several times but decoded only once. */
const headers = new WeakMap<Any, Header>()
export function readHeader(message: Any): Header {
  let header = headers.get(message)
  if (header === undefined) headers.set(message, (header = decoding(() => Header.decode(message.value))))
  return header
}
export const readMisbehaviour = ({ value }: Any): Misbehaviour => decoding(() => Misbehaviour.decode(value))

function unmarshal<T>(what: string, decode: () => T): T {
  return wrapping(
    () => `failed to unmarshal ${what} bytes into ${what}`,
    () => decoding(decode),
  )
}
