import { NO_BYTES } from '../../base/index.js'
import {
  assertAuthority,
  ErrInvalidRequest,
  message,
  parseAccAddress,
  wrapping,
  type Messages,
} from '../../chain/index.js'
import {
  decodeMsgRegisterAccount,
  decodeMsgSubmitTx,
  decodeMsgUpdateIctxParams,
  encodeRegisterAccountResponse,
  encodeSubmitTxResponse,
  msgRegisterAccount,
  msgSubmitTx,
  type MsgRegisterAccount,
  type MsgSubmitTx,
  type MsgUpdateIctxParams,
} from '../../codec/neutron/interchaintxs.js'
import type { InterchainTxsKeeper } from './keeper.js'

/** Source: neutron x/interchaintxs/keeper/msg_server.go. */
export const interchainTxsMessages = (keeper: InterchainTxsKeeper): Messages =>
  Object.fromEntries([
    message<MsgRegisterAccount>({
      typeUrl: msgRegisterAccount(keeper.release),
      decode: decodeMsgRegisterAccount,
      signers: ({ fromAddress }) => [fromAddress],
      handle: (ctx, msg) => {
        const { channelId, portId } = keeper.register(ctx, msg)
        return encodeRegisterAccountResponse(channelId, portId)
      },
    }),
    message<MsgSubmitTx>({
      typeUrl: msgSubmitTx(keeper.release),
      decode: decodeMsgSubmitTx,
      signers: ({ fromAddress }) => [fromAddress],
      handle: (ctx, msg) => {
        const { sequence, channelId } = keeper.submit(ctx, msg)
        return encodeSubmitTxResponse(sequence, channelId)
      },
    }),
    message<MsgUpdateIctxParams>({
      typeUrl: `/${keeper.release}.interchaintxs.v1.MsgUpdateParams`,
      decode: decodeMsgUpdateIctxParams,
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, params }) => {
        wrapping('failed to validate MsgUpdateParams', () =>
          wrapping('authority is invalid', () => parseAccAddress(ctx.prefix, authority)),
        )
        assertAuthority(keeper.authority, authority, ErrInvalidRequest)
        keeper.setParams(ctx, params)
        return NO_BYTES
      },
    }),
  ])
