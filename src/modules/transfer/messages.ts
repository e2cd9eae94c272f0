import { Params } from 'cosmjs-types/ibc/applications/transfer/v1/transfer'
import { MsgTransfer, MsgTransferResponse, MsgUpdateParamsResponse } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { NO_BYTES } from '../../base/index.js'
import { assertSignedBy, message, type Messages, type MessageSpec } from '../../chain/index.js'
import { decodeCoin, isBlank, protoMessage, protoString, readProto } from '../../codec/index.js'
import { ErrIbcInvalidAddress, ErrIbcUnauthorized } from './errors.js'
import type { TransferKeeper } from './keeper.js'
import { validateRequest, type TransferRequest } from './request.js'

const SERVICE = '/ibc.applications.transfer.v1'

/** The parts of `MsgTransfer` that are the same on all chains. */
export const transferSpec: Pick<MessageSpec<TransferRequest>, 'typeUrl' | 'decode' | 'signers' | 'validateBasic'> = {
  typeUrl: `${SERVICE}.MsgTransfer`,
  decode: (value) => {
    const { token, ...rest } = MsgTransfer.decode(value)
    // The generated type lacks the encoding.
    return { ...rest, token: decodeCoin(token), encoding: protoString(readProto(value), 9) }
  },
  signers: ({ sender }) => [sender],
  validateBasic: (request) => validateRequest(request),
}

export const paramsMessage = (keeper: TransferKeeper, typeUrl = `${SERVICE}.MsgUpdateParams`) =>
  message<{ readonly signer: string; readonly params: Params }>({
    typeUrl,
    // The generated code uses the type of the client params here.
    decode: (value) => {
      const fields = readProto(value)
      const params = Params.decode(protoMessage(fields, 2) ?? NO_BYTES)
      return { signer: protoString(fields, 1), params }
    },
    signers: ({ signer }) => [signer],
    validateBasic: ({ signer }) => {
      if (isBlank(signer)) throw ErrIbcInvalidAddress.error('missing sender address')
    },
    handle: (ctx, { signer, params }) => {
      assertSignedBy(ctx, keeper.authority, signer, () =>
        ErrIbcUnauthorized.error(`expected ${keeper.authority}, got ${signer}`),
      )
      keeper.setParams(ctx, params)
      return MsgUpdateParamsResponse.encode({}).finish()
    },
  })

/** Source: ibc-go v10 apps/transfer/keeper/msg_server.go. */
export const transferMessages = (keeper: TransferKeeper): Messages =>
  Object.fromEntries([
    message<TransferRequest>({
      ...transferSpec,
      handle: (ctx, request) => MsgTransferResponse.encode({ sequence: keeper.transfer(ctx, request) }).finish(),
    }),
    paramsMessage(keeper),
  ])
