import { registerError } from '../../chain/index.js'

const feegrant = (code: number, text: string) => registerError('feegrant', code, text)

/** Source: cosmossdk.io/x/feegrant v0.2.0 errors.go. */
export const ErrFeeLimitExceeded = feegrant(2, 'fee limit exceeded')
export const ErrFeeLimitExpired = feegrant(3, 'fee allowance expired')
export const ErrInvalidDuration = feegrant(4, 'invalid duration')
export const ErrNoAllowance = feegrant(5, 'no allowance')
export const ErrNoMessages = feegrant(6, 'allowed messages are empty')
export const ErrMessageNotAllowed = feegrant(7, 'message not allowed')
