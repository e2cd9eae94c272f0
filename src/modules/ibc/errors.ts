import { registerError, type RegisteredError } from '../../chain/errors.js'
import { ChainError } from '../../base/errors.js'
import { wrapError } from '../../chain/errors.js'

/** Root errors of IBC, each room under its own codespace. Source: ibc-go v10.5.0, the `errors.go` of each submodule. */

const codespace =
  (name: string) =>
  (code: number, text: string): RegisteredError =>
    registerError(name, code, text)

const ibc = codespace('ibc')
export const ErrInvalidSequence = ibc(1, 'invalid sequence')
export const ErrUnauthorized = ibc(2, 'unauthorized')
export const ErrInvalidAddress = ibc(5, 'invalid address')
export const ErrInvalidRequest = ibc(8, 'invalid request')
export const ErrInvalidHeight = ibc(9, 'invalid height')
export const ErrInvalidVersion = ibc(10, 'invalid version')
export const ErrUnpackAny = ibc(14, 'failed unpacking protobuf message from Any')
export const ErrNotFound = ibc(16, 'not found')

const host = codespace('host')
export const ErrInvalidId = host(2, 'invalid identifier')

const commitment = codespace('commitment')
export const ErrInvalidProof = commitment(2, 'invalid proof')
export const ErrInvalidPrefix = commitment(3, 'invalid prefix')

const client = codespace('client')
export const ErrInvalidClient = client(3, 'light client is invalid')
export const ErrClientNotFound = client(4, 'light client not found')
export const ErrConsensusStateNotFound = client(7, 'consensus state not found')
export const ErrInvalidConsensus = client(8, 'invalid consensus state')
export const ErrInvalidClientType = client(10, 'invalid client type')
export const ErrInvalidClientHeader = client(12, 'invalid client header')
export const ErrInvalidMisbehaviour = client(13, 'invalid light client misbehaviour')
export const ErrUpdateClientFailed = client(23, 'unable to update light client')
export const ErrInvalidRecoveryClient = client(24, 'invalid recovery client')
export const ErrInvalidUpgradeClient = client(25, 'invalid client upgrade')
export const ErrInvalidClientHeight = client(26, 'invalid height')
export const ErrInvalidSubstitute = client(27, 'invalid client state substitute')
export const ErrClientNotActive = client(29, 'client state is not active')
export const ErrFailedMembershipVerification = client(30, 'membership verification failed')
export const ErrFailedNonMembershipVerification = client(31, 'non-membership verification failed')
export const ErrRouteNotFound = client(32, 'light client module route not found')

const tendermint = codespace('07-tendermint')
export const ErrInvalidChainId = tendermint(2, 'invalid chain-id')
export const ErrInvalidTrustingPeriod = tendermint(3, 'invalid trusting period')
export const ErrInvalidUnbondingPeriod = tendermint(4, 'invalid unbonding period')
export const ErrInvalidHeaderHeight = tendermint(5, 'invalid header height')
export const ErrInvalidHeader = tendermint(6, 'invalid header')
export const ErrInvalidMaxClockDrift = tendermint(7, 'invalid max clock drift')
export const ErrProcessedTimeNotFound = tendermint(8, 'processed time not found')
export const ErrProcessedHeightNotFound = tendermint(9, 'processed height not found')
export const ErrDelayPeriodNotPassed = tendermint(10, 'packet-specified delay period has not been reached')
export const ErrTrustingPeriodExpired = tendermint(11, 'time since latest trusted state has passed the trusting period')
export const ErrInvalidProofSpecs = tendermint(13, 'invalid proof specs')
export const ErrInvalidValidatorSet = tendermint(14, 'invalid validator set')
export const ErrInvalidTrustLevel = tendermint(15, 'invalid trust level')

const connection = codespace('connection')
export const ErrConnectionNotFound = connection(3, 'connection not found')
export const ErrClientConnectionPathsNotFound = connection(4, 'light client connection paths not found')
export const ErrInvalidConnectionState = connection(6, 'invalid connection state')
export const ErrInvalidConnectionCounterparty = connection(7, 'invalid counterparty connection')
export const ErrInvalidConnectionVersion = connection(9, 'invalid connection version')
export const ErrVersionNegotiationFailed = connection(10, 'connection version negotiation failed')
export const ErrInvalidConnectionIdentifier = connection(11, 'invalid connection identifier')

const channel = codespace('channel')
export const ErrChannelNotFound = channel(3, 'channel not found')
export const ErrInvalidChannelState = channel(5, 'invalid channel state')
export const ErrInvalidChannelOrdering = channel(6, 'invalid channel ordering')
export const ErrInvalidChannelCounterparty = channel(7, 'invalid counterparty channel')
export const ErrSequenceSendNotFound = channel(10, 'sequence send not found')
export const ErrSequenceReceiveNotFound = channel(11, 'sequence receive not found')
export const ErrSequenceAckNotFound = channel(12, 'sequence acknowledgement not found')
export const ErrInvalidPacket = channel(13, 'invalid packet')
export const ErrTooManyConnectionHops = channel(15, 'too many connection hops')
export const ErrInvalidAcknowledgement = channel(16, 'invalid acknowledgement')
export const ErrAcknowledgementExists = channel(17, 'acknowledgement for packet already exists')
export const ErrInvalidChannelIdentifier = channel(18, 'invalid channel identifier')
export const ErrPacketReceived = channel(19, 'packet already received')
export const ErrPacketSequenceOutOfOrder = channel(21, 'packet sequence is out of order')
export const ErrTimeoutNotReached = channel(39, 'timeout not reached')
export const ErrTimeoutElapsed = channel(40, 'timeout elapsed')

export const ErrInvalidRoute = registerError('port', 5, 'route not found')

/** Runs a step; an error of the chain is wrapped with what was being done. Source: cosmossdk.io/errors `Wrap`. */
export function wrapping<T>(description: string | ((error: ChainError) => string), step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    throw wrapError(error, typeof description === 'string' ? description : description(error))
  }
}
