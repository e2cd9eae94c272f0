import { registerError } from '../../chain/errors.js'

const tokenfactory = (code: number, text: string) => registerError('tokenfactory', code, text)

/** Source: neutron x/tokenfactory/types/errors.go. */
export const ErrDenomExists = tokenfactory(2, 'attempting to create a denom that already exists (has bank metadata)')
export const ErrUnauthorized = tokenfactory(3, 'unauthorized account')
export const ErrInvalidDenom = tokenfactory(4, 'invalid denom')
export const ErrInvalidCreator = tokenfactory(5, 'invalid creator')
export const ErrSubdenomTooLong = tokenfactory(8, 'subdenom too long, max length is 44 bytes')
export const ErrCreatorTooLong = tokenfactory(9, 'creator too long, max length is 75 bytes')
export const ErrDenomDoesNotExist = tokenfactory(10, 'denom does not exist')
export const ErrBurnFromModuleAccount = tokenfactory(11, 'burning from Module Account is not allowed')
export const ErrTrackBeforeSendOutOfGas = tokenfactory(12, 'gas meter hit maximum limit')
export const ErrBeforeSendHookNotWhitelisted = tokenfactory(14, 'beforeSendHook is not whitelisted')
