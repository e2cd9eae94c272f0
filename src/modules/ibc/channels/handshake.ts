import type { Counterparty } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { GoPanic, type Context } from '../../../chain/index.js'
import type { Clients } from '../clients/clients.js'
import { assertOpen, connectionOf, openConnection, type ConnectionEnd } from '../connections/state.js'
import { CounterpartyState, type Proof } from '../connections/verify.js'
import { versionText } from '../connections/version.js'
import {
  ErrClientNotActive,
  ErrInvalidChannelState,
  ErrInvalidConnectionVersion,
  ErrTooManyConnectionHops,
} from '../errors.js'
import { NEXT_CHANNEL_KEY, nextAckKey, nextReceiveKey, nextSendKey } from '../keys.js'
import { setSequence, takeSequence } from '../sequence.js'
import { channelStep } from './events.js'
import {
  channelOf,
  channelStateText,
  getChannel,
  orderText,
  setChannel,
  State,
  type Channel,
  type Order,
} from './state.js'

/** A channel to be opened, before it has an id. */
export interface ChannelWish {
  readonly portId: string
  readonly ordering: Order
  readonly counterparty: Counterparty
  readonly connectionHops: readonly string[]
}

/**
 * The steps that open and close a channel. Checking and writing are separate, since the application is asked in between.
 * Source: ibc-go v10 04-channel/keeper/handshake.go.
 */
export class ChannelHandshake {
  readonly #clients: Clients
  readonly #other: CounterpartyState

  constructor(clients: Clients) {
    this.#clients = clients
    this.#other = new CounterpartyState(clients)
  }

  /** @returns the id of the channel to be */
  init(ctx: Context, { ordering, connectionHops }: ChannelWish): string {
    const connection = connectionOf(ctx, connectionHops[0]!)
    checkVersion(connection, ordering)
    this.#assertActive(ctx, connection)
    return newId(ctx)
  }
  writeInit(ctx: Context, channelId: string, wish: ChannelWish, version: string): void {
    const channel = channelFrom(State.STATE_INIT, wish, version)
    setChannel(ctx, wish.portId, channelId, channel)
    startSequences(ctx, wish.portId, channelId)
    ctx.events.emit(...channelStep('open_init', wish.portId, channelId, channel))
  }

  try(ctx: Context, wish: ChannelWish, counterpartyVersion: string, proof: Proof): string {
    const { portId, ordering, counterparty, connectionHops } = wish
    if (connectionHops.length !== 1) throw ErrTooManyConnectionHops.error(`expected 1, got ${connectionHops.length}`)
    const channelId = newId(ctx)
    const connection = openConnection(ctx, connectionHops[0]!)
    checkVersion(connection, ordering)
    const expected = seen(State.STATE_INIT, connection, ordering, { portId, channelId: '' }, counterpartyVersion)
    this.#other.channel(ctx, connection, proof, counterparty.portId, counterparty.channelId, expected)
    return channelId
  }
  writeTry(ctx: Context, channelId: string, wish: ChannelWish, version: string): void {
    const channel = channelFrom(State.STATE_TRYOPEN, wish, version)
    startSequences(ctx, wish.portId, channelId)
    setChannel(ctx, wish.portId, channelId, channel)
    ctx.events.emit(...channelStep('open_try', wish.portId, channelId, channel))
  }

  ack(
    ctx: Context,
    portId: string,
    channelId: string,
    counterpartyVersion: string,
    counterpartyChannelId: string,
    proof: Proof,
  ): void {
    const channel = channelOf(ctx, portId, channelId)
    if (channel.state !== State.STATE_INIT)
      throw ErrInvalidChannelState.error(`channel state should be INIT (got ${channelStateText(channel.state)})`)
    const connection = openConnection(ctx, channel.connectionHops[0]!)
    const expected = seen(State.STATE_TRYOPEN, connection, channel.ordering, { portId, channelId }, counterpartyVersion)
    this.#other.channel(ctx, connection, proof, channel.counterparty.portId, counterpartyChannelId, expected)
  }
  writeAck(ctx: Context, portId: string, channelId: string, version: string, counterpartyChannelId: string): void {
    const before = existing(ctx, portId, channelId, 'ChanOpenAck')
    const channel = {
      ...before,
      state: State.STATE_OPEN,
      version,
      counterparty: { ...before.counterparty, channelId: counterpartyChannelId },
    }
    setChannel(ctx, portId, channelId, channel)
    ctx.events.emit(...channelStep('open_ack', portId, channelId, channel))
  }

  confirm(ctx: Context, portId: string, channelId: string, proof: Proof): void {
    const channel = channelOf(ctx, portId, channelId)
    if (channel.state !== State.STATE_TRYOPEN)
      throw ErrInvalidChannelState.error(`channel state is not TRYOPEN (got ${channelStateText(channel.state)})`)
    const connection = openConnection(ctx, channel.connectionHops[0]!)
    this.#counterparty(ctx, State.STATE_OPEN, connection, channel, portId, channelId, proof)
  }
  writeConfirm(ctx: Context, portId: string, channelId: string): void {
    const channel = { ...existing(ctx, portId, channelId, 'ChanOpenConfirm'), state: State.STATE_OPEN }
    setChannel(ctx, portId, channelId, channel)
    ctx.events.emit(...channelStep('open_confirm', portId, channelId, channel))
  }

  closeInit(ctx: Context, portId: string, channelId: string): void {
    const channel = notClosed(channelOf(ctx, portId, channelId))
    const connection = connectionOf(ctx, channel.connectionHops[0]!)
    this.#assertActive(ctx, connection)
    assertOpen(connection)
    close(ctx, portId, channelId, channel, 'close_init')
  }

  closeConfirm(ctx: Context, portId: string, channelId: string, proof: Proof): void {
    const channel = notClosed(channelOf(ctx, portId, channelId))
    const connection = openConnection(ctx, channel.connectionHops[0]!)
    this.#counterparty(ctx, State.STATE_CLOSED, connection, channel, portId, channelId, proof)
    close(ctx, portId, channelId, channel, 'close_confirm')
  }

  /** Verifies that the other end of a channel is in this state. */
  #counterparty(
    ctx: Context,
    state: State,
    connection: ConnectionEnd,
    channel: Channel,
    portId: string,
    channelId: string,
    proof: Proof,
  ): void {
    const { counterparty, ordering, version } = channel
    const expected = seen(state, connection, ordering, { portId, channelId }, version)
    this.#other.channel(ctx, connection, proof, counterparty.portId, counterparty.channelId, expected)
  }

  #assertActive(ctx: Context, { clientId }: ConnectionEnd): void {
    const status = this.#clients.status(ctx, clientId)
    if (status !== 'Active') throw ErrClientNotActive.error(`client (${clientId}) status is ${status}`)
  }
}

const newId = (ctx: Context): string => `channel-${takeSequence(ctx, NEXT_CHANNEL_KEY, 'channel')}`

function checkVersion({ versions }: ConnectionEnd, ordering: Order): void {
  const [version] = versions
  if (versions.length !== 1)
    throw ErrInvalidConnectionVersion.error(
      `single version must be negotiated on connection before opening channel, got: [${versions.map(versionText).join(' ')}]`,
    )
  if (!version!.features.includes(orderText(ordering)))
    throw ErrInvalidConnectionVersion.error(
      `connection version ${versionText(version!)} does not support channel ordering: ${orderText(ordering)}`,
    )
}

/** The channel as the other side must have stored it. */
export const seen = (
  state: State,
  { counterparty }: ConnectionEnd,
  ordering: Order,
  own: Counterparty,
  version: string,
): Channel => ({ state, ordering, counterparty: own, connectionHops: [counterparty.connectionId], version })

const channelFrom = (
  state: State,
  { ordering, counterparty, connectionHops }: ChannelWish,
  version: string,
): Channel => ({ state, ordering, counterparty, connectionHops: [...connectionHops], version })

function startSequences(ctx: Context, portId: string, channelId: string): void {
  for (const key of [nextSendKey, nextReceiveKey, nextAckKey]) setSequence(ctx, key(portId, channelId), 1n)
}

function existing(ctx: Context, portId: string, channelId: string, step: string): Channel {
  const channel = getChannel(ctx, portId, channelId)
  if (channel === undefined)
    throw new GoPanic(
      `could not find existing channel when updating channel state in successful ${step} step, channelID: ${channelId}, portID: ${portId}`,
    )
  return channel
}

function notClosed(channel: Channel): Channel {
  if (channel.state === State.STATE_CLOSED) throw ErrInvalidChannelState.error('channel is already CLOSED')
  return channel
}

function close(
  ctx: Context,
  portId: string,
  channelId: string,
  before: Channel,
  step: 'close_init' | 'close_confirm',
): void {
  const channel = { ...before, state: State.STATE_CLOSED }
  setChannel(ctx, portId, channelId, channel)
  ctx.events.emit(...channelStep(step, portId, channelId, channel))
}
