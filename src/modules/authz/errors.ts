import { registerError } from '../../chain/index.js'

const authz = (code: number, text: string) => registerError('authz', code, text)

/** Source: cosmos-sdk v0.53.6 x/authz/errors.go. */
export const ErrNoAuthorizationFound = authz(2, 'authorization not found')
export const ErrInvalidExpirationTime = authz(3, 'expiration time of authorization should be more than current time')
export const ErrUnknownAuthorizationType = authz(4, 'unknown authorization type')
export const ErrNoGrantKeyFound = authz(5, 'grant key not found')
export const ErrAuthorizationExpired = authz(6, 'authorization expired')
export const ErrGranteeIsGranter = authz(7, 'grantee and granter should be different')
export const ErrAuthorizationNumOfSigners = authz(9, 'authorization can be given to msg with only one signer')
export const ErrNegativeMaxTokens = authz(12, 'max tokens should be positive')

/** Errors of contracts that authorizations return. Source: wasmd x/wasm/types/errors.go. */
const wasm = (code: number, text: string) => registerError('wasm', code, text)
export const ErrEmpty = wasm(12, 'empty')
export const ErrInvalid = wasm(14, 'invalid')
export const ErrDuplicate = wasm(15, 'duplicate')

/** Errors of IBC that authorizations return. Source: ibc-go v10 core/errors. */
const ibc = (code: number, text: string) => registerError('ibc', code, text)
export const ErrIbcInsufficientFunds = ibc(3, 'insufficient funds')
export const ErrIbcInvalidAddress = ibc(5, 'invalid address')
export const ErrIbcInvalidCoins = ibc(6, 'invalid coins')
export const ErrIbcInvalidType = ibc(12, 'invalid type')
export const ErrIbcNotFound = ibc(16, 'not found')
export const ErrInvalidId = registerError('host', 2, 'invalid identifier')
export const ErrInvalidChannel = registerError('channel', 4, 'invalid channel')
export const ErrInvalidTransfer = registerError('transfer', 10, 'invalid transfer authorization')
export const ErrDuplicateEntry = registerError('bank', 8, 'duplicate entry')
