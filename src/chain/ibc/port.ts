import type { Channel, Counterparty, Order, Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import type { Height } from 'cosmjs-types/ibc/core/client/v1/client'
import type { Context } from '../context.js'

/** The interface between IBC and the modules that use its channels. */
export type { Channel, Packet }

/** A channel that is about to be opened. */
export interface ChannelOpening {
  readonly ordering: Order
  readonly connectionHops: readonly string[]
  readonly portId: string
  readonly channelId: string
  readonly counterparty: Counterparty
}

/**
 * An application that uses channels: transfer, interchain accounts, contracts. It rejects a step with a ChainError; its writes are then dropped.
 * Source: ibc-go v10 05-port/types/module.go `IBCModule`.
 */
export interface IbcApplication {
  /** @returns the version of the channel */
  onOpenInit(ctx: Context, opening: ChannelOpening, version: string): string
  onOpenTry(ctx: Context, opening: ChannelOpening, counterpartyVersion: string): string
  onOpenAck(
    ctx: Context,
    portId: string,
    channelId: string,
    counterpartyChannelId: string,
    counterpartyVersion: string,
  ): void
  onOpenConfirm(ctx: Context, portId: string, channelId: string): void
  onCloseInit(ctx: Context, portId: string, channelId: string): void
  onCloseConfirm(ctx: Context, portId: string, channelId: string): void
  /** @returns the acknowledgement; undefined when it is asynchronous. With an error acknowledgement, the writes are dropped. */
  onReceive(ctx: Context, version: string, packet: Packet, relayer: Uint8Array): AcknowledgementBytes | undefined
  onAcknowledge(ctx: Context, version: string, packet: Packet, acknowledgement: Uint8Array, relayer: Uint8Array): void
  onTimeout(ctx: Context, version: string, packet: Packet, relayer: Uint8Array): void
}

/** An acknowledgement returned by an application. Source: ibc-go v10 exported `Acknowledgement`. */
export interface AcknowledgementBytes {
  readonly success: boolean
  readonly bytes: Uint8Array
}

/** Sends packets. */
export interface PacketSender {
  /** @returns the sequence. @throws ChainError channel/3, /5, /10, /13, /40, client/29 */
  send(
    ctx: Context,
    portId: string,
    channelId: string,
    timeoutHeight: Height,
    timeoutTimestamp: bigint,
    data: Uint8Array,
  ): bigint
}

/** What applications call on channels. Source: ibc-go v10 05-port/types/module.go `ICS4Wrapper`. */
export interface Ics4Wrapper extends PacketSender {
  /** Answers a packet whose {@link IbcApplication.onReceive} did not. @throws ChainError channel/3, /5, /16, /17, /19 */
  writeAcknowledgement(ctx: Context, packet: Packet, acknowledgement: AcknowledgementBytes): void
}
