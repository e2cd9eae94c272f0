import { registerError } from '../../../chain/index.js'

const channel = (code: number, text: string) => registerError('channelv2', code, text)

/** Source: ibc-go v10.5.0 04-channel/v2/types/errors.go, 02-client/v2/types/errors.go. */
export const ErrInvalidPacket = channel(2, 'invalid packet')
export const ErrInvalidPayload = channel(3, 'invalid payload')
export const ErrSequenceSendNotFound = channel(4, 'sequence send not found')
export const ErrInvalidAcknowledgement = channel(5, 'invalid acknowledgement')
export const ErrInvalidTimeout = channel(8, 'invalid packet timeout')
export const ErrTimeoutElapsed = channel(9, 'timeout elapsed')
export const ErrTimeoutNotReached = channel(10, 'timeout not reached')
export const ErrAcknowledgementExists = channel(11, 'acknowledgement for packet already exists')

export const ErrInvalidCounterparty = registerError('clientv2', 34, 'invalid counterparty')
export const ErrCounterpartyNotFound = registerError('clientv2', 35, 'counterparty not found')
