import { addressText, wrapping, type Context } from '../../../chain/index.js'
import { toUtf8 } from '../../../base/index.js'
import {
  coinOf,
  goObject,
  goString,
  sdkCoin,
  sdkCoins,
  string,
  struct,
  uint64,
  type ValueOf,
} from '../../../codec/go-json/index.js'
import { MsgTransferResponse, msgTransfer } from '../../../codec/neutron/transfer.js'
import type { NeutronTransfers } from './transfers.js'

/** Go's JSON of `neutron.transfer.MsgTransfer`. */
const IbcTransfer = struct('MsgTransfer', {
  source_port: string,
  source_channel: string,
  token: sdkCoin,
  sender: string,
  receiver: string,
  timeout_height: struct('Height', { revision_number: uint64, revision_height: uint64 }),
  timeout_timestamp: uint64,
  memo: string,
  fee: struct('Fee', { recv_fee: sdkCoins, ack_fee: sdkCoins, timeout_fee: sdkCoins }),
})

/** The custom message `{"ibc_transfer":{…}}`; its sender is always the contract. Source: neutron wasmbinding/message_plugin.go `ibcTransfer`. */
export const ibcTransferBinding = (transfers: NeutronTransfers) => ({
  name: 'ibc_transfer',
  type: IbcTransfer,
  send: (ctx: Context, contract: Uint8Array, msg: ValueOf<typeof IbcTransfer>) => {
    const { revision_number: revisionNumber, revision_height: revisionHeight } = msg.timeout_height
    const channel = msg.source_channel
    const sequence = wrapping('failed to execute IBCTransfer', () =>
      transfers.transfer(ctx, {
        sourcePort: msg.source_port,
        sourceChannel: channel,
        token: coinOf(msg.token),
        sender: addressText(ctx.prefix, contract),
        receiver: msg.receiver,
        timeoutHeight: { revisionNumber, revisionHeight },
        timeoutTimestamp: msg.timeout_timestamp,
        memo: msg.memo,
        fee: {
          recvFee: msg.fee.recv_fee.map(coinOf),
          ackFee: msg.fee.ack_fee.map(coinOf),
          timeoutFee: msg.fee.timeout_fee.map(coinOf),
        },
      }),
    )
    const json = goObject({ sequence_id: String(sequence), channel: goString(channel) })
    return {
      events: [],
      data: [toUtf8(json)],
      msgResponses: [
        {
          typeUrl: `${msgTransfer(transfers.release)}Response`,
          value: MsgTransferResponse.encode({ sequenceId: sequence, channel }).finish(),
        },
      ],
    }
  },
})
