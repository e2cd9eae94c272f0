import { Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import type { Context } from '../../../chain/index.js'
import type { IbcChannel, IbcPacket } from '../../../codec/wasm/index.js'
import { byteKey, joinKeys, textKey, uint64Key, type Key } from '../../../store/index.js'
import { STORE } from '../keys.js'
import { orderToJSON } from 'cosmjs-types/ibc/core/channel/v1/channel'
import type { Channel } from './expected.js'

/** A packet as contracts see it. Source: wasmd x/wasm/ibc.go `newIBCPacket` */
export function packetView(packet: Packet): IbcPacket {
  const { revisionNumber: revision, revisionHeight: height } = packet.timeoutHeight
  return {
    data: packet.data,
    source: { portId: packet.sourcePort, channelId: packet.sourceChannel },
    destination: { portId: packet.destinationPort, channelId: packet.destinationChannel },
    sequence: packet.sequence,
    timeoutHeight: revision === 0n && height === 0n ? undefined : { revision, height },
    timeoutTimestamp: packet.timeoutTimestamp,
  }
}

/** A channel as contracts see it. Source: wasmd x/wasm/ibc.go `toWasmVMChannel` */
export const channelView = (portId: string, channelId: string, channel: Omit<Channel, 'state'>): IbcChannel => ({
  endpoint: { portId, channelId },
  counterparty: channel.counterparty,
  order: orderToJSON(channel.ordering),
  version: channel.version,
  connectionId: channel.connectionHops[0]!,
})

/** Packets that wait for their contract's acknowledgement. Source: wasmd x/wasm/types/keys.go `GetAsyncPacketKey` */
const asyncKey = (portId: string, channelId: string, sequence: bigint): Key => {
  const channel = textKey(channelId)
  const length = uint64Key(BigInt(channel.length)).slice(4) as Key
  return joinKeys(byteKey(0x11), textKey(portId), length, channel, uint64Key(sequence))
}

export const storeAsyncPacket = (ctx: Context, packet: Packet): void =>
  ctx
    .store(STORE)
    .set(asyncKey(packet.destinationPort, packet.destinationChannel, packet.sequence), Packet.encode(packet).finish())

export function loadAsyncPacket(ctx: Context, portId: string, channelId: string, sequence: bigint): Packet | undefined {
  const bytes = ctx.store(STORE).get(asyncKey(portId, channelId, sequence))
  return bytes === undefined || bytes.length === 0 ? undefined : Packet.decode(bytes)
}

export const deleteAsyncPacket = (ctx: Context, portId: string, channelId: string, sequence: bigint): void =>
  ctx.store(STORE).delete(asyncKey(portId, channelId, sequence))
