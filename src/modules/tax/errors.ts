import { registerError } from '../../chain/index.js'

const tax = (code: number, text: string) => registerError('tax', code, text)

/** Source: nolus-core x/tax/typesv2/errors.go. */
export const ErrInvalidFeeRate = tax(1, 'feeRate should be between 0 and 100')
export const ErrInvalidTaxAddress = tax(2, 'invalid address')
export const ErrTooManyFeeCoins = tax(3, 'only one fee denom per tx')
export const ErrInvalidFeeDenom = tax(4, 'denom is not allowed')
export const ErrInvalidFeeParam = tax(7, 'current fee param is not valid')
