import { ChainError } from '../../base/errors.js'
import { parseAccAddress } from '../../chain/address.js'
import { ErrIbcInvalidAddress } from './errors.js'

/** @throws ChainError ibc/5 */
export function validateSigner(signer: string, prefix: string): void {
  try {
    parseAccAddress(prefix, signer)
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    throw ErrIbcInvalidAddress.error(`string could not be parsed as address: ${error.log}`)
  }
}
