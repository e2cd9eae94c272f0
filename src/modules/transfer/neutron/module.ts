import { message, type Module } from '../../../chain/index.js'
import { MsgTransfer, MsgTransferResponse, msgTransfer } from '../../../codec/neutron/transfer.js'
import { NO_FEE } from '../../../codec/neutron/feerefunder.js'
import { TRANSFER } from '../keys.js'
import { paramsMessage, transferSpec } from '../messages.js'
import { transferModule } from '../module.js'
import type { TransferRequest } from '../request.js'
import type { NeutronTransfers } from './transfers.js'

/** `STATE_OPEN`, `STATE_CLOSED`. */
const OPENED: ReadonlySet<number> = new Set([3, 4])

/** Neutron's transfer module; it also accepts the IBC message, without fees. Source: neutron x/transfer (06e81b9f). */
export function neutronTransferModule(transfers: NeutronTransfers): Module {
  const base = transferModule(transfers.keeper)
  return {
    ...base,
    messages: Object.fromEntries([
      message<MsgTransfer>({
        typeUrl: msgTransfer(transfers.release),
        decode: MsgTransfer.decode,
        signers: ({ sender }) => [sender],
        handle: (ctx, msg) =>
          MsgTransferResponse.encode({ sequenceId: transfers.transfer(ctx, msg), channel: msg.sourceChannel }).finish(),
      }),
      message<TransferRequest>({
        ...transferSpec,
        responseTypeUrl: `${msgTransfer(transfers.release)}Response`,
        handle: (ctx, request) => {
          const sequence = transfers.transfer(ctx, { ...request, fee: NO_FEE })
          return MsgTransferResponse.encode({ sequenceId: sequence, channel: request.sourceChannel }).finish()
        },
      }),
      paramsMessage(transfers.keeper),
      paramsMessage(transfers.keeper, `/${transfers.release}.transfer.MsgUpdateParams`),
    ]),
    initGenesis: (ctx, state) => {
      base.initGenesis!(ctx, state)
      // The reference's genesis does not contain the escrow accounts, which are recorded during channel handshakes.
      for (const { state, portId, channelId } of transfers.channelsOfPort(ctx, TRANSFER))
        if (portId === TRANSFER && OPENED.has(state)) transfers.addEscrow(ctx, portId, channelId)
    },
  }
}
