import type { Header as WireHeader } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { equalBytes } from '../../../base/index.js'
import { nilPointer, plainError, wrapError, wrapping } from '../../../chain/index.js'
import { goTime } from '../../../chain/ante/index.js'
import {
  ErrConsensusStateNotFound,
  ErrInvalidClientHeader,
  ErrInvalidHeaderHeight,
  ErrInvalidValidatorSet,
} from '../errors.js'
import { compareHeights, height, heightStruct, heightText, revisionOf, type Height } from '../height.js'
import { commitProblem, trustingCommitProblem } from './commit.js'
import { setText } from './set-text.js'
import { checkSignedHeader, nanoseconds, validateSignedHeader, type SignedHeader } from './signed-header.js'
import { goDurationText } from '../../../codec/index.js'
import type { ClientState, ConsensusState } from './types.js'
import { readValidatorSet, upperHex, type ValidatorSet } from './validators.js'

/** Headers in client updates. Source: ibc-go v10 07-tendermint/header.go, update.go; cometbft light/verifier.go. */

/** @throws GoPanic for a header without header, which {@link validateHeader} refuses */
export function headerHeight({ signedHeader }: WireHeader): Height {
  const header = signedHeader?.header
  if (header === undefined) throw nilPointer()
  return height(revisionOf(header.chainId), header.height)
}

/** The consensus state that the client stores for a header. */
export function consensusStateOf({ signedHeader }: WireHeader): ConsensusState {
  const { time, appHash, nextValidatorsHash } = signedHeader!.header!
  return { timestamp: time, root: { hash: appHash }, nextValidatorsHash }
}

/** @throws ChainError client/12, undefined/1, 07-tendermint/5. Source: `Header.ValidateBasic` */
export function validateHeader(wire: WireHeader): void {
  const { signedHeader, trustedHeight, validatorSet } = wire
  if (signedHeader === undefined) throw ErrInvalidClientHeader.error('tendermint signed header cannot be nil')
  const { header } = signedHeader
  if (header === undefined) throw ErrInvalidClientHeader.error('tendermint header cannot be nil')
  wrapping('header is not a tendermint header', () => checkSignedHeader(signedHeader))
  wrapping('header failed basic validation', () => validateSignedHeader(signedHeader, header.chainId))
  const at = headerHeight(wire)
  if (compareHeights(trustedHeight, at) >= 0)
    throw ErrInvalidHeaderHeight.error(
      `TrustedHeight ${heightStruct(trustedHeight)} must be less than header height ${heightStruct(at)}`,
    )
  if (validatorSet === undefined) throw ErrInvalidClientHeader.error('validator set is nil')
  const set = wrapping('validator set is not tendermint validator set', () => readValidatorSet(validatorSet))
  if (!equalBytes(header.validatorsHash, set.hash))
    throw ErrInvalidClientHeader.error('validator set does not match hash')
}

/** Checks that the header's trusted validators are those that the client trusts. Source: `checkTrustedHeader` */
export function checkTrustedValidators({ trustedValidators }: WireHeader, trusted: ConsensusState): void {
  const set = wrapping('trusted validator set in not tendermint validator set type', () =>
    readValidatorSet(trustedValidators),
  )
  if (!equalBytes(trusted.nextValidatorsHash, set.hash))
    throw ErrInvalidValidatorSet.error(
      `trusted validators ${setText(trustedValidators!)}, does not hash to latest trusted validators. Expected: ${upperHex(trusted.nextValidatorsHash)}, got: ${upperHex(set.hash)}`,
    )
}

/**
 * Verifies a header against what the client trusts; it need not have passed {@link validateHeader}.
 * @param now nanoseconds since 1970
 * @throws ChainError 07-tendermint/14, 07-tendermint/5, client/12, undefined/1. Source: `verifyHeader`
 */
export function verifyHeader(
  state: ClientState,
  trusted: ConsensusState | undefined,
  wire: WireHeader,
  now: bigint,
): void {
  const { trustedHeight } = wire
  if (trusted === undefined)
    throw ErrConsensusStateNotFound.error(
      `could not get trusted consensus state from clientStore for Header at TrustedHeight: ${heightText(trustedHeight)}`,
    )
  checkTrustedValidators(wire, trusted)
  const at = headerHeight(wire)
  if (at.revisionNumber !== trustedHeight.revisionNumber)
    throw ErrInvalidHeaderHeight.error(
      `header height revision ${at.revisionNumber} does not match trusted header revision ${trustedHeight.revisionNumber}`,
    )
  const trustedSet = readValidatorSet(wire.trustedValidators)
  wrapping('signed header in not tendermint signed header type', () => checkSignedHeader(wire.signedHeader!))
  const set = wrapping('validator set in not tendermint validator set type', () => readValidatorSet(wire.validatorSet))
  if (compareHeights(at, trustedHeight) <= 0)
    throw ErrInvalidClientHeader.error(
      `header height ≤ consensus state height (${heightText(at)} ≤ ${heightText(trustedHeight)})`,
    )
  wrapping('failed to verify header', () => verify(state, trusted, wire, trustedSet, set, now))
}

/** Source: cometbft light/verifier.go `Verify`; its errors have no code. */
function verify(
  state: ClientState,
  trusted: ConsensusState,
  wire: WireHeader,
  trustedSet: ValidatorSet,
  set: ValidatorSet,
  now: bigint,
): void {
  const expires = nanoseconds(trusted.timestamp) + nanoseconds(state.trustingPeriod)
  if (expires <= now) throw plainError(`old header has expired at ${goTime(expires)} (now: ${goTime(now)})`)
  const signed = wrapping('invalid header', () => verifyNew(state, trusted, wire, set, now))
  const { header, commit } = signed
  if (header.height === wire.trustedHeight.revisionHeight + 1n) {
    if (!equalBytes(header.validatorsHash, trusted.nextValidatorsHash))
      throw plainError(
        `expected old header next validators (${upperHex(trusted.nextValidatorsHash)}) to match those from new header (${upperHex(header.validatorsHash)})`,
      )
  } else {
    const problem = trustingCommitProblem(state.chainId, trustedSet, commit, state.trustLevel)
    if (problem !== undefined)
      throw problem.tooLittle ? wrapError(problem.error, 'cant trust new val set') : problem.error
  }
  const problem = commitProblem(state.chainId, set, commit)
  if (problem !== undefined) throw wrapError(problem.error, 'invalid header')
}

/** Source: `verifyNewHeaderAndVals`. */
function verifyNew(
  state: ClientState,
  trusted: ConsensusState,
  wire: WireHeader,
  set: ValidatorSet,
  now: bigint,
): SignedHeader {
  const signed = wrapping('untrustedHeader.ValidateBasic failed', () =>
    validateSignedHeader(wire.signedHeader!, state.chainId),
  )
  const { header } = signed
  const [time, before] = [nanoseconds(header.time), nanoseconds(trusted.timestamp)]
  if (time <= before)
    throw plainError(`expected new header time ${goTime(time)} to be after old header time ${goTime(before)}`)
  const drift = nanoseconds(state.maxClockDrift)
  if (time >= now + drift)
    throw plainError(
      `new header has a time from the future ${goTime(time)} (now: ${goTime(now)}; max clock drift: ${goDurationText(drift)})`,
    )
  if (!equalBytes(header.validatorsHash, set.hash))
    throw plainError(
      `expected new header validators (${upperHex(header.validatorsHash)}) to match those that were supplied (${upperHex(set.hash)}) at height ${header.height}`,
    )
  return signed
}
