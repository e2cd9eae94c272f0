import { isBlank } from '../../codec/index.js'
import { textOf, toUtf8 } from '../../base/index.js'
import { GoPanic, walk, type Context } from '../../chain/index.js'
import type { Key } from '../../store/index.js'
import { ErrActiveChannelAlreadySet, ErrInvalidAccountAddress } from './errors.js'
import { State, type Channel, type Channels } from './expected.js'
import {
  ACTIVE_CHANNELS_PREFIX,
  activeChannelKey,
  CONTROLLER_PREFIX,
  ownerKey,
  OWNERS_PREFIX,
  portKey,
  PORTS_PREFIX,
  type IcaStore,
} from './keys.js'

/** State that controller and host share in form, each in its own store. Source: ibc-go v10 apps/27-interchain-accounts/{controller,host}/keeper/keeper.go. */

const text = (ctx: Context, store: IcaStore, key: Key): string | undefined => {
  const bytes = ctx.store(store).get(key)
  return bytes === undefined || bytes.length === 0 ? undefined : textOf(bytes)
}

/** The channel of a controller's port over a connection, whatever its state. */
export const activeChannel = (ctx: Context, store: IcaStore, connectionId: string, portId: string) =>
  text(ctx, store, activeChannelKey(portId, connectionId))
export const setActiveChannel = (
  ctx: Context,
  store: IcaStore,
  connectionId: string,
  portId: string,
  channelId: string,
): void => ctx.store(store).set(activeChannelKey(portId, connectionId), toUtf8(channelId))

/** The channel of a controller's port over a connection, if it is open. */
export function openActiveChannel(
  ctx: Context,
  store: IcaStore,
  channels: Channels,
  connectionId: string,
  portId: string,
): string | undefined {
  const channelId = activeChannel(ctx, store, connectionId, portId)
  if (channelId === undefined) return undefined
  return channels.get(ctx, portId, channelId)?.state === State.STATE_OPEN ? channelId : undefined
}

/** The active channel of a port, to be reopened. @throws ChainError interchainaccounts/10 while it is in use, GoPanic */
export function closedChannel(ctx: Context, channels: Channels, portId: string, channelId: string): Channel {
  const channel = channels.get(ctx, portId, channelId)
  if (channel === undefined)
    throw new GoPanic(`active channel mapping set for ${channelId} but channel does not exist in channel store`)
  if (channel.state !== State.STATE_CLOSED)
    throw ErrActiveChannelAlreadySet.error(
      `existing active channel ${channelId} for portID ${portId} must be STATE_CLOSED`,
    )
  return channel
}

/** Bech32 address of a controller's account on the host. */
export const accountAddress = (ctx: Context, store: IcaStore, connectionId: string, portId: string) =>
  text(ctx, store, ownerKey(portId, connectionId))
export const setAccountAddress = (
  ctx: Context,
  store: IcaStore,
  connectionId: string,
  portId: string,
  address: string,
): void => ctx.store(store).set(ownerKey(portId, connectionId), toUtf8(address))

export const setPort = (ctx: Context, store: IcaStore, portId: string): void =>
  ctx.store(store).set(portKey(portId), Uint8Array.of(1))

export interface PortOfConnection {
  readonly portId: string
  readonly connectionId: string
  readonly value: string
}

const rows = (ctx: Context, store: IcaStore, prefix: Key): readonly PortOfConnection[] =>
  Array.from(walk(ctx.store(store), prefix), ([key, value]) => {
    const [, portId = '', connectionId = ''] = key.split('/')
    return { portId, connectionId, value: textOf(value) }
  })
export const allActiveChannels = (ctx: Context, store: IcaStore) => rows(ctx, store, ACTIVE_CHANNELS_PREFIX)
export const allAccounts = (ctx: Context, store: IcaStore) => rows(ctx, store, OWNERS_PREFIX)
export const allPorts = (ctx: Context, store: IcaStore): readonly string[] =>
  rows(ctx, store, PORTS_PREFIX).map(({ portId }) => portId)

/** Name of the port through which an owner controls accounts. @throws ChainError interchainaccounts/13 */
export function controllerPort(owner: string): string {
  if (isBlank(owner)) throw ErrInvalidAccountAddress.error('owner address cannot be empty')
  return CONTROLLER_PREFIX + owner
}
