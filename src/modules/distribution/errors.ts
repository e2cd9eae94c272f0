import { registerError } from '../../chain/index.js'

const distribution = (code: number, text: string) => registerError('distribution', code, text)

/** Source: cosmos-sdk x/distribution/types/errors.go. */
export const ErrEmptyDelegationDistInfo = distribution(5, 'no delegation distribution info')
export const ErrNoValidatorCommission = distribution(7, 'no validator commission to withdraw')
export const ErrSetWithdrawAddrDisabled = distribution(8, 'set withdraw address disabled')
export const ErrBadDistribution = distribution(9, 'community pool does not have sufficient coins to distribute')
