import { equalFold } from '../../codec/index.js'
import {
  MsgGrantAllowance,
  MsgGrantAllowanceResponse,
  MsgPruneAllowances,
  MsgPruneAllowancesResponse,
  MsgRevokeAllowance,
  MsgRevokeAllowanceResponse,
} from 'cosmjs-types/cosmos/feegrant/v1beta1/tx'
import {
  ErrInvalidAddress,
  ErrInvalidRequest,
  event,
  message,
  nilPointer,
  parseAddress,
  type Context,
  type Messages,
} from '../../chain/index.js'
import { readAllowance, type Allowance } from './allowances/index.js'
import { ErrNoAllowance } from './errors.js'
import type { FeegrantKeeper } from './keeper.js'

/** How many allowances a message deletes. */
const MAX_PRUNED = 75

/** A grant, and its allowance if it has one of a known type. */
interface GrantMessage extends MsgGrantAllowance {
  readonly unpacked: Allowance | undefined
}

/** Source: cosmossdk.io/x/feegrant v0.2.0 keeper/msg_server.go. */
export const feegrantMessages = (keeper: FeegrantKeeper): Messages =>
  Object.fromEntries([
    message<GrantMessage>({
      typeUrl: MsgGrantAllowance.typeUrl,
      decode: (value) => {
        const decoded = MsgGrantAllowance.decode(value)
        const { allowance } = decoded
        // A packed allowance without a type is one that the chain does not unpack.
        const isPacked = allowance !== undefined && allowance.typeUrl !== ''
        return { ...decoded, unpacked: isPacked ? readAllowance(allowance, 1) : undefined }
      },
      signers: ({ granter }) => [granter],
      handle: (ctx, msg) => {
        if (equalFold(msg.grantee, msg.granter)) throw ErrInvalidAddress.error('cannot self-grant fee authorization')
        const { granter, grantee } = pair(ctx, msg)
        if (keeper.has(ctx, granter, grantee)) throw ErrInvalidRequest.error('fee allowance already exists')
        if (msg.allowance === undefined) throw nilPointer()
        if (msg.unpacked === undefined) throw ErrNoAllowance.error('failed to get allowance')
        msg.unpacked.validateBasic()
        keeper.grant(ctx, granter, grantee, msg.unpacked)
        return MsgGrantAllowanceResponse.encode({}).finish()
      },
    }),
    message<MsgRevokeAllowance>({
      typeUrl: MsgRevokeAllowance.typeUrl,
      decode: (value) => MsgRevokeAllowance.decode(value),
      signers: ({ granter }) => [granter],
      handle: (ctx, msg) => {
        if (msg.grantee === msg.granter) throw ErrInvalidAddress.error('addresses must be different')
        const { granter, grantee } = pair(ctx, msg)
        keeper.revoke(ctx, granter, grantee)
        return MsgRevokeAllowanceResponse.encode({}).finish()
      },
    }),
    message<MsgPruneAllowances>({
      typeUrl: MsgPruneAllowances.typeUrl,
      decode: (value) => MsgPruneAllowances.decode(value),
      signers: ({ pruner }) => [pruner],
      handle: (ctx, { pruner }) => {
        keeper.prune(ctx, MAX_PRUNED)
        ctx.events.emit(event('prune_feegrant', ['pruner', pruner]))
        return MsgPruneAllowancesResponse.encode({}).finish()
      },
    }),
  ])

/** The accounts of a message. @throws ChainError */
function pair(ctx: Context, msg: { readonly granter: string; readonly grantee: string }) {
  const grantee = parseAddress(ctx, msg.grantee)
  return { grantee, granter: parseAddress(ctx, msg.granter) }
}
