import { NO_BYTES, type ChainError } from '../base/index.js'
import { protoMessage, protoString, readProto } from '../codec/index.js'
import type { Context } from './context.js'
import { parseAccAddress } from './address.js'
import { registerError, wrapping, type RegisteredError } from './errors.js'
import { message } from './module.js'
import { ErrUnauthorized } from './sdk-errors.js'

/** Messages of the account that may change a module's params: by default that of the gov module. */

/** Source: cosmos-sdk x/gov/types/errors.go. */
export const ErrInvalidSigner = registerError('gov', 13, 'expected gov account as only signer for proposal message')

/** @param expected bech32 @param root the error of modules that have another one @throws ChainError gov/13, or as {@link assertSignedBy} */
export const assertAuthority = (
  ctx: Context,
  expected: string,
  given: string,
  root: RegisteredError = ErrInvalidSigner,
): void =>
  assertSignedBy(ctx, expected, given, () => root.error(`invalid authority; expected ${expected}, got ${given}`))

/**
 * Refuses a signer other than the authority: that of the consensus params, if there is one, or else the module's.
 * @param authority bech32 @param ownError of the module, where releases leave that to modules
 * @throws ChainError sdk/4 in the others. Source: cosmos-sdk v0.54.0 types/authority.go `ValidateAuthority`
 */
export function assertSignedBy(
  { release, consensus }: Context,
  authority: string,
  given: string,
  ownError: () => ChainError,
): void {
  const expected = consensus.authority || authority
  if (given === expected) return
  throw release.authorityError === 'common'
    ? ErrUnauthorized.error(`invalid authority: expected ${expected}, got ${given}`)
    : ownError()
}

/** `MsgUpdateParams` with the authority in field 1 and the params in field 2, as most modules have it. */
export const updateParamsMessage = <Params>(spec: {
  readonly typeUrl: string
  /** Bech32. */
  readonly authority: string
  /** The error for another signer. Default: gov/13. */
  readonly unauthorized?: RegisteredError
  decode(params: Uint8Array): Params
  /** Checks the message before its signer, the address of that first. Left out by modules that check nothing there. */
  readonly validate?: (params: Params) => void
  /** Checks and stores them. */
  set(ctx: Context, params: Params): void
}) => {
  const { validate } = spec
  const check =
    validate &&
    (({ authority, params }: { readonly authority: string; readonly params: Params }, prefix: string): void => {
      wrapping('invalid authority address', () => parseAccAddress(prefix, authority))
      validate(params)
    })
  return message<{ readonly authority: string; readonly params: Params }>({
    typeUrl: spec.typeUrl,
    decode: (value) => {
      const fields = readProto(value)
      return { authority: protoString(fields, 1), params: spec.decode(protoMessage(fields, 2) ?? NO_BYTES) }
    },
    signers: ({ authority }) => [authority],
    ...(check && { validateBasic: check }),
    handle: (ctx, msg) => {
      const { authority, params } = msg
      check?.(msg, ctx.prefix)
      assertAuthority(ctx, spec.authority, authority, spec.unauthorized)
      spec.set(ctx, params)
      return NO_BYTES
    },
  })
}
