import {
  MsgChannelOpenAck,
  MsgChannelOpenConfirm,
  MsgChannelOpenInit,
  MsgChannelOpenTry,
} from 'cosmjs-types/ibc/core/channel/v1/tx'
import { Order, State, type Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import * as channelTx from 'cosmjs-types/ibc/core/channel/v1/tx'
import * as clientTx from 'cosmjs-types/ibc/core/client/v1/tx'
import * as connectionTx from 'cosmjs-types/ibc/core/connection/v1/tx'
import { addressText } from '../../../src/chain/address.js'
import { App } from '../../../src/chain/app.js'
import type { Event } from '../../../src/chain/events.js'
import type { Module } from '../../../src/chain/module.js'
import { namedValidator, type Validator } from '../../../src/chain/block/validators.js'
import { fromHex, toUtf8 } from '../../../src/base/bytes.js'
import { getChannel, getConnection, IbcKeeper, ibcModule, type IbcApplication } from '../../../src/modules/ibc/index.js'
import { channelKey, connectionKey, nextReceiveKey, packetKey } from '../../../src/modules/ibc/keys.js'
import { heightOn, proofAt, startingStates, updateHeader } from '../../../src/modules/ibc/relay.js'
import { height, parseHeight, type Height } from '../../../src/modules/ibc/height.js'
import type { Key } from '../../../src/store/key.js'

const START = 1_577_923_410_000_000_000n

const at = (time: bigint | undefined): { readonly time?: bigint } => (time === undefined ? {} : { time })

/** One of two chains, with what a relayer does on it. */
export class Side {
  readonly app: App
  readonly ibc: IbcKeeper
  readonly prefix: string
  readonly relayer: string

  constructor(app: App, ibc: IbcKeeper) {
    this.app = app
    this.ibc = ibc
    this.prefix = app.config.prefix
    this.relayer = addressText(this.prefix, new Uint8Array(20).fill(4))
  }

  nextBlock(time?: bigint): void {
    this.app.beginBlock(at(time))
    this.app.endBlock()
  }

  /** Runs a message in a block of its own. @param time of the block @returns its response and events */
  run<T>(
    codec: {
      readonly typeUrl: string
      encode(message: T): { finish(): Uint8Array }
    },
    message: T,
    time?: bigint,
  ): { readonly data: Uint8Array; readonly events: readonly Event[]; readonly gas: number } {
    const any = { typeUrl: codec.typeUrl, value: codec.encode(message).finish() }
    return this.app.runInBlock((ctx) => {
      const { data, events } = this.app.router.handler(any.typeUrl)!(ctx, any)
      return { data, events, gas: ctx.gasMeter.consumed }
    }, at(time))
  }

  /** Latest height that a client of this chain knows of the other one. */
  latest(clientId: string): Height {
    return this.ibc.clients.latestHeight(this.app.queryContext(), clientId)
  }
}

export interface SideOptions {
  readonly applications?: Readonly<Record<string, IbcApplication>>
  readonly modules?: (ibc: IbcKeeper) => readonly Module[]
  readonly validators?: readonly Validator[]
}

/** A chain of IBC and little more, after its first block. */
export function newSide(chainId: string, prefix: string, options: SideOptions = {}): Side {
  const ibc = new IbcKeeper({ authority: addressText(prefix, new Uint8Array(20).fill(9)) })
  for (const [port, application] of Object.entries(options.applications ?? {})) ibc.router.add(port, application)
  const app = new App({
    chainId,
    prefix,
    modules: [ibcModule(ibc), ...(options.modules?.(ibc) ?? [])],
    ante: [],
    validators: options.validators ?? [1, 2, 3, 4].map((i) => namedValidator(`${chainId} ${i}`, 10n)),
  })
  app.initChain({}, { time: START })
  const side = new Side(app, ibc)
  side.nextBlock()
  return side
}

/** Two chains and the client, connection and channel between them on both. */
export class Pair {
  readonly a: Side
  readonly b: Side
  clientOnA = ''
  clientOnB = ''

  constructor(a: Side, b: Side) {
    this.a = a
    this.b = b
  }

  /** Keeps the clocks of both chains together. */
  tick(): void {
    const time = [this.a, this.b].map(({ app }) => app.last.time).reduce((x, y) => (x > y ? x : y)) + 5_000_000_000n
    this.a.nextBlock(time)
    this.b.nextBlock(time)
  }

  createClients(options: Parameters<typeof startingStates>[2] = {}): this {
    this.clientOnA = createClient(this.a, this.b, options)
    this.clientOnB = createClient(this.b, this.a, options)
    return this
  }

  /** Tells `to` of the other chain's last block, which proves the state of the one before. @returns its height */
  update(to: Side): number {
    this.tick()
    const { height: at } = this.other(to).app.last
    this.bring(to, at)
    return at
  }
  /** Tells `to` of one block of the other chain. */
  bring(to: Side, at: number): void {
    const clientId = this.clientOn(to)
    to.run(clientTx.MsgUpdateClient, {
      clientId,
      clientMessage: updateHeader(this.other(to).app, at, to.latest(clientId)),
      signer: to.relayer,
    })
  }

  /** Proof of a key of the other chain for a message to `to`, after an update. */
  prove(to: Side, key: Key): { readonly proof: Uint8Array; readonly proofHeight: Height } {
    const at = this.update(to)
    const from = this.other(to)
    return { proof: proofAt(from.app, key, at), proofHeight: heightOn(from.app, at) }
  }

  connect(): { readonly a: string; readonly b: string } {
    const counterparty = (side: Side, connectionId: string) => ({
      clientId: this.clientOn(side),
      connectionId,
      prefix: { keyPrefix: toUtf8('ibc') },
    })
    const init = this.a.run(connectionTx.MsgConnectionOpenInit, {
      clientId: this.clientOnA,
      counterparty: counterparty(this.b, ''),
      delayPeriod: 0n,
      signer: this.a.relayer,
    })
    const a = attribute(init.events, 'connection_open_init', 'connection_id')
    const proofInit = this.prove(this.b, connectionKey(a))
    const zero = height(0n, 0n)
    const nothing = new Uint8Array(0)
    const tried = this.b.run(connectionTx.MsgConnectionOpenTry, {
      clientId: this.clientOnB,
      previousConnectionId: '',
      counterparty: counterparty(this.a, a),
      delayPeriod: 0n,
      counterpartyVersions: [{ identifier: '1', features: ['ORDER_ORDERED', 'ORDER_UNORDERED'] }],
      proofHeight: proofInit.proofHeight,
      proofInit: proofInit.proof,
      proofClient: nothing,
      proofConsensus: nothing,
      consensusHeight: zero,
      signer: this.b.relayer,
      hostConsensusStateProof: nothing,
    })
    const b = attribute(tried.events, 'connection_open_try', 'connection_id')
    const proofTry = this.prove(this.a, connectionKey(b))
    this.a.run(connectionTx.MsgConnectionOpenAck, {
      connectionId: a,
      counterpartyConnectionId: b,
      version: { identifier: '1', features: ['ORDER_ORDERED', 'ORDER_UNORDERED'] },
      proofHeight: proofTry.proofHeight,
      proofTry: proofTry.proof,
      proofClient: nothing,
      proofConsensus: nothing,
      consensusHeight: zero,
      signer: this.a.relayer,
      hostConsensusStateProof: nothing,
    })
    const proofAck = this.prove(this.b, connectionKey(a))
    this.b.run(connectionTx.MsgConnectionOpenConfirm, {
      connectionId: b,
      proofAck: proofAck.proof,
      proofHeight: proofAck.proofHeight,
      signer: this.b.relayer,
    })
    return { a, b }
  }

  openChannel(
    connections: { readonly a: string; readonly b: string },
    portId: string,
    version: string,
    ordering: Order = Order.ORDER_UNORDERED,
  ): { readonly a: string; readonly b: string } {
    const init = this.a.run(MsgChannelOpenInit, {
      portId,
      channel: {
        state: State.STATE_INIT,
        ordering,
        counterparty: { portId, channelId: '' },
        connectionHops: [connections.a],
        version,
      },
      signer: this.a.relayer,
    })
    const a = attribute(init.events, 'channel_open_init', 'channel_id')
    return { a, b: this.finishOpening(this.a, portId, a) }
  }

  /** Ends the opening of a channel that `from` began. @returns the channel's id on the other side */
  finishOpening(from: Side, portId: string, channelId: string): string {
    const to = this.other(from)
    const channel = getChannel(from.app.queryContext(), portId, channelId)!
    const connection = getConnection(from.app.queryContext(), channel.connectionHops[0]!)!
    const otherPort = channel.counterparty.portId
    const proofInit = this.prove(to, channelKey(portId, channelId))
    const tried = to.run(MsgChannelOpenTry, {
      portId: otherPort,
      previousChannelId: '',
      channel: {
        state: State.STATE_TRYOPEN,
        ordering: channel.ordering,
        counterparty: { portId, channelId },
        connectionHops: [connection.counterparty.connectionId],
        version: '',
      },
      counterpartyVersion: channel.version,
      proofInit: proofInit.proof,
      proofHeight: proofInit.proofHeight,
      signer: to.relayer,
    })
    const other = attribute(tried.events, 'channel_open_try', 'channel_id')
    const proofTry = this.prove(from, channelKey(otherPort, other))
    from.run(MsgChannelOpenAck, {
      portId,
      channelId,
      counterpartyChannelId: other,
      counterpartyVersion: getChannel(to.app.queryContext(), otherPort, other)!.version,
      proofTry: proofTry.proof,
      proofHeight: proofTry.proofHeight,
      signer: from.relayer,
    })
    const proofAck = this.prove(to, channelKey(portId, channelId))
    to.run(MsgChannelOpenConfirm, {
      portId: otherPort,
      channelId: other,
      proofAck: proofAck.proof,
      proofHeight: proofAck.proofHeight,
      signer: to.relayer,
    })
    return other
  }

  /** A message that carries a packet to `to`, with its real proof. */
  receiveMessage(to: Side, packet: Packet): channelTx.MsgRecvPacket {
    const key = packetKey('commitments', packet.sourcePort, packet.sourceChannel, packet.sequence)
    const { proof, proofHeight } = this.prove(to, key)
    return { packet, proofCommitment: proof, proofHeight, signer: to.relayer }
  }
  receive(to: Side, packet: Packet): ReturnType<Side['run']> {
    return to.run(channelTx.MsgRecvPacket, this.receiveMessage(to, packet))
  }

  acknowledgeMessage(to: Side, packet: Packet, acknowledgement: Uint8Array): channelTx.MsgAcknowledgement {
    const key = packetKey('acks', packet.destinationPort, packet.destinationChannel, packet.sequence)
    const { proof, proofHeight } = this.prove(to, key)
    return { packet, acknowledgement, proofAcked: proof, proofHeight, signer: to.relayer }
  }
  acknowledge(to: Side, packet: Packet, acknowledgement: Uint8Array): ReturnType<Side['run']> {
    return to.run(channelTx.MsgAcknowledgement, this.acknowledgeMessage(to, packet, acknowledgement))
  }

  timeoutMessage(to: Side, packet: Packet, ordering: Order, nextSequenceRecv = 1n): channelTx.MsgTimeout {
    const { destinationPort: port, destinationChannel: channel, sequence } = packet
    const key =
      ordering === Order.ORDER_ORDERED ? nextReceiveKey(port, channel) : packetKey('receipts', port, channel, sequence)
    const { proof, proofHeight } = this.prove(to, key)
    return { packet, proofUnreceived: proof, proofHeight, nextSequenceRecv, signer: to.relayer }
  }

  other(side: Side): Side {
    return side === this.a ? this.b : this.a
  }
  clientOn(side: Side): string {
    return side === this.a ? this.clientOnA : this.clientOnB
  }
}

export function createClient(on: Side, of: Side, options: Parameters<typeof startingStates>[2] = {}): string {
  const states = startingStates(of.app, of.app.last.height, options)
  const { events } = on.run(clientTx.MsgCreateClient, { ...states, signer: on.relayer })
  return attribute(events, 'create_client', 'client_id')
}

export function attribute(events: readonly Event[], type: string, key: string): string {
  const found = events.find((event) => event.type === type)?.attributes.find(([name]) => name === key)
  if (found === undefined) throw new Error(`no ${key} of ${type} among ${events.map((event) => event.type).join(', ')}`)
  return found[1]
}

/** The packet of a `send_packet` event. */
export function packetOf(events: readonly Event[]): Packet {
  const value = (key: string): string => attribute(events, 'send_packet', key)
  return {
    sequence: BigInt(value('packet_sequence')),
    sourcePort: value('packet_src_port'),
    sourceChannel: value('packet_src_channel'),
    destinationPort: value('packet_dst_port'),
    destinationChannel: value('packet_dst_channel'),
    data: fromHex(value('packet_data_hex')),
    timeoutHeight: parseHeight(value('packet_timeout_height')),
    timeoutTimestamp: BigInt(value('packet_timeout_timestamp')),
  }
}

export const ackOf = (events: readonly Event[]): Uint8Array =>
  fromHex(attribute(events, 'write_acknowledgement', 'packet_ack_hex'))

/** An application that writes down what it hears, and acknowledges by echo; `refuse` makes it answer with an error. */
export class Echo implements IbcApplication {
  readonly heard: string[] = []
  refuse = false

  onOpenInit: IbcApplication['onOpenInit'] = (_, __, version) => version
  onOpenTry: IbcApplication['onOpenTry'] = (_, __, version) => version
  onOpenAck = () => void this.heard.push('open ack')
  onOpenConfirm = () => void this.heard.push('open confirm')
  onCloseInit = () => void this.heard.push('close init')
  onCloseConfirm = () => void this.heard.push('close confirm')
  onReceive: IbcApplication['onReceive'] = (ctx, _, { sequence, data }) => {
    this.heard.push(`packet ${sequence}`)
    ctx.events.emit({ type: 'echo', attributes: [['sequence', String(sequence)]] })
    return { success: !this.refuse, bytes: data }
  }
  onAcknowledge: IbcApplication['onAcknowledge'] = (_, __, { sequence }) => void this.heard.push(`ack ${sequence}`)
  onTimeout: IbcApplication['onTimeout'] = (_, __, { sequence }) => void this.heard.push(`timeout ${sequence}`)
}
