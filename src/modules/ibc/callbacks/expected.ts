import type { Context } from '../../../chain/index.js'
import type { AcknowledgementBytes, Packet } from '../application.js'

/** The parts of a packet that determine which callbacks it asks for. */
export interface PacketMemo {
  readonly memo: string
  /** The version of the channel. */
  readonly version: string
  /** Who sent the packet, or '' when unknown. @param sourcePort source port of the packet */
  sender(sourcePort: string): string
}

/** Reads the packets of an application; undefined for data that cannot be read. Source: ibc-go v10 apps/callbacks/types `CallbacksCompatibleModule`. */
export type ReadMemo = (ctx: Context, portId: string, channelId: string, data: Uint8Array) => PacketMemo | undefined

/** Calls contracts back. Each method throws ChainError and Panic. Source: ibc-go v10 apps/callbacks/types `ContractKeeper`. */
export interface CallbackContracts {
  onSend(ctx: Context, contract: string, sender: string): void
  onAcknowledge(
    ctx: Context,
    packet: Packet,
    acknowledgement: Uint8Array,
    relayer: Uint8Array,
    contract: string,
    sender: string,
  ): void
  onTimeout(ctx: Context, packet: Packet, relayer: Uint8Array, contract: string, sender: string): void
  onReceive(
    ctx: Context,
    packet: Packet,
    acknowledgement: AcknowledgementBytes,
    contract: string,
    version: string,
  ): void
}
