import { parseAccAddress, rethrowing } from '../../chain/index.js'
import { ErrIbcInvalidAddress } from './errors.js'

/** @throws ChainError ibc/5 */
export function validateSigner(signer: string, prefix: string): void {
  rethrowing(
    (error) => ErrIbcInvalidAddress.error(`string could not be parsed as address: ${error.log}`),
    () => parseAccAddress(prefix, signer),
  )
}
