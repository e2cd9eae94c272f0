import { NO_BYTES } from '../../base/index.js'
import { message, plainError, type Messages } from '../../chain/index.js'
import type { Any } from '../../codec/index.js'
import {
  MsgRegisterInterchainQuery,
  MsgRegisterInterchainQueryResponse,
  MsgRemoveInterchainQuery,
  MsgRemoveInterchainQueryResponse,
  MsgSubmitQueryResult,
  MsgSubmitQueryResultResponse,
  MsgUpdateInterchainQuery,
  MsgUpdateInterchainQueryResponse,
  MsgUpdateParams,
  MsgUpdateParamsResponse,
} from '../../codec/neutron/interchainqueries.js'
import type { InterchainQueriesKeeper } from './keeper.js'
import { register, remove, update, updateParams } from './registration.js'
import { submit } from './submission.js'
import { isClientMessage } from './tx-result.js'

/** Decoding a transaction also decodes the `Any` values in it. @throws ChainError undefined/1 */
function assertResolves(any: Any | undefined): void {
  if (any !== undefined && any.typeUrl !== '' && !isClientMessage(any))
    throw plainError(`unable to resolve type URL ${any.typeUrl}`)
}

/** Source: neutron x/interchainqueries/keeper/msg_server.go, types/tx.go. */
export const interchainQueriesMessages = (keeper: InterchainQueriesKeeper): Messages =>
  Object.fromEntries([
    message<MsgRegisterInterchainQuery>({
      typeUrl: MsgRegisterInterchainQuery.typeUrl,
      decode: (value) => MsgRegisterInterchainQuery.decode(value),
      signers: ({ sender }) => [sender],
      handle: (ctx, msg) => MsgRegisterInterchainQueryResponse.encode({ id: register(keeper, ctx, msg) }).finish(),
    }),
    message<MsgSubmitQueryResult>({
      typeUrl: MsgSubmitQueryResult.typeUrl,
      responseTypeUrl: MsgSubmitQueryResultResponse.typeUrl,
      decode: (value) => {
        const msg = MsgSubmitQueryResult.decode(value)
        assertResolves(msg.result?.block?.header)
        assertResolves(msg.result?.block?.nextBlockHeader)
        return msg
      },
      signers: ({ sender }) => [sender],
      handle: (ctx, msg) => {
        submit(keeper, ctx, msg)
        return NO_BYTES
      },
    }),
    message<MsgRemoveInterchainQuery>({
      typeUrl: MsgRemoveInterchainQuery.typeUrl,
      responseTypeUrl: MsgRemoveInterchainQueryResponse.typeUrl,
      decode: (value) => MsgRemoveInterchainQuery.decode(value),
      signers: ({ sender }) => [sender],
      handle: (ctx, msg) => {
        remove(keeper, ctx, msg)
        return NO_BYTES
      },
    }),
    message<MsgUpdateInterchainQuery>({
      typeUrl: MsgUpdateInterchainQuery.typeUrl,
      responseTypeUrl: MsgUpdateInterchainQueryResponse.typeUrl,
      decode: (value) => MsgUpdateInterchainQuery.decode(value),
      signers: ({ sender }) => [sender],
      handle: (ctx, msg) => {
        update(keeper, ctx, msg)
        return NO_BYTES
      },
    }),
    message<MsgUpdateParams>({
      typeUrl: MsgUpdateParams.typeUrl,
      responseTypeUrl: MsgUpdateParamsResponse.typeUrl,
      decode: (value) => MsgUpdateParams.decode(value),
      signers: ({ authority }) => [authority],
      handle: (ctx, msg) => {
        updateParams(keeper, ctx, msg)
        return NO_BYTES
      },
    }),
  ])
