import type { Channel, Counterparty, Order, Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import type { Height } from 'cosmjs-types/ibc/core/client/v1/client'
import type { Context } from '../../chain/context.js'
import type { Message } from '../../chain/module.js'
import type { MsgHandler, QueryHandler } from '../../chain/router.js'
import type { Any } from '../../codec/any.js'

export { Order, State } from 'cosmjs-types/ibc/core/channel/v1/channel'
export type { Channel, Packet }

/** What interchain accounts need of others. Source: ibc-go v10 apps/27-interchain-accounts/types/expected_keepers.go, router.go. */
export interface Channels {
  get(ctx: Context, portId: string, channelId: string): Channel | undefined
  /** The id of the connection on the other side; undefined for an unknown one. */
  counterpartyConnection(ctx: Context, connectionId: string): string | undefined
}

export interface PacketSender {
  /** @returns the sequence. @throws ChainError */
  send(
    ctx: Context,
    portId: string,
    channelId: string,
    timeoutHeight: Height,
    timeoutTimestamp: bigint,
    data: Uint8Array,
  ): bigint
}

/** Messages of the chain. */
export interface Router {
  handler(typeUrl: string): MsgHandler | undefined
  /** @throws ChainError for what no module knows or what are no such bytes */
  decode(message: Any): Message
}

export interface Queries {
  handler(path: string): QueryHandler | undefined
}

/** An account that another chain controls. */
interface InterchainAccount {
  readonly address: Uint8Array
  readonly publicKey: Any | undefined
  readonly accountNumber: bigint
  readonly sequence: bigint
  /** Port of the controller. */
  readonly owner?: string
}

export interface AccountKeeper {
  get(ctx: Context, address: Uint8Array): InterchainAccount | undefined
  set(ctx: Context, account: InterchainAccount): void
  /** Gives out an account number. */
  nextNumber(ctx: Context): bigint
}

export interface ChannelOpening {
  readonly ordering: Order
  readonly connectionHops: readonly string[]
  readonly portId: string
  readonly channelId: string
  readonly counterparty: Counterparty
}

export interface AcknowledgementBytes {
  readonly success: boolean
  readonly bytes: Uint8Array
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
