import { registerError } from '../../chain/index.js'

const slashing = (code: number, text: string) => registerError('slashing', code, text)

/** Source: cosmos-sdk x/slashing/types/errors.go. */
export const ErrValidatorJailed = slashing(4, 'validator still jailed; cannot be unjailed')
export const ErrValidatorNotJailed = slashing(5, 'validator not jailed; cannot be unjailed')
export const ErrSelfDelegationTooLow = slashing(7, "validator's self delegation less than minimum; cannot be unjailed")
export const ErrNoSigningInfo = slashing(8, 'no validator signing info found')
export const ErrTombstoned = slashing(9, 'validator already tombstoned')
