import { registerError } from '../../chain/index.js'

export type FactoryErrors = ReturnType<typeof factoryErrors>

/** @param maxSubdenom in bytes. Source: neutron x/tokenfactory/types/errors.go, x/coinfactory/types/errors.go. */
export function factoryErrors(codespace: string, maxSubdenom: number) {
  const error = (code: number, text: string) => registerError(codespace, code, text)
  return {
    denomExists: error(2, 'attempting to create a denom that already exists (has bank metadata)'),
    unauthorized: error(3, 'unauthorized account'),
    invalidDenom: error(4, 'invalid denom'),
    invalidCreator: error(5, 'invalid creator'),
    subdenomTooLong: error(8, `subdenom too long, max length is ${maxSubdenom} bytes`),
    creatorTooLong: error(9, 'creator too long, max length is 75 bytes'),
    denomDoesNotExist: error(10, 'denom does not exist'),
    burnFromModuleAccount: error(11, 'burning from Module Account is not allowed'),
    trackOutOfGas: error(12, 'gas meter hit maximum limit'),
    hookNotWhitelisted: error(14, 'beforeSendHook is not whitelisted'),
  }
}
