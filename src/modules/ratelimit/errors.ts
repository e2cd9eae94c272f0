import { registerError } from '../../chain/index.js'

const rateLimit = (code: number, text: string) => registerError('rate-limited-ibc', code, text)

/** Source: neutron x/ibc-rate-limit/types/errors.go (06e81b9f). */
export const ErrRateLimitExceeded = rateLimit(2, 'rate limit exceeded')
export const ErrBadMessage = rateLimit(3, 'bad message')
export const ErrContractError = rateLimit(4, 'contract error')
