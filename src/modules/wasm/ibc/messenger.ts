import { NO_BYTES } from '../../../base/index.js'
import { addressText, ErrUnauthorized, wrapping, type Context } from '../../../chain/index.js'
import { ProtoWriter } from '../../../codec/index.js'
import type { IbcMsg } from '../../../codec/wasm/index.js'
import { ibc2Port } from './ports.js'
import type { Dispatched, Messenger } from '../dispatch/dispatch.js'
import { ErrEmpty, ErrInvalid, ErrUnknownMsg, ErrUnsupportedForContract } from '../errors.js'
import type { ContractIbc } from './expected.js'
import { deleteAsyncPacket, loadAsyncPacket } from './packets.js'

const ZERO_HEIGHT = { revisionNumber: 0n, revisionHeight: 0n }

/** One response, which is also the data. */
const answeredBy = (name: string, value: Uint8Array): Dispatched => ({
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
  { channel_id: channelId, data = NO_BYTES, timeout }: NonNullable<IbcMsg['send_packet']>,
): Dispatched {
  assertPlace(portId, channelId)
  const { block } = timeout
  const height = block === undefined ? ZERO_HEIGHT : { revisionNumber: block.revision, revisionHeight: block.height }
  const sequence = wrapping('channel', () => ibc.packets.send(ctx, portId, channelId, height, timeout.timestamp, data))
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
  const bytes = ack.data ?? NO_BYTES
  wrapping('acknowledgement', () => ibc.packets.writeAcknowledgement(ctx, packet, { success: true, bytes }))
  deleteAsyncPacket(ctx, portId, channelId, sequence)
  return answeredBy('MsgIBCWriteAcknowledgementResponse', NO_BYTES)
}

function assertPlace(portId: string, channelId: string): void {
  if (portId === '') throw ErrUnsupportedForContract.error('ibc not supported')
  if (channelId === '') throw ErrEmpty.error('ibc channel')
}

/** Acknowledgements of packets between clients. Source: wasmd x/wasm/keeper/handler_plugin.go `IBC2RawPacketHandler`. */
export const packet2Messenger =
  (find: () => ContractIbc | undefined): Messenger =>
  (ctx, contract, _ibcPort, { ibc2: message }) => {
    const ibc = find()
    const request = message?.write_acknowledgement
    if (request === undefined || ibc === undefined) throw ErrUnknownMsg.error()
    const { destination_client: clientId, packet_sequence: sequence, ack } = request
    if (clientId === '') throw ErrEmpty.error('ibc2 destination client')
    const packet = ibc.packets2.waiting(ctx, clientId, sequence)
    if (packet === undefined)
      throw ErrInvalid.error(`no pending async packet for client ${clientId} sequence ${sequence}`)
    const [payload] = packet.payloads
    if (payload === undefined || packet.payloads.length !== 1)
      throw ErrInvalid.error(`expected 1 payload, got ${packet.payloads.length}`)
    const port = ibc2Port(ctx.prefix, addressText(ctx.prefix, contract))
    if (payload.destinationPort !== port)
      throw ErrUnauthorized.error(
        `contract port ${port} is not authorized to acknowledge packet addressed to port ${payload.destinationPort}`,
      )
    const bytes = ack.data ?? NO_BYTES
    wrapping('ibc2 Write Acknowledgement', () => ibc.packets2.writeAcknowledgement(ctx, clientId, sequence, bytes))
    return answeredBy('MsgIBCWriteAcknowledgementResponse', NO_BYTES)
  }
