import { registerError } from '../../chain/index.js'

const transfer = (code: number, text: string) => registerError('transfer', code, text)

/** Source: ibc-go v10 apps/transfer/types/errors.go. */
export const ErrInvalidDenomForTransfer = transfer(3, 'invalid denomination for cross-chain transfer')
export const ErrInvalidVersion = transfer(4, 'invalid ICS20 version')
export const ErrInvalidAmount = transfer(5, 'invalid token amount')
export const ErrDenomNotFound = transfer(6, 'denomination not found')
export const ErrSendDisabled = transfer(7, 'fungible token transfers from this chain are disabled')
export const ErrReceiveDisabled = transfer(8, 'fungible token transfers to this chain are disabled')
export const ErrMaxTransferChannels = transfer(9, 'max transfer channels')
export const ErrInvalidMemo = transfer(11, 'invalid memo')
export const ErrAbiEncoding = transfer(14, 'encoding abi failed')
export const ErrAbiDecoding = transfer(15, 'decoding abi failed')
export const ErrReceiveFailed = transfer(16, 'receive packet failed')

/** IBC core errors that transfers return. */
export const ErrIbcUnauthorized = registerError('ibc', 2, 'unauthorized')
export const ErrIbcUnknownRequest = registerError('ibc', 4, 'unknown request')
export const ErrIbcInvalidAddress = registerError('ibc', 5, 'invalid address')
export const ErrIbcInvalidCoins = registerError('ibc', 6, 'invalid coins')
export const ErrIbcInvalidRequest = registerError('ibc', 8, 'invalid request')
export const ErrIbcInvalidType = registerError('ibc', 12, 'invalid type')
export const ErrInvalidId = registerError('host', 2, 'invalid identifier')
export const ErrInvalidChannelOrdering = registerError('channel', 6, 'invalid channel ordering')
export const ErrSequenceSendNotFound = registerError('channel', 10, 'sequence send not found')
export const ErrInvalidPacket2 = registerError('channelv2', 2, 'invalid packet')
export const ErrChannelNotFound = registerError('channel', 3, 'channel not found')
export const ErrInvalidPort = registerError('port', 4, 'invalid port')
