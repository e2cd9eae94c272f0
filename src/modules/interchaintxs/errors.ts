import { registerError } from '../../chain/index.js'

const ictx = (code: number, text: string) => registerError('interchaintxs', code, text)

/** Source: neutron x/interchaintxs/types/errors.go. */
export const ErrInvalidIcaOwner = ictx(1100, 'invalid interchain account interchainAccountID')
export const ErrInvalidAccountAddress = ictx(1101, 'invalid account address')
export const ErrInterchainAccountNotFound = ictx(1102, 'interchain account not found')
export const ErrNotContract = ictx(1103, 'not a contract')
export const ErrEmptyInterchainAccountId = ictx(1104, 'empty interchain account id')
export const ErrEmptyConnectionId = ictx(1105, 'empty connection id')
export const ErrNoMessages = ictx(1106, 'no messages provided')
export const ErrInvalidTimeout = ictx(1107, 'invalid timeout')
export const ErrLongInterchainAccountId = ictx(1109, 'interchain account id is too long')

/** Errors of other modules that this one returns. */
export const ErrActiveChannelNotFound = registerError('interchainaccounts', 11, 'no active channel for this owner')
export const ErrSequenceSendNotFound = registerError('channel', 10, 'sequence send not found')
