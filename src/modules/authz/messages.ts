import {
  MsgExec,
  MsgExecResponse,
  MsgGrant,
  MsgGrantResponse,
  MsgRevoke,
  MsgRevokeResponse,
} from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import {
  ErrInvalidRequest,
  ErrInvalidType,
  ErrUnauthorized,
  message,
  parseParty,
  plainError,
  wrapping,
  type Context,
  type Messages,
} from '../../chain/index.js'
import { equalFold, nanosOf } from '../../codec/index.js'
import { ErrGranteeIsGranter } from './errors.js'
import type { AuthzParts } from './expected.js'
import type { AuthzKeeper } from './keeper.js'

/** How deep messages may be packed in each other. Source: cosmos-sdk codec/types `MaxUnpackAnyRecursionDepth`. */
const MAX_DEPTH = 10
const MAX_CALLS = 100

/** Source: cosmos-sdk v0.53.6 x/authz/keeper/msg_server.go. */
export const authzMessages = (keeper: AuthzKeeper, parts: AuthzParts, prefix: string): Messages =>
  Object.fromEntries([
    message<MsgGrant>({
      typeUrl: MsgGrant.typeUrl,
      decode: (value) => {
        const decoded = MsgGrant.decode(value)
        if (decoded.grant.authorization !== undefined) keeper.read(decoded.grant.authorization, prefix)
        return decoded
      },
      signers: ({ granter }) => [granter],
      handle: (ctx, msg) => grant(keeper, parts, ctx, msg),
    }),
    message<MsgRevoke>({
      typeUrl: MsgRevoke.typeUrl,
      decode: (value) => MsgRevoke.decode(value),
      signers: ({ granter }) => [granter],
      handle: (ctx, msg) => {
        const { granter, grantee } = pair(ctx, msg)
        if (msg.msgTypeUrl === '') throw ErrInvalidRequest.error('missing msg method name')
        keeper.delete(ctx, granter, grantee, msg.msgTypeUrl)
        return MsgRevokeResponse.encode({}).finish()
      },
    }),
    message<MsgExec>({
      typeUrl: MsgExec.typeUrl,
      decode: (value) => {
        const decoded = MsgExec.decode(value)
        checkUnpacking(decoded)
        for (const inner of decoded.msgs) parts.router().decode(inner)
        return decoded
      },
      signers: ({ grantee }) => [grantee],
      handle: (ctx, { grantee, msgs }) => {
        if (grantee === '') throw plainError('empty address string is not allowed')
        const address = parseParty(ctx, 'grantee', grantee)
        if (msgs.length === 0) throw ErrInvalidRequest.error('messages cannot be empty')
        for (const [at, inner] of msgs.entries())
          wrapping(`msg ${at}`, () => parts.router().decode(inner).validateBasic())
        return MsgExecResponse.encode({ results: keeper.dispatch(ctx, address, msgs) }).finish()
      },
    }),
  ])

/**
 * Go unpacks so many messages inside each other, and so many in all, the outermost included.
 * @throws ChainError undefined/1
 * Source: cosmos-sdk v0.53.6 codec/types/interface_registry.go `UnpackAny`.
 */
function checkUnpacking(outermost: MsgExec): void {
  let left = MAX_CALLS - 1
  const check = ({ msgs }: MsgExec, depth: number): void => {
    for (const { typeUrl, value } of msgs) {
      if (depth > MAX_DEPTH) throw plainError('max depth exceeded')
      if (left === 0) throw plainError('call limit exceeded')
      if (typeUrl !== '') left--
      if (typeUrl === MsgExec.typeUrl) check(MsgExec.decode(value), depth + 1)
    }
  }
  check(outermost, 2)
}

function grant(keeper: AuthzKeeper, { accounts, bank }: AuthzParts, ctx: Context, msg: MsgGrant): Uint8Array {
  const { granter, grantee } = pair(ctx, msg)
  const packed = msg.grant.authorization
  if (packed === undefined) throw ErrInvalidType.error('authorization is nil')
  const authorization = keeper.read(packed, ctx.prefix)
  authorization.validateBasic()
  if (accounts.get(ctx, grantee) === undefined) {
    if (bank.isBlocked(grantee)) throw ErrUnauthorized.error(`${msg.grantee} is not allowed to receive funds`)
    accounts.open(ctx, grantee)
  }
  const typeUrl = authorization.msgTypeUrl
  if (!keeper.isHandled(typeUrl)) throw ErrInvalidType.error(`${typeUrl} doesn't exist.`)
  const { expiration } = msg.grant
  keeper.save(ctx, granter, grantee, packed, expiration && nanosOf(expiration))
  return MsgGrantResponse.encode({}).finish()
}

/** The accounts of a message. @throws ChainError authz/7, sdk/7 */
function pair(ctx: Context, msg: { readonly granter: string; readonly grantee: string }) {
  if (equalFold(msg.grantee, msg.granter)) throw ErrGranteeIsGranter.error()
  const grantee = parseParty(ctx, 'grantee', msg.grantee)
  const granter = parseParty(ctx, 'granter', msg.granter)
  return { granter, grantee }
}
