import {
  addressText,
  event,
  EventManager,
  GoPanic,
  parseAccAddress,
  rethrowing,
  wrapping,
  type Attribute,
  type Context,
} from '../../../chain/index.js'
import { orderToJSON } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { ChainError } from '../../../base/index.js'
import { encodeAcknowledgement } from '../../../codec/ibc/index.js'
import { ackMessage, channelMessage, packetMessage, type IbcChannel } from '../../../codec/wasm/index.js'
import { ErrChannelNotFound, ErrEmpty, ErrInvalid, ErrMaxIbcChannels } from '../errors.js'
import type { IbcCalls } from './calls.js'
import type { AcknowledgementBytes, Channel, ChannelOpening, ContractIbc, IbcApplication, Packet } from './expected.js'
import { channelView, packetView, storeAsyncPacket } from './packets.js'
import { IBC_PORT_PREFIX } from './ports.js'

const MAX_CHANNELS = (1n << 32n) - 1n

/** The IBC application of contract ports. Source: wasmd x/wasm/ibc.go. */
export class ContractApplication implements IbcApplication {
  readonly #calls: IbcCalls
  readonly #ibc: ContractIbc

  constructor(calls: IbcCalls, ibc: ContractIbc) {
    this.#calls = calls
    this.#ibc = ibc
  }

  onOpenInit(ctx: Context, opening: ChannelOpening, version: string): string {
    assertChannelId(opening.channelId)
    const contract = contractOf(ctx, opening.portId)
    const accepted = this.#calls.open(ctx, contract, channelMessage('open_init', openingView(opening, version)))
    if (accepted !== '') return accepted
    if (version === '') throw ErrEmpty.error('version')
    return version
  }
  onOpenTry(ctx: Context, opening: ChannelOpening, version: string): string {
    assertChannelId(opening.channelId)
    const contract = contractOf(ctx, opening.portId)
    const msg = channelMessage('open_try', openingView(opening, version), version)
    const accepted = this.#calls.open(ctx, contract, msg)
    return accepted === '' ? version : accepted
  }
  onOpenAck(ctx: Context, portId: string, channelId: string, otherId: string, counterpartyVersion: string): void {
    const contract = contractOf(ctx, portId)
    const channel = this.#channel(ctx, portId, channelId)
    const view = channelView(portId, channelId, {
      ...channel,
      counterparty: { ...channel.counterparty, channelId: otherId },
    })
    this.#calls.notify(ctx, contract, 'ibc_channel_connect', channelMessage('open_ack', view, counterpartyVersion))
  }
  onOpenConfirm(ctx: Context, portId: string, channelId: string): void {
    this.#tellOfChannel(ctx, portId, channelId, 'ibc_channel_connect', 'open_confirm')
  }
  onCloseInit(ctx: Context, portId: string, channelId: string): void {
    this.#tellOfChannel(ctx, portId, channelId, 'ibc_channel_close', 'close_init')
  }
  onCloseConfirm(ctx: Context, portId: string, channelId: string): void {
    this.#tellOfChannel(ctx, portId, channelId, 'ibc_channel_close', 'close_confirm')
  }

  onReceive(ctx: Context, _version: string, packet: Packet, relayer: Uint8Array): AcknowledgementBytes | undefined {
    const contract = registered('contract port id', () => contractOf(ctx, packet.destinationPort))
    const events = new EventManager()
    let error: ChainError | undefined
    let ack: AcknowledgementBytes | undefined
    try {
      ack = this.#receive(ctx.withEvents(events), contract, packet, relayer)
      if (ack === undefined || ack.success) ctx.events.emit(...events.events)
    } catch (thrown) {
      if (!(thrown instanceof ChainError)) throw thrown
      error = thrown
      ack = { success: false, bytes: encodeAcknowledgement({ error: redacted(thrown) }) }
    }
    ctx.events.emit(packetReceived(ctx, contract, ack === undefined || ack.success, error))
    return ack
  }

  #receive(ctx: Context, contract: Uint8Array, packet: Packet, relayer: Uint8Array): AcknowledgementBytes | undefined {
    const msg = packetMessage(packetView(packet), addressText(ctx.prefix, relayer))
    const received = this.#calls.receive(ctx, contract, 'ibc_packet_receive', msg)
    if ('error' in received) return { success: false, bytes: encodeAcknowledgement(received) }
    if (received.acknowledgement !== undefined) return { success: true, bytes: received.acknowledgement }
    storeAsyncPacket(ctx, packet)
    return undefined
  }

  onAcknowledge(
    ctx: Context,
    _version: string,
    packet: Packet,
    acknowledgement: Uint8Array,
    relayer: Uint8Array,
  ): void {
    const contract = contractOf(ctx, packet.sourcePort)
    const msg = ackMessage(packetView(packet), acknowledgement, addressText(ctx.prefix, relayer))
    wrapping('on ack', () => this.#calls.notify(ctx, contract, 'ibc_packet_ack', msg))
  }
  onTimeout(ctx: Context, _version: string, packet: Packet, relayer: Uint8Array): void {
    const contract = contractOf(ctx, packet.sourcePort)
    const msg = packetMessage(packetView(packet), addressText(ctx.prefix, relayer))
    wrapping('on timeout', () => this.#calls.notify(ctx, contract, 'ibc_packet_timeout', msg))
  }

  #tellOfChannel(
    ctx: Context,
    portId: string,
    channelId: string,
    entry: 'ibc_channel_connect' | 'ibc_channel_close',
    step: string,
  ): void {
    const contract = contractOf(ctx, portId)
    const channel = this.#channel(ctx, portId, channelId)
    this.#calls.notify(ctx, contract, entry, channelMessage(step, channelView(portId, channelId, channel)))
  }

  /** The reference reads the channel a second time for its version. */
  #channel(ctx: Context, portId: string, channelId: string): Channel {
    const channel = this.#ibc.channels.get(ctx, portId, channelId)
    if (channel === undefined) throw ErrChannelNotFound.error(`port ID (${portId}) channel ID (${channelId})`)
    return { ...channel, version: this.#ibc.channels.get(ctx, portId, channelId)!.version }
  }
}

/** The contract of a port. @throws ChainError wasm/14, undefined/1 */
const contractOf = (ctx: Context, portId: string): Uint8Array =>
  wrapping('contract port id', () => {
    if (!portId.startsWith(IBC_PORT_PREFIX)) throw ErrInvalid.error('without prefix')
    return parseAccAddress(ctx.prefix, portId.slice(IBC_PORT_PREFIX.length))
  })

/** An error becomes a panic: no packet can reach a port without a contract. */
export function registered<T>(description: string, find: () => T): T {
  return rethrowing((error) => new GoPanic(`${description}: ${error.log}`), find)
}

/** The part of an error that the other chain may see. Source: ibc-go v10 04-channel `NewErrorAcknowledgementWithCodespace` */
const redacted = ({ codespace, code }: ChainError): string =>
  `ABCI error: ${codespace}/${code}: error handling packet: see events for details`

/** Source: wasmd x/wasm/types/events.go `EmitAcknowledgementEvent`. */
export const packetReceived = (ctx: Context, contract: Uint8Array, success: boolean, error?: ChainError) =>
  event(
    'ibc_packet_received',
    ['module', 'wasm'],
    ['_contract_address', addressText(ctx.prefix, contract)],
    ['success', String(success)],
    ...(error === undefined ? [] : [['error', error.log] satisfies Attribute]),
  )

const openingView = ({ portId, channelId, counterparty, ordering, connectionHops }: ChannelOpening, version: string) =>
  ({
    endpoint: { portId, channelId },
    counterparty,
    order: orderToJSON(ordering),
    version,
    connectionId: connectionHops[0]!,
  }) satisfies IbcChannel

function assertChannelId(channelId: string): void {
  const sequence = BigInt(channelId.slice('channel-'.length))
  if (sequence > MAX_CHANNELS)
    throw ErrMaxIbcChannels.error(
      `channel sequence ${sequence} is greater than max allowed transfer channels ${MAX_CHANNELS}`,
    )
}
