import { toUtf8 } from '../../base/index.js'
import { ErrInsufficientFunds, GoPanic, plainError, rethrowing, type Context } from '../../chain/index.js'
import {
  acknowledgementBytes,
  bankDenom,
  denomOf,
  packetAmount,
  type Packet,
  type PacketData,
} from '../../chain/ibc/index.js'
import type { Acknowledgement } from '../../codec/ibc/index.js'
import { ProtoError } from '../../codec/index.js'
import type { BankKeeper, Channels, Transfers } from './expected.js'
import { asFormat } from './format.js'
import { decodeInFlight, encodeInFlight, type InFlightPacket } from './in-flight.js'
import { inFlightKey, NAME, type PacketPlace } from './keys.js'
import { memoOf, readNext } from './next.js'
import { originalPacket, Refunds } from './refunds.js'

export interface ForwardOptions {
  /** Built after the layers. */
  readonly transfers: () => Transfers
  readonly bank: BankKeeper
  readonly channels: Channels
}

/** The next leg of a packet's way. */
interface Leg {
  readonly port: string
  readonly channel: string
  /** The account on this chain that the coins have come to. */
  readonly sender: string
  readonly receiver: string
  readonly token: { readonly denom: string; readonly amount: bigint }
  readonly next: string | undefined
}

const NO_HEIGHT = { revisionNumber: 0n, revisionHeight: 0n }

/** Packets that are forwarded and not yet answered. Source: packet-forward-middleware v10.1.0 keeper/keeper.go. */
export class ForwardKeeper {
  readonly #transfers: () => Transfers
  readonly #channels: Channels
  readonly #refunds: Refunds

  constructor(options: ForwardOptions) {
    this.#transfers = options.transfers
    this.#channels = options.channels
    this.#refunds = new Refunds(options)
  }

  /**
   * Sends the coins on, and remembers which packet they came with.
   * @throws ChainError sdk/16 for a memo that is not JSON, sdk/5 for whatever the transfer refuses. Source: `ForwardTransferPacket`
   */
  forward(ctx: Context, leg: Leg, inFlight: InFlightPacket): void {
    const memo = memoOf(leg.next)
    const sequence = rethrowing(
      (error) => ErrInsufficientFunds.error(asFormat(error.log)),
      () =>
        this.#transfers().transfer(ctx, {
          sourcePort: leg.port,
          sourceChannel: leg.channel,
          token: leg.token,
          sender: leg.sender,
          receiver: leg.receiver,
          timeoutHeight: NO_HEIGHT,
          timeoutTimestamp: BigInt.asUintN(64, ctx.block.time + inFlight.timeout),
          memo,
        }),
    )
    this.set(ctx, { sourcePort: leg.port, sourceChannel: leg.channel, sequence }, inFlight)
  }

  /** Sends what a timeout has refunded once more. @throws ChainError. Source: `RetryTimeout` */
  retry(ctx: Context, packet: Packet, data: PacketData, inFlight: InFlightPacket): void {
    const amount = packetAmount(data.amount)
    if (amount === undefined)
      throw plainError(`error parsing amount from string for packetforward retry: ${data.amount}`)
    const leg: Leg = {
      port: packet.sourcePort,
      channel: packet.sourceChannel,
      sender: data.sender,
      receiver: data.receiver,
      token: { denom: bankDenom(denomOf(data.denom)), amount },
      next: data.memo === '' ? undefined : readNext(toUtf8(data.memo)),
    }
    this.forward(ctx, leg, { ...inFlight, retriesRemaining: inFlight.retriesRemaining - 1 })
  }

  /**
   * Acknowledges the original packet with the outcome of the forwarded one. After a failure the coins go back towards where they came from,
   * or stay here when they must not go back. Source: `WriteAcknowledgementForForwardedPacket`
   */
  answer(ctx: Context, packet: Packet, data: PacketData, inFlight: InFlightPacket, ack: Acknowledgement): void {
    if (this.#channels.get(ctx, inFlight.refundPort, inFlight.refundChannel) === undefined)
      throw plainError('could not retrieve module from port-id')
    let answer = ack
    if (!('result' in ack)) {
      if (inFlight.nonrefundable) {
        this.#refunds.keepHere(ctx, packet, data, inFlight)
        const failure = 'error' in ack ? ack.error : ''
        answer = { result: toUtf8(`packet forward failed after point of no return: ${failure}`) }
      } else this.#refunds.sendBack(ctx, packet, data, inFlight)
    }
    this.#channels.writeAcknowledgement(ctx, originalPacket(inFlight), acknowledgementBytes(answer))
  }

  /** @param place where the forwarded packet was sent from @throws GoPanic for a record that cannot be read, as `MustUnmarshal` */
  get(ctx: Context, place: PacketPlace): InFlightPacket | undefined {
    const store = ctx.store(NAME)
    const key = inFlightKey(place)
    return store.has(key) ? readInFlight(store.get(key)!) : undefined
  }
  set(ctx: Context, place: PacketPlace, inFlight: InFlightPacket): void {
    ctx.store(NAME).set(inFlightKey(place), encodeInFlight(inFlight))
  }
  /** Source: `RemoveInFlightPacket`. */
  remove(ctx: Context, place: PacketPlace): void {
    const store = ctx.store(NAME)
    const key = inFlightKey(place)
    if (store.has(key)) store.delete(key)
  }
  /** Source: `GetAndClearInFlightPacket`, which clears before it reads. @throws GoPanic as {@link get} */
  take(ctx: Context, place: PacketPlace): InFlightPacket | undefined {
    const store = ctx.store(NAME)
    const key = inFlightKey(place)
    if (!store.has(key)) return undefined
    const bytes = store.get(key)!
    store.delete(key)
    return readInFlight(bytes)
  }
}

function readInFlight(bytes: Uint8Array): InFlightPacket {
  try {
    return decodeInFlight(bytes)
  } catch (error) {
    if (error instanceof ProtoError) throw new GoPanic(error.shortMessage)
    throw error
  }
}
