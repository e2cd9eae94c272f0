import { registerError } from '../../chain/index.js'

/** Source: cosmos/evm v0.7.3 x/erc20/types/errors.go. */
export const ErrPairNotFound = registerError('erc20', 4, 'token pair not found')
export const ErrPairExists = registerError('erc20', 5, 'token pair already exists')
export const ErrPairDisabled = registerError('erc20', 13, 'erc20 token pair is disabled')
