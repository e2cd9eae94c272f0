import { Channel, Order, orderToJSON, State, stateToJSON } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { walk, type Context } from '../../../chain/index.js'
import { remember } from '../../../codec/index.js'
import { textKey } from '../../../store/index.js'
import { ErrChannelNotFound, ErrInvalidChannelState } from '../errors.js'
import { channelKey, CHANNELS_PREFIX, packetKey, STORE, type PacketRecord } from '../keys.js'

export { Channel, Order, State }

/** Ends of channels and records of packets under the chain's keys. Source: ibc-go v10 04-channel/keeper/keeper.go. */

const decode = remember((bytes) => Channel.decode(bytes))

export function getChannel(ctx: Context, portId: string, channelId: string): Channel | undefined {
  const bytes = ctx.store(STORE).get(channelKey(portId, channelId))
  return bytes === undefined || bytes.length === 0 ? undefined : decode(bytes)
}
export const setChannel = (ctx: Context, portId: string, channelId: string, channel: Channel): void =>
  ctx.store(STORE).set(channelKey(portId, channelId), Channel.encode(channel).finish())

/** Channels whose port has a prefix, in store order. Source: 04-channel `GetAllChannelsWithPortPrefix`. */
export const channelsOfPort = (ctx: Context, portPrefix: string) =>
  Array.from(walk(ctx.store(STORE), textKey(`${CHANNELS_PREFIX}/ports/${portPrefix}`)), ([key, value]) => {
    const [, , portId = '', , channelId = ''] = key.split('/')
    return { ...decode(value), portId, channelId }
  })

/** @throws ChainError channel/3 */
export function channelOf(ctx: Context, portId: string, channelId: string, text?: string): Channel {
  const channel = getChannel(ctx, portId, channelId)
  if (channel === undefined) throw ErrChannelNotFound.error(text ?? `port ID (${portId}) channel ID (${channelId})`)
  return channel
}
export function assertOpen({ state }: Channel): void {
  if (state !== State.STATE_OPEN)
    throw ErrInvalidChannelState.error(`channel is not OPEN (got ${channelStateText(state)})`)
}

export const channelStateText = (state: State): string => stateToJSON(state)
export const orderText = (order: Order): string => orderToJSON(order)

export const getRecord = (
  ctx: Context,
  record: PacketRecord,
  portId: string,
  channelId: string,
  sequence: bigint,
): Uint8Array | undefined => ctx.store(STORE).get(packetKey(record, portId, channelId, sequence))

export const setRecord = (
  ctx: Context,
  record: PacketRecord,
  portId: string,
  channelId: string,
  sequence: bigint,
  value: Uint8Array,
): void => ctx.store(STORE).set(packetKey(record, portId, channelId, sequence), value)
