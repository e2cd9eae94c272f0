import { MsgUnjail } from 'cosmjs-types/cosmos/slashing/v1beta1/tx'
import { message, type Messages } from '../../chain/module.js'
import { protoMessages, protoString, readProto } from '../../codec/proto.js'
import { ErrInvalidAuthority } from './errors.js'
import type { SlashingKeeper } from './keeper.js'
import { decodeParams, setParams, validateParams, type Params } from './params.js'

const NOTHING = new Uint8Array(0)

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
        return NOTHING
      },
    }),
    message<{ readonly authority: string; readonly params: Params }>({
      typeUrl: '/cosmos.slashing.v1beta1.MsgUpdateParams',
      decode: (value) => {
        const fields = readProto(value)
        return { authority: protoString(fields, 1), params: decodeParams(protoMessages(fields, 2).at(-1) ?? NOTHING) }
      },
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, params }) => {
        if (authority !== keeper.authority)
          throw ErrInvalidAuthority.error(`invalid authority; expected ${keeper.authority}, got ${authority}`)
        validateParams(params)
        setParams(ctx, params)
        return NOTHING
      },
    }),
  ])
