import { decoding, rethrowing, wrapping, type Context, type RegisteredError } from '../../../chain/index.js'
import { toUtf8 } from '../../../base/index.js'
import { verifyChainedMembership } from '../../../store/ics23/index.js'
import type { UpgradeRequest } from '../clients/light-client.js'
import {
  ErrConsensusStateNotFound,
  ErrInvalidClient,
  ErrInvalidConsensus,
  ErrInvalidHeight,
  ErrInvalidUpgradeClient,
} from '../errors.js'
import { compareHeights, heightText, ZERO_HEIGHT, type Height } from '../height.js'
import { readProof } from './proofs.js'
import { nanoseconds } from './signed-header.js'
import { getConsensusState, setClientState, setConsensusState, setMetadata } from './state.js'
import { ClientState, ConsensusState, encodeClientState, encodeConsensusState, validateClientState } from './types.js'

const SECOND = 1_000_000_000n
/** Placeholder root until a header is seen: nothing can be proven against it. */
const SENTINEL_ROOT = toUtf8('sentinel_root')

/** Clears the fields that each client chooses itself, since the chain does not commit to them. Source: ibc-go v10 07-tendermint `ZeroCustomFields` */
export const committedState = ({
  chainId,
  unbondingPeriod,
  latestHeight,
  proofSpecs,
  upgradePath,
}: ClientState): ClientState => ({
  chainId,
  trustLevel: { numerator: 0n, denominator: 0n },
  trustingPeriod: { seconds: 0n, nanos: 0 },
  unbondingPeriod,
  maxClockDrift: { seconds: 0n, nanos: 0 },
  frozenHeight: ZERO_HEIGHT,
  latestHeight,
  proofSpecs,
  upgradePath,
  allowUpdateAfterExpiry: false,
  allowUpdateAfterMisbehaviour: false,
})

/** The path at which a chain commits to the upgraded client after a height. */
const upgradePath = (path: readonly string[], last: Height, what: string): readonly Uint8Array[] =>
  [...path.slice(0, -1), `${path.at(-1)}/${last.revisionHeight}/${what}`].map(toUtf8)

/** Upgrades to a client state that the chain committed to before it stopped. Source: ibc-go v10 07-tendermint/upgrade.go */
export function upgradeClient(ctx: Context, id: string, state: ClientState, request: UpgradeRequest): void {
  const upgraded = decodeAs(ErrInvalidClient, () => ClientState.decode(request.clientState))
  const consensus = decodeAs(ErrInvalidConsensus, () => ConsensusState.decode(request.consensusState))
  const last = state.latestHeight
  if (compareHeights(upgraded.latestHeight, last) <= 0)
    throw ErrInvalidHeight.error(
      `upgraded client height ${heightText(upgraded.latestHeight)} must be at greater than current client height ${heightText(last)}`,
    )
  if (state.upgradePath.length === 0) throw ErrInvalidUpgradeClient.error('cannot upgrade client, no upgrade path set')
  const clientProof = readProof(request.clientProof, (why) => `could not unmarshal client merkle proof: ${why}`)
  const consensusProof = readProof(
    request.consensusProof,
    (why) => `could not unmarshal consensus state merkle proof: ${why}`,
  )
  const trusted = getConsensusState(ctx, id, last)
  if (trusted === undefined) throw ErrConsensusStateNotFound.error('could not retrieve consensus state for lastHeight')
  const prove = (what: string, proof: typeof clientProof, key: string, value: Uint8Array) => {
    const path = upgradePath(state.upgradePath, last, key)
    wrapping(`${what} state proof failed. Path: ${shownPath(path)}`, () =>
      verifyChainedMembership(proof, state.proofSpecs, trusted.root.hash, path, value),
    )
  }
  prove('client', clientProof, 'upgradedClient', encodeClientState(committedState(upgraded)))
  prove('consensus', consensusProof, 'upgradedConsState', encodeConsensusState(consensus))
  const next = merged(state, upgraded)
  wrapping('updated client state failed basic validation', () => validateClientState(next))
  setClientState(ctx, id, next)
  setConsensusState(ctx, id, next.latestHeight, { ...consensus, root: { hash: SENTINEL_ROOT } })
  setMetadata(ctx, id, next.latestHeight)
}

/** A list of byte strings as Go's `%s` prints it. */
const shownPath = (path: readonly Uint8Array[]): string =>
  `[${path.map((part) => Buffer.from(part).toString()).join(' ')}]`

/** Chain parameters come from the new state, client parameters from the old one; the trusting period shrinks with the unbonding period. */
function merged(state: ClientState, upgraded: ClientState): ClientState {
  const [trusting, before, after] = [state.trustingPeriod, state.unbondingPeriod, upgraded.unbondingPeriod].map(
    nanoseconds,
  ) as [bigint, bigint, bigint]
  const period = after < before ? (trusting * after) / before : trusting
  return {
    ...committedState(upgraded),
    trustLevel: state.trustLevel,
    trustingPeriod: { seconds: period / SECOND, nanos: Number(period % SECOND) },
    maxClockDrift: state.maxClockDrift,
  }
}

function decodeAs<T>(root: RegisteredError, decode: () => T): T {
  return rethrowing(
    (error) => root.error(error.log),
    () => decoding(decode),
  )
}
