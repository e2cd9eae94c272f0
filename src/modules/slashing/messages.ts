import { MsgUnjail } from 'cosmjs-types/cosmos/slashing/v1beta1/tx'
import { NO_BYTES } from '../../base/index.js'
import { message, updateParamsMessage, type Messages } from '../../chain/index.js'
import type { SlashingKeeper } from './keeper.js'
import { decodeParams, setParams, validateParams } from './params.js'

/** Source: cosmos-sdk x/slashing/keeper/msg_server.go. */
export const slashingMessages = (keeper: SlashingKeeper): Messages =>
  Object.fromEntries([
    message<MsgUnjail>({
      typeUrl: MsgUnjail.typeUrl,
      decode: (value) => MsgUnjail.decode(value),
      signers: ({ validatorAddr }) => [validatorAddr],
      operatorSigns: true,
      handle: (ctx, { validatorAddr }) => {
        keeper.unjail(ctx, validatorAddr)
        return NO_BYTES
      },
    }),
    updateParamsMessage({
      typeUrl: '/cosmos.slashing.v1beta1.MsgUpdateParams',
      authority: keeper.authority,
      decode: decodeParams,
      set: (ctx, params) => {
        validateParams(params)
        setParams(ctx, params)
      },
    }),
  ])
