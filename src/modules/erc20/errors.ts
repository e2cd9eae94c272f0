import { registerError } from '../../chain/index.js'

const erc20 = (code: number, text: string) => registerError('erc20', code, text)

/** Source: cosmos/evm v0.7.3 x/erc20/types/errors.go. */
export const ErrDisabled = erc20(2, 'erc20 module is disabled')
export const ErrInternalPair = erc20(3, 'internal ethereum token mapping error')
export const ErrPairNotFound = erc20(4, 'token pair not found')
export const ErrPairExists = erc20(5, 'token pair already exists')
export const ErrUndefinedOwner = erc20(6, 'undefined owner of contract pair')
export const ErrBalanceInvariance = erc20(7, 'post transfer balance invariant failed')
export const ErrUnexpectedEvent = erc20(8, 'unexpected event')
export const ErrAbiUnpack = erc20(10, 'contract ABI unpack failed')
export const ErrEvmCall = erc20(12, 'EVM call unexpected error')
export const ErrPairDisabled = erc20(13, 'erc20 token pair is disabled')
export const ErrNativeConversion = erc20(16, 'native coins manual conversion is disabled')
export const ErrExpectedEvent = erc20(20, 'expected event')
