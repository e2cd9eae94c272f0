import { registerError } from '../../chain/index.js'

/** Source: gaia v28.0.0 x/liquid/types/errors.go. */
const liquid = (code: number, text: string) => registerError('liquid', code, text)

export const ErrNoValidatorFound = liquid(3, 'validator does not exist')
export const ErrInsufficientShares = liquid(22, 'insufficient delegation shares')
export const ErrNotEnoughBalance = liquid(101, 'not enough balance')
export const ErrRecordNotExists = liquid(102, 'tokenize share record not exists')
export const ErrRecordAlreadyExists = liquid(103, 'tokenize share record already exists')
export const ErrNotOwner = liquid(104, 'not tokenize share record owner')
export const ErrExceedingFreeVesting = liquid(105, 'trying to exceed vested free delegation for vesting account')
export const ErrOnlyBondDenom = liquid(106, 'only bond denom is allowed for tokenize')
export const ErrGlobalCapExceeded = liquid(111, 'delegation or tokenization exceeds the global cap')
export const ErrValidatorCapExceeded = liquid(112, 'delegation or tokenization exceeds the validator cap')
export const ErrDisabledForAccount = liquid(113, 'tokenize shares currently disabled for account')
export const ErrAlreadyEnabled = liquid(115, 'tokenize shares is already enabled for this account')
export const ErrAlreadyDisabled = liquid(116, 'tokenize shares is already disabled for this account')
export const ErrValidatorSharesUnderflow = liquid(117, 'validator liquid shares underflow')
export const ErrTotalUnderflow = liquid(118, 'total liquid staked underflow')
export const ErrTinyRedemption = liquid(119, 'too few tokens to redeem (truncates to zero tokens)')
export const ErrRedelegationInProgress = liquid(
  120,
  'delegator is not allowed to tokenize shares from validator with a redelegation in progress',
)
