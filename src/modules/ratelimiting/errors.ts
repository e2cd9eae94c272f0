import { registerError } from '../../chain/index.js'

/** Source: rate-limiting v10.1.0 types/errors.go. */
const limits = (code: number, text: string) => registerError('ratelimit', code, text)

export const ErrLimitExists = limits(1, 'ratelimit key duplicated')
export const ErrLimitNotFound = limits(2, 'rate limit not found')
export const ErrZeroChannelValue = limits(3, 'channel value is zero')
export const ErrQuotaExceeded = limits(4, 'quota exceeded')
export const ErrChannelNotFound = limits(6, 'channel does not exist')
export const ErrDenomBlacklisted = limits(7, 'denom is blacklisted')
/** An error of the channels. Source: ibc-go v10.7.0 04-channel/types/errors.go. */
export const ErrInvalidAcknowledgement = registerError('channel', 16, 'invalid acknowledgement')
