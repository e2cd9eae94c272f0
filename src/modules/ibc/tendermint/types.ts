import {
  ClientState as WireClientState,
  ConsensusState as WireConsensusState,
  Header,
  Misbehaviour,
} from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { textOf } from '../../../base/index.js'
import { decodeAny, encodeAny, goDurationText, isBlank, remember } from '../../../codec/index.js'
import { plainError, wrapError } from '../../../chain/index.js'
import { SDK_SPECS } from '../../../store/ics23/index.js'
import {
  ErrInvalidChainId,
  ErrInvalidClient,
  ErrInvalidConsensus,
  ErrInvalidHeaderHeight,
  ErrInvalidMaxClockDrift,
  ErrInvalidProofSpecs,
  ErrInvalidTrustingPeriod,
  ErrInvalidTrustLevel,
  ErrInvalidUnbondingPeriod,
} from '../errors.js'
import { revisionOf, ZERO_HEIGHT, type Height } from '../height.js'
import { hashProblem, nanoseconds } from './signed-header.js'

export { Header, Misbehaviour }
export { WireClientState as ClientState, WireConsensusState as ConsensusState }

export const CLIENT_STATE = '/ibc.lightclients.tendermint.v1.ClientState'
export const CONSENSUS_STATE = '/ibc.lightclients.tendermint.v1.ConsensusState'
export const HEADER = '/ibc.lightclients.tendermint.v1.Header'
export const MISBEHAVIOUR = '/ibc.lightclients.tendermint.v1.Misbehaviour'

export const encodeClientState = (state: WireClientState): Uint8Array =>
  encodeAny({ typeUrl: CLIENT_STATE, value: WireClientState.encode(state).finish() })
export const decodeClientState = remember((bytes) => WireClientState.decode(decodeAny(bytes).value))
export const encodeConsensusState = (state: WireConsensusState): Uint8Array =>
  encodeAny({ typeUrl: CONSENSUS_STATE, value: WireConsensusState.encode(state).finish() })
export const decodeConsensusState = remember((bytes) => WireConsensusState.decode(decodeAny(bytes).value))

const SECOND = 1_000_000_000n
/** Seconds as a protobuf `Duration`. */
const seconds = (count: bigint) => ({ seconds: count, nanos: 0 })

/**
 * A client state with the usual settings: trust level one third, trusting period two weeks, unbonding period three weeks.
 * Source: what relayers and ibc-go's testing package set up.
 */
export const newClientState = (
  chainId: string,
  latestHeight: Height,
  options: {
    readonly trustingPeriod?: bigint
    readonly unbondingPeriod?: bigint
    readonly maxClockDrift?: bigint
  } = {},
): WireClientState => ({
  chainId,
  trustLevel: { numerator: 1n, denominator: 3n },
  trustingPeriod: span(options.trustingPeriod) ?? seconds(1_209_600n),
  unbondingPeriod: span(options.unbondingPeriod) ?? seconds(1_814_400n),
  maxClockDrift: span(options.maxClockDrift) ?? seconds(10n),
  frozenHeight: ZERO_HEIGHT,
  latestHeight,
  proofSpecs: [...SDK_SPECS],
  upgradePath: ['upgrade', 'upgradedIBCState'],
  allowUpdateAfterExpiry: false,
  allowUpdateAfterMisbehaviour: false,
})

/** @param time nanoseconds */
const span = (time: bigint | undefined) =>
  time === undefined ? undefined : { seconds: time / SECOND, nanos: Number(time % SECOND) }

/** @throws ChainError 07-tendermint/2, /15, /3, /4, /7, /5, /13, client/3. Source: ibc-go v10 07-tendermint/client_state.go `Validate` */
export function validateClientState(state: WireClientState): void {
  const { chainId, trustLevel, latestHeight, proofSpecs, upgradePath } = state
  if (isBlank(chainId)) throw ErrInvalidChainId.error('chain id cannot be empty string')
  const length = Buffer.byteLength(chainId)
  if (length > 50) throw ErrInvalidChainId.error(`chainID is too long; got: ${length}, max: 50`)
  const { numerator, denominator } = trustLevel
  if (numerator * 3n < denominator || numerator > denominator || denominator === 0n)
    throw ErrInvalidTrustLevel.error(`trustLevel must be within [1/3, 1], given ${numerator}/${denominator}`)
  const [trusting, unbonding, drift] = [state.trustingPeriod, state.unbondingPeriod, state.maxClockDrift].map(
    nanoseconds,
  ) as [bigint, bigint, bigint]
  if (trusting <= 0n) throw ErrInvalidTrustingPeriod.error('trusting period must be greater than zero')
  if (unbonding <= 0n) throw ErrInvalidUnbondingPeriod.error('unbonding period must be greater than zero')
  if (drift <= 0n) throw ErrInvalidMaxClockDrift.error('max clock drift must be greater than zero')
  const revision = revisionOf(chainId)
  if (latestHeight.revisionNumber !== revision)
    throw ErrInvalidHeaderHeight.error(
      `latest height revision number must match chain id revision number (${latestHeight.revisionNumber} != ${revision})`,
    )
  if (latestHeight.revisionHeight === 0n)
    throw ErrInvalidHeaderHeight.error("tendermint client's latest height revision height cannot be zero")
  if (trusting >= unbonding)
    throw ErrInvalidTrustingPeriod.error(
      `trusting period (${goDurationText(trusting)}) should be < unbonding period (${goDurationText(unbonding)})`,
    )
  if (proofSpecs.length === 0) throw ErrInvalidProofSpecs.error('proof specs cannot be nil for tm client')
  for (const [i, key] of upgradePath.entries())
    if (isBlank(key)) throw ErrInvalidClient.error(`key in upgrade path at index ${i} cannot be empty`)
}

/** In place of the root of a state that is unknown. Source: ibc-go 07-tendermint/consensus_state.go `SentinelRoot`. */
const SENTINEL_ROOT = 'sentinel_root'

/** @param checksRoot as ibc-go does from v11 on @throws ChainError client/8, undefined/1. Source: ibc-go v10 07-tendermint/consensus_state.go `ValidateBasic` */
export function validateConsensusState(
  { root, nextValidatorsHash, timestamp }: WireConsensusState,
  checksRoot: boolean,
): void {
  if (root.hash.length === 0) throw ErrInvalidConsensus.error('root cannot be empty')
  const rootProblem = checksRoot && textOf(root.hash) !== SENTINEL_ROOT ? hashProblem(root.hash) : undefined
  if (rootProblem !== undefined) throw wrapError(plainError(rootProblem), 'root hash is invalid')
  const problem = hashProblem(nextValidatorsHash)
  if (problem !== undefined) throw wrapError(plainError(problem), 'next validators hash is invalid')
  if (timestamp.seconds <= 0n) throw ErrInvalidConsensus.error('timestamp must be a positive Unix time')
}
