import { MsgUpdateParams, MsgUpdateParamsResponse } from 'cosmjs-types/cosmos/auth/v1beta1/tx'
import { assertSignedBy, message, plainError, type Messages } from '../../chain/index.js'
import type { AccountKeeper } from './keeper.js'
import { validateAuthParams } from './params.js'

/** Source: cosmos-sdk x/auth/keeper/msg_server.go. */
export const authMessages = (keeper: AccountKeeper, authority: string): Messages =>
  Object.fromEntries([
    message<MsgUpdateParams>({
      typeUrl: '/cosmos.auth.v1beta1.MsgUpdateParams',
      decode: (value) => MsgUpdateParams.decode(value),
      signers: (msg) => [msg.authority],
      handle: (ctx, msg) => {
        assertSignedBy(ctx, authority, msg.authority, () =>
          plainError(
            `expected gov account as only signer for proposal message; invalid authority; expected ${authority}, got ${msg.authority}`,
          ),
        )
        validateAuthParams(msg.params, ctx.release.texts)
        keeper.setParams(ctx, msg.params)
        return MsgUpdateParamsResponse.encode({}).finish()
      },
    }),
  ])
