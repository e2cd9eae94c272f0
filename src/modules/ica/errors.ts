import { registerError } from '../../chain/index.js'

const ica = (code: number, text: string) => registerError('interchainaccounts', code, text)

/** Source: ibc-go v10 apps/27-interchain-accounts/types/errors.go. */
export const ErrUnknownDataType = ica(2, 'unknown data type')
export const ErrAccountAlreadyExist = ica(3, 'account already exist')
export const ErrInvalidChannelFlow = ica(5, 'invalid message sent to channel end')
export const ErrInvalidOutgoingData = ica(6, 'invalid outgoing data')
export const ErrInvalidRoute = ica(7, 'invalid route')
export const ErrInterchainAccountNotFound = ica(8, 'interchain account not found')
export const ErrActiveChannelAlreadySet = ica(10, 'active channel already set for this owner')
export const ErrActiveChannelNotFound = ica(11, 'no active channel for this owner')
export const ErrInvalidVersion = ica(12, 'invalid interchain accounts version')
export const ErrInvalidAccountAddress = ica(13, 'invalid account address')
export const ErrInvalidControllerPort = ica(15, 'invalid controller port')
export const ErrInvalidHostPort = ica(16, 'invalid host port')
export const ErrInvalidTimeoutTimestamp = ica(17, 'timeout timestamp must be in the future')
export const ErrInvalidCodec = ica(18, 'codec is not supported')
export const ErrInvalidAccountReopening = ica(19, 'invalid account reopening')

export const ErrControllerDisabled = registerError('icacontroller', 2, 'controller submodule is disabled')
export const ErrHostDisabled = registerError('icahost', 2, 'host submodule is disabled')

/** IBC core errors that interchain accounts return. */
export const ErrIbcUnauthorized = registerError('ibc', 2, 'unauthorized')
export const ErrIbcInvalidAddress = registerError('ibc', 5, 'invalid address')
export const ErrIbcInvalidRequest = registerError('ibc', 8, 'invalid request')
export const ErrIbcInvalidType = registerError('ibc', 12, 'invalid type')
export const ErrIbcNotFound = registerError('ibc', 16, 'not found')
export const ErrInvalidId = registerError('host', 2, 'invalid identifier')
export const ErrConnectionNotFound = registerError('connection', 3, 'connection not found')
export const ErrInvalidConnection = registerError('connection', 8, 'invalid connection')
export const ErrChannelNotFound = registerError('channel', 3, 'channel not found')
export const ErrInvalidChannelOrdering = registerError('channel', 6, 'invalid channel ordering')
