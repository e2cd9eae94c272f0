import { registerError } from '../../chain/index.js'

const staking = (code: number, text: string) => registerError('staking', code, text)

/** Source: cosmos-sdk x/staking/types/errors.go. */
export const ErrNoValidatorFound = staking(3, 'validator does not exist')
export const ErrValidatorOwnerExists = staking(
  4,
  'validator already exist for this operator address; must use new validator operator address',
)
export const ErrValidatorPubKeyExists = staking(
  5,
  'validator already exist for this pubkey; must use new validator pubkey',
)
export const ErrValidatorPubKeyTypeNotSupported = staking(6, 'validator pubkey type is not supported')
export const ErrValidatorJailed = staking(7, 'validator for this address is currently jailed')
export const ErrBadRemoveValidator = staking(8, 'failed to remove validator')
export const ErrCommissionNegative = staking(9, 'commission must be positive')
export const ErrCommissionHuge = staking(10, 'commission cannot be more than 100%')
export const ErrCommissionGTMaxRate = staking(11, 'commission cannot be more than the max rate')
export const ErrCommissionUpdateTime = staking(12, 'commission cannot be changed more than once in 24h')
export const ErrCommissionChangeRateNegative = staking(13, 'commission change rate must be positive')
export const ErrCommissionChangeRateGTMaxRate = staking(14, 'commission change rate cannot be more than the max rate')
export const ErrCommissionGTMaxChangeRate = staking(15, 'commission cannot be changed more than max change rate')
export const ErrSelfDelegationBelowMinimum = staking(
  16,
  "validator's self delegation must be greater than their minimum self delegation",
)
export const ErrMinSelfDelegationDecreased = staking(17, 'minimum self delegation cannot be decrease')
export const ErrNoDelegation = staking(19, 'no delegation for (address, validator) tuple')
export const ErrNoDelegatorForAddress = staking(21, 'delegator does not contain delegation')
export const ErrInsufficientShares = staking(22, 'insufficient delegation shares')
export const ErrNotEnoughDelegationShares = staking(24, 'not enough delegation shares')
export const ErrNoUnbondingDelegation = staking(26, 'no unbonding delegation found')
export const ErrMaxUnbondingDelegationEntries = staking(
  27,
  'too many unbonding delegation entries for (delegator, validator) tuple',
)
export const ErrNoRedelegation = staking(28, 'no redelegation found')
export const ErrSelfRedelegation = staking(29, 'cannot redelegate to the same validator')
export const ErrTinyRedelegationAmount = staking(30, 'too few tokens to redelegate (truncates to zero tokens)')
export const ErrBadRedelegationDst = staking(31, 'redelegation destination validator not found')
export const ErrTransitiveRedelegation = staking(
  32,
  'redelegation to this validator already in progress; first redelegation to this validator must complete before next redelegation',
)
export const ErrMaxRedelegationEntries = staking(
  33,
  'too many redelegation entries for (delegator, src-validator, dst-validator) tuple',
)
export const ErrDelegatorShareExRateInvalid = staking(34, 'cannot delegate to validators with invalid (zero) ex-rate')
export const ErrEmptyValidatorPubKey = staking(39, 'empty validator public key')
export const ErrCommissionLTMinRate = staking(40, 'commission cannot be less than min rate')
export const ErrBadRedelegationSrc = staking(44, 'redelegation source validator not found')
