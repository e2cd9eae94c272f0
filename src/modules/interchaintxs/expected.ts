import type { Order } from 'cosmjs-types/ibc/core/channel/v1/channel'
import type { Packet } from '../../chain/ibc/index.js'
import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'
import type { Fee, PacketId } from '../../codec/neutron/feerefunder.js'

export { Order } from 'cosmjs-types/ibc/core/channel/v1/channel'
export type { AcknowledgementBytes, IbcApplication, Packet } from '../../chain/ibc/index.js'

/** What the module needs from other modules. Source: neutron x/interchaintxs/types/expected_keepers.go. */
export interface BankKeeper {
  /** @throws ChainError sdk/5 */
  send(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void
}

export interface FeeKeeper {
  /** @throws ChainError */
  lock(ctx: Context, payer: Uint8Array, packetId: PacketId, fee: Fee): void
  distributeAcknowledged(ctx: Context, relayer: Uint8Array, packetId: PacketId): void
  distributeTimedOut(ctx: Context, relayer: Uint8Array, packetId: PacketId): void
}

export interface Channels {
  /** The sequence of the next packet; undefined for an unknown channel. */
  nextSend(ctx: Context, portId: string, channelId: string): bigint | undefined
}

/** The controller of interchain accounts. */
export interface Controller {
  /** @throws ChainError */
  register(
    ctx: Context,
    request: {
      readonly owner: string
      readonly connectionId: string
      readonly version: string
      readonly ordering: Order
    },
  ): { readonly portId: string; readonly channelId: string }
  /** Enables the callbacks of a port. */
  enableCallbacks(ctx: Context, portId: string, connectionId: string): void
  /** Sends messages that are already packed. @param timeout nanoseconds from now @returns the packet's sequence */
  send(
    ctx: Context,
    request: {
      readonly owner: string
      readonly connectionId: string
      readonly data: Uint8Array
      readonly memo: string
      readonly timeout: bigint
    },
  ): bigint
  /** @throws ChainError interchainaccounts/13 */
  portOf(owner: string): string
  activeChannel(ctx: Context, connectionId: string, portId: string): string | undefined
  accountAddress(ctx: Context, connectionId: string, portId: string): string | undefined
}

/** Reports the outcome of a packet to the contract that sent it. */
type PacketOutcome = { readonly result: Uint8Array | undefined } | { readonly error: string } | undefined

/** Neutron's contracts, called under the sudo limit. */
export interface Contracts {
  hasContract(ctx: Context, address: Uint8Array): boolean
  codeId(ctx: Context, address: Uint8Array): bigint
  /** Failures are recorded, not thrown. */
  onPacket(ctx: Context, contract: Uint8Array, packet: Packet, outcome: PacketOutcome): void
  onOpenAck(
    ctx: Context,
    contract: Uint8Array,
    channel: {
      readonly portId: string
      readonly channelId: string
      readonly counterpartyChannelId: string
      readonly counterpartyVersion: string
    },
  ): void
}
