import { assertSignedBy, parseAccAddress, rethrowing, type Context } from '../../chain/index.js'
import { ErrInvalidAddress, ErrUnauthorized } from './errors.js'

/** Checks that a message's signer is an address. @throws ChainError ibc/5 */
export function checkSigner(signer: string, prefix: string): void {
  rethrowing(
    (error) => ErrInvalidAddress.error(`string could not be parsed as address: ${error.log}`),
    () => parseAccAddress(prefix, signer),
  )
}

/** The authority in a text about several that may sign; releases whose error for it is common leave it out. */
export const ownName = ({ release }: Context, authority: string): string =>
  release.authorityError === 'common' ? '' : ` ${authority}`

/** @throws ChainError ibc/2, or as `assertSignedBy` */
export const checkAuthority = (ctx: Context, authority: string, signer: string): void =>
  assertSignedBy(ctx, authority, signer, () => ErrUnauthorized.error(`expected ${authority}, got ${signer}`))
