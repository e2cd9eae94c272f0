import { parseAccAddress, rethrowing } from '../../chain/index.js'
import { ErrInvalidAddress, ErrUnauthorized } from './errors.js'

/** Checks that a message's signer is an address. @throws ChainError ibc/5 */
export function checkSigner(signer: string, prefix: string): void {
  rethrowing(
    (error) => ErrInvalidAddress.error(`string could not be parsed as address: ${error.log}`),
    () => parseAccAddress(prefix, signer),
  )
}

/** @throws ChainError ibc/2 */
export function checkAuthority(authority: string, signer: string): void {
  if (authority !== signer) throw ErrUnauthorized.error(`expected ${authority}, got ${signer}`)
}
