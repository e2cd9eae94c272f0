import { isBlank } from '../../../codec/index.js'
import { assertSignedBy, message, wrapping, type Messages } from '../../../chain/index.js'
import { orderToJSON } from 'cosmjs-types/ibc/core/channel/v1/channel'
import {
  MsgRegisterInterchainAccount,
  MsgRegisterInterchainAccountResponse,
  MsgSendTx,
  MsgSendTxResponse,
  MsgUpdateParams,
  MsgUpdateParamsResponse,
} from 'cosmjs-types/ibc/applications/interchain_accounts/controller/v1/tx'
import { connectionIdProblem } from '../../../codec/ibc/index.js'
import {
  ErrIbcInvalidAddress,
  ErrIbcInvalidRequest,
  ErrIbcUnauthorized,
  ErrInvalidChannelOrdering,
  ErrInvalidId,
} from '../errors.js'
import { Order } from '../expected.js'
import { validatePacketData } from '../packet-data.js'
import { controllerPort } from '../state.js'
import { validateSigner } from '../signer.js'
import type { ControllerKeeper } from './keeper.js'

const MAX_OWNER = 2048
const MAX_UINT64 = (1n << 64n) - 1n

/** Source: ibc-go v10.5.0 apps/27-interchain-accounts/controller/types/msgs.go, keeper/msg_server.go. */
export const controllerMessages = (keeper: ControllerKeeper): Messages =>
  Object.fromEntries([
    message<MsgRegisterInterchainAccount>({
      typeUrl: MsgRegisterInterchainAccount.typeUrl,
      decode: (value) => MsgRegisterInterchainAccount.decode(value),
      signers: ({ owner }) => [owner],
      validateBasic: ({ connectionId, ordering, owner }) => {
        validateConnection(connectionId)
        if (ordering !== Order.ORDER_ORDERED && ordering !== Order.ORDER_UNORDERED)
          throw ErrInvalidChannelOrdering.error(orderToJSON(ordering))
        validateOwner(owner)
      },
      handle: (ctx, msg) => MsgRegisterInterchainAccountResponse.encode(keeper.register(ctx, msg)).finish(),
    }),
    message<MsgSendTx>({
      typeUrl: MsgSendTx.typeUrl,
      decode: (value) => MsgSendTx.decode(value),
      signers: ({ owner }) => [owner],
      validateBasic: ({ connectionId, owner, packetData, relativeTimeout }) => {
        validateConnection(connectionId)
        validateOwner(owner)
        wrapping('invalid interchain account packet data', () => validatePacketData(packetData))
        if (relativeTimeout === 0n) throw ErrIbcInvalidRequest.error('relative timeout cannot be zero')
      },
      handle: (ctx, msg) => MsgSendTxResponse.encode({ sequence: sendTx(keeper, ctx, msg) }).finish(),
    }),
    message<MsgUpdateParams>({
      typeUrl: MsgUpdateParams.typeUrl,
      decode: (value) => MsgUpdateParams.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ signer }, prefix) => validateSigner(signer, prefix),
      handle: (ctx, { signer, params }) => {
        assertSignedBy(ctx, keeper.authority, signer, () =>
          ErrIbcUnauthorized.error(`expected ${keeper.authority}, got ${signer}`),
        )
        keeper.setParams(ctx, params)
        return MsgUpdateParamsResponse.encode({}).finish()
      },
    }),
  ])

/** Sends with a relative timeout; a sum above 64 bits wraps as in Go. @returns the packet's sequence */
export const sendTx = (
  keeper: ControllerKeeper,
  ctx: Parameters<ControllerKeeper['sendTx']>[0],
  { owner, connectionId, packetData, relativeTimeout }: MsgSendTx,
): bigint =>
  keeper.sendTx(ctx, connectionId, controllerPort(owner), packetData, (ctx.block.time + relativeTimeout) & MAX_UINT64)

function validateConnection(connectionId: string): void {
  const problem = connectionIdProblem(connectionId)
  if (problem !== undefined)
    wrapping('invalid connection ID', () => {
      throw ErrInvalidId.error(problem)
    })
}

function validateOwner(owner: string): void {
  if (isBlank(owner)) throw ErrIbcInvalidAddress.error('owner address cannot be empty')
  if (Buffer.byteLength(owner) > MAX_OWNER)
    throw ErrIbcInvalidAddress.error(`owner address must not exceed ${MAX_OWNER} bytes`)
}
