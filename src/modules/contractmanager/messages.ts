import {
  assertAuthority,
  ErrInvalidRequest,
  message,
  parseAccAddress,
  rethrowing,
  wrapError,
  type Messages,
} from '../../chain/index.js'
import {
  MsgResubmitFailure,
  MsgResubmitFailureResponse,
  MsgUpdateParams,
  MsgUpdateParamsResponse,
} from '../../codec/neutron/contractmanager.js'
import type { ContractManagerKeeper } from './keeper.js'

/** @throws ChainError undefined/1 `failed to validate <type>: <field> is invalid: …` */
function checkedAddress(prefix: string, type: string, field: string, text: string): Uint8Array {
  return rethrowing(
    (error) => wrapError(wrapError(error, `${field} is invalid`), `failed to validate ${type}`),
    () => parseAccAddress(prefix, text),
  )
}

/** Source: neutron x/contractmanager/keeper/msg_server.go. */
export const contractManagerMessages = (keeper: ContractManagerKeeper): Messages =>
  Object.fromEntries([
    message<MsgUpdateParams>({
      typeUrl: `/${keeper.release}.contractmanager.MsgUpdateParams`,
      decode: (value) => MsgUpdateParams.decode(value),
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, params }) => {
        checkedAddress(ctx.prefix, 'MsgUpdateParams', 'authority', authority)
        assertAuthority(ctx, keeper.authority, authority, ErrInvalidRequest)
        keeper.setParams(ctx, params)
        return MsgUpdateParamsResponse.encode({}).finish()
      },
    }),
    ...(keeper.release === 'nolus' ? [] : [resubmitMessage(keeper)]),
  ])

const resubmitMessage = (keeper: ContractManagerKeeper) =>
  message<MsgResubmitFailure>({
    typeUrl: MsgResubmitFailure.typeUrl,
    decode: (value) => MsgResubmitFailure.decode(value),
    signers: ({ sender }) => [sender],
    handle: (ctx, { sender, failureId }) => {
      keeper.resubmit(ctx, checkedAddress(ctx.prefix, 'MsgResubmitFailure', 'sender', sender), failureId)
      return MsgResubmitFailureResponse.encode({}).finish()
    },
  })
