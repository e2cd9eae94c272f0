import type { Header, Misbehaviour } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { nilPointer, plainError, rethrowing, wrapping } from '../../../chain/index.js'
import { equalBytes } from '../../../base/index.js'
import {
  ErrConsensusStateNotFound,
  ErrInvalidHeader,
  ErrInvalidHeaderHeight,
  ErrInvalidMisbehaviour,
  ErrInvalidValidatorSet,
  ErrTrustingPeriodExpired,
} from '../errors.js'
import { compareHeights, heightText, isRevisionFormat, sameHeight, withRevision, type Height } from '../height.js'
import { checkClientId } from '../identifiers.js'
import { commitProblem, trustingCommitProblem } from './commit.js'
import { checkTrustedValidators, headerHeight, validateHeader } from './header.js'
import { checkSignedHeader, nanoseconds, type Commit, type WireSignedHeader } from './signed-header.js'
import type { ClientState, ConsensusState } from './types.js'
import { readValidatorSet } from './validators.js'

/** Two headers that contradict each other, both signed. Source: ibc-go v10 07-tendermint/misbehaviour.go, misbehaviour_handle.go. */

/** @throws ChainError 07-tendermint/6, /5, /14, client/13; GoPanic for a header without header. Source: `Misbehaviour.ValidateBasic` */
export function validateMisbehaviour({ header1, header2, clientId }: Misbehaviour): void {
  if (header1 === undefined) throw ErrInvalidHeader.error('misbehaviour Header1 cannot be nil')
  if (header2 === undefined) throw ErrInvalidHeader.error('misbehaviour Header2 cannot be nil')
  const headers = [header1, header2]
  for (const [i, { trustedHeight }] of headers.entries())
    if (trustedHeight.revisionHeight === 0n)
      throw ErrInvalidHeaderHeight.error(`misbehaviour Header${i + 1} cannot have zero revision height`)
  for (const [i, { trustedValidators }] of headers.entries())
    if (trustedValidators === undefined)
      throw ErrInvalidValidatorSet.error(`trusted validator set in Header${i + 1} cannot be empty`)
  // The reference compares the chain ids before it checks that the headers are present.
  if (headers.some(({ signedHeader }) => signedHeader?.header === undefined)) throw nilPointer()
  if (header1.signedHeader!.header!.chainId !== header2.signedHeader!.header!.chainId)
    throw ErrInvalidMisbehaviour.error('headers must have identical chainIDs')
  wrapping('misbehaviour client ID is invalid', () => checkClientId(clientId))
  for (const [i, header] of headers.entries()) {
    rethrowing(
      (error) => ErrInvalidMisbehaviour.error(`header ${i + 1} failed validation: ${error.log}`),
      () => validateHeader(header),
    )
  }
  const [first, second] = [headerHeight(header1), headerHeight(header2)]
  if (compareHeights(first, second) < 0)
    throw ErrInvalidMisbehaviour.error(
      `Header1 height is less than Header2 height (${heightText(first)} < ${heightText(second)})`,
    )
  for (const header of headers) checkCommit(header)
}

function checkCommit({ signedHeader, validatorSet }: Header): void {
  const { header, commit } = signedHeader!
  const set = readValidatorSet(validatorSet)
  if (commitProblem(header!.chainId, set, commit!) !== undefined)
    throw ErrInvalidMisbehaviour.error('validator set did not commit to header')
}

/** Verifies that validators trusted by the client signed both headers. Source: `verifyMisbehaviour` */
export function verifyMisbehaviour(
  state: ClientState,
  trusted: (at: Height) => ConsensusState | undefined,
  { header1, header2 }: Misbehaviour,
  now: bigint,
): void {
  const headers = [header1, header2].map((header, i) => {
    if (header === undefined) throw nilPointer()
    const consensus = trusted(header.trustedHeight)
    if (consensus !== undefined) return [header, consensus] as const
    throw ErrConsensusStateNotFound.error(
      `could not get trusted consensus state from clientStore for Header${i + 1} at TrustedHeight: ${heightText(header.trustedHeight)}`,
    )
  })
  for (const [i, [header, consensus]] of headers.entries())
    wrapping(`verifying Header${i + 1} in Misbehaviour failed`, () => verifyOne(state, consensus, header, now))
}

function verifyOne(state: ClientState, trusted: ConsensusState, header: Header, now: bigint): void {
  const set = wrapping('trusted validator set is not tendermint validator set type', () =>
    readValidatorSet(header.trustedValidators),
  )
  const { signedHeader } = header
  if (signedHeader === undefined) throw nilPointer()
  const commit = wrapping('commit is not tendermint commit type', () => presentCommit(signedHeader))
  checkTrustedValidators(header, trusted)
  const [age, period] = [now - nanoseconds(trusted.timestamp), nanoseconds(state.trustingPeriod)]
  if (age >= period)
    throw ErrTrustingPeriodExpired.error(
      `current timestamp minus the latest consensus state timestamp is greater than or equal to the trusting period (${age} >= ${period})`,
    )
  const { chainId } = state
  const signedFor = isRevisionFormat(chainId) ? withRevision(chainId, headerHeight(header).revisionNumber) : chainId
  const problem = trustingCommitProblem(signedFor, set, commit, state.trustLevel)
  if (problem !== undefined)
    throw ErrInvalidMisbehaviour.error(
      `validator set in header has too much change from trusted validator set: ${problem.error.log}`,
    )
}

/** Source: cometbft v0.38.21 types/block.go `CommitFromProto`. */
function presentCommit({ commit }: WireSignedHeader): Commit {
  if (commit === undefined) throw plainError('nil Commit')
  checkSignedHeader({ commit })
  return commit
}

/** Whether the two headers contradict each other: two blocks of one height, or times that do not rise with heights. */
export function contradicts({ header1, header2 }: Misbehaviour): boolean {
  const [first, second] = [header1!.signedHeader!, header2!.signedHeader!]
  if (sameHeight(headerHeight(header1!), headerHeight(header2!)))
    return !equalBytes(first.commit!.blockId.hash, second.commit!.blockId.hash)
  return nanoseconds(first.header!.time) <= nanoseconds(second.header!.time)
}
