import type { AcknowledgementBytes, Channel, Packet, PacketSender } from '../../../chain/ibc/index.js'
import type { Payload } from 'cosmjs-types/ibc/core/channel/v2/packet'
import type { Context } from '../../../chain/index.js'

export { State } from 'cosmjs-types/ibc/core/channel/v1/channel'
export type { AcknowledgementBytes, Channel, ChannelOpening, IbcApplication, Packet } from '../../../chain/ibc/index.js'

/** What contracts need from IBC. Source: wasmd x/wasm/types/expected_keepers.go. */
export interface ContractIbc {
  readonly channels: {
    get(ctx: Context, portId: string, channelId: string): Channel | undefined
    /** Channels whose port has a prefix, in store order. */
    ofPort(ctx: Context, portPrefix: string): readonly PlacedChannel[]
  }
  readonly packets: PacketSender & {
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
  /** The coins of a transfer, with the denom on this chain. @throws ChainError for data of anything but a transfer */
  received(
    packet: Packet,
    version: string,
  ): { readonly sender: string; readonly receiver: string; readonly denom: string; readonly amount: string }
}

interface PlacedChannel extends Channel {
  readonly portId: string
  readonly channelId: string
}
