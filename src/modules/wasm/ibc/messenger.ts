import type { Context } from '../../../chain/context.js'
import { ProtoWriter } from '../../../codec/proto.js'
import type { IbcMsg } from '../../../codec/wasm/index.js'
import { within } from '../access.js'
import type { Dispatched, Messenger } from '../dispatch.js'
import { ErrEmpty, ErrInvalid, ErrUnknownMsg, ErrUnsupportedForContract } from '../errors.js'
import type { ContractIbc } from './expected.js'
import { deleteAsyncPacket, loadAsyncPacket } from './packets.js'

const ZERO_HEIGHT = { revisionNumber: 0n, revisionHeight: 0n }

/** One response, which is the data too. */
export const answeredBy = (name: string, value: Uint8Array): Dispatched => ({
  events: [],
  data: [value],
  msgResponses: [{ typeUrl: `/cosmwasm.wasm.v1.${name}`, value }],
})

/** Packets of a contract's own port. Source: wasmd x/wasm/keeper/handler_plugin.go `IBCRawPacketHandler`. */
export const packetMessenger =
  (find: () => ContractIbc | undefined): Messenger =>
  (ctx, _contract, ibcPort, { ibc: message }) => {
    const ibc = find()
    if (message === undefined || ibc === undefined) throw ErrUnknownMsg.error()
    if (message.send_packet !== undefined) return send(ctx, ibc, ibcPort, message.send_packet)
    if (message.write_acknowledgement !== undefined)
      return acknowledge(ctx, ibc, ibcPort, message.write_acknowledgement)
    throw ErrUnknownMsg.error()
  }

function send(
  ctx: Context,
  ibc: ContractIbc,
  portId: string,
  { channel_id: channelId, data = new Uint8Array(0), timeout }: NonNullable<IbcMsg['send_packet']>,
): Dispatched {
  assertPlace(portId, channelId)
  const { block } = timeout
  const height = block === undefined ? ZERO_HEIGHT : { revisionNumber: block.revision, revisionHeight: block.height }
  const sequence = within('channel', () => ibc.packets.send(ctx, portId, channelId, height, timeout.timestamp, data))
  return answeredBy('MsgIBCSendResponse', new ProtoWriter().uint64(1, sequence).finish())
}

function acknowledge(
  ctx: Context,
  ibc: ContractIbc,
  portId: string,
  { channel_id: channelId, packet_sequence: sequence, ack }: NonNullable<IbcMsg['write_acknowledgement']>,
): Dispatched {
  assertPlace(portId, channelId)
  const packet = loadAsyncPacket(ctx, portId, channelId, sequence)
  if (packet === undefined) throw ErrInvalid.error('packet')
  const bytes = ack.data ?? new Uint8Array(0)
  within('acknowledgement', () => ibc.packets.writeAcknowledgement(ctx, packet, { success: true, bytes }))
  deleteAsyncPacket(ctx, portId, channelId, sequence)
  return answeredBy('MsgIBCWriteAcknowledgementResponse', new Uint8Array(0))
}

function assertPlace(portId: string, channelId: string): void {
  if (portId === '') throw ErrUnsupportedForContract.error('ibc not supported')
  if (channelId === '') throw ErrEmpty.error('ibc channel')
}
