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
  MsgRegisterAccount,
  MsgSubmitTx,
  MsgUpdateIctxParams,
  RegisterAccountResponse,
  SubmitTxResponse,
  msgRegisterAccount,
  msgSubmitTx,
} from '../../codec/neutron/interchaintxs.js'
import type { InterchainTxsKeeper } from './keeper.js'

/** Source: neutron x/interchaintxs/keeper/msg_server.go. */
export const interchainTxsMessages = (keeper: InterchainTxsKeeper): Messages =>
  Object.fromEntries([
    message<MsgRegisterAccount>({
      typeUrl: msgRegisterAccount(keeper.release),
      decode: MsgRegisterAccount.decode,
      signers: ({ fromAddress }) => [fromAddress],
      handle: (ctx, msg) => {
        const { channelId, portId } = keeper.register(ctx, msg)
        return RegisterAccountResponse.encode({ channelId, portId }).finish()
      },
    }),
    message<MsgSubmitTx>({
      typeUrl: msgSubmitTx(keeper.release),
      decode: MsgSubmitTx.decode,
      signers: ({ fromAddress }) => [fromAddress],
      handle: (ctx, msg) => {
        const { sequence, channelId } = keeper.submit(ctx, msg)
        return SubmitTxResponse.encode({ sequenceId: sequence, channel: channelId }).finish()
      },
    }),
    message<MsgUpdateIctxParams>({
      typeUrl: `/${keeper.release}.interchaintxs.v1.MsgUpdateParams`,
      decode: MsgUpdateIctxParams.decode,
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, params }) => {
        wrapping('failed to validate MsgUpdateParams', () =>
          wrapping('authority is invalid', () => parseAccAddress(ctx.prefix, authority)),
        )
        assertAuthority(ctx, keeper.authority, authority, ErrInvalidRequest)
        keeper.setParams(ctx, params)
        return NO_BYTES
      },
    }),
  ])
