import type { Channel, Counterparty, Order, Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import type { Height } from 'cosmjs-types/ibc/core/client/v1/client'
import type { Payload } from 'cosmjs-types/ibc/core/channel/v2/packet'
import type { Context } from '../../../chain/context.js'

export { State } from 'cosmjs-types/ibc/core/channel/v1/channel'
export type { Channel, Packet }

export interface AcknowledgementBytes {
  readonly success: boolean
  readonly bytes: Uint8Array
}

/** What contracts need of IBC. Source: wasmd x/wasm/types/expected_keepers.go. */
export interface ContractIbc {
  readonly channels: {
    get(ctx: Context, portId: string, channelId: string): Channel | undefined
    /** Those whose port starts with a text, in the order of the store. */
    ofPort(ctx: Context, portPrefix: string): readonly PlacedChannel[]
  }
  readonly packets: {
    /** @returns the sequence. @throws ChainError */
    send(
      ctx: Context,
      portId: string,
      channelId: string,
      timeoutHeight: Height,
      timeoutTimestamp: bigint,
      data: Uint8Array,
    ): bigint
    /** @throws ChainError */
    writeAcknowledgement(ctx: Context, packet: Packet, acknowledgement: AcknowledgementBytes): void
  }
  readonly packets2: {
    /** A packet between clients that waits for its acknowledgement. */
    waiting(ctx: Context, clientId: string, sequence: bigint): { readonly payloads: readonly Payload[] } | undefined
    /** @throws ChainError */
    writeAcknowledgement(ctx: Context, clientId: string, sequence: bigint, acknowledgement: Uint8Array): void
  }
  /** The port of transfers. */
  transferPort(ctx: Context): string
  /** What a transfer brought, its denom as it is here. @throws ChainError for data that are no transfer's */
  received(
    packet: Packet,
    version: string,
  ): { readonly sender: string; readonly receiver: string; readonly denom: string; readonly amount: string }
}

interface PlacedChannel extends Channel {
  readonly portId: string
  readonly channelId: string
}

export interface ChannelOpening {
  readonly ordering: Order
  readonly connectionHops: readonly string[]
  readonly portId: string
  readonly channelId: string
  readonly counterparty: Counterparty
}

/** What IBC calls on a port. Source: ibc-go v10 05-port/types/module.go `IBCModule`. */
export interface IbcApplication {
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
  onReceive(ctx: Context, version: string, packet: Packet, relayer: Uint8Array): AcknowledgementBytes | undefined
  onAcknowledge(ctx: Context, version: string, packet: Packet, acknowledgement: Uint8Array, relayer: Uint8Array): void
  onTimeout(ctx: Context, version: string, packet: Packet, relayer: Uint8Array): void
}
