import { protoBytes, protoString, readProto } from '../codec/proto.js'
import type { Context } from './context.js'
import { registerError, type RegisteredError } from './errors.js'
import { message } from './module.js'

/** Messages of the account that may change a module's params: by default that of the gov module. */

/** Source: cosmos-sdk x/gov/types/errors.go. */
export const ErrInvalidSigner = registerError('gov', 13, 'expected gov account as only signer for proposal message')

/** @param expected bech32 @param root the error of modules that have another one @throws ChainError gov/13 */
export function assertAuthority(expected: string, given: string, root: RegisteredError = ErrInvalidSigner): void {
  if (given !== expected) throw root.error(`invalid authority; expected ${expected}, got ${given}`)
}

/** `MsgUpdateParams` with the authority in field 1 and the params in field 2, as most modules have it. */
export const updateParamsMessage = <Params>(spec: {
  readonly typeUrl: string
  /** Bech32. */
  readonly authority: string
  /** The error for another signer. Default: gov/13. */
  readonly unauthorized?: RegisteredError
  decode(params: Uint8Array): Params
  /** Checks and stores them. */
  set(ctx: Context, params: Params): void
}) =>
  message<{ readonly authority: string; readonly params: Params }>({
    typeUrl: spec.typeUrl,
    decode: (value) => {
      const fields = readProto(value)
      return { authority: protoString(fields, 1), params: spec.decode(protoBytes(fields, 2)) }
    },
    signers: ({ authority }) => [authority],
    handle: (ctx, { authority, params }) => {
      assertAuthority(spec.authority, authority, spec.unauthorized)
      spec.set(ctx, params)
      return new Uint8Array(0)
    },
  })
