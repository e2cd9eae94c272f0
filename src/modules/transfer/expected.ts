import type { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import type { Channel, Order, Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import type { Height } from 'cosmjs-types/ibc/core/client/v1/client'
import type { Context } from '../../chain/context.js'
import type { Coin } from '../../codec/coins.js'
import type { Fee, PacketId } from '../../codec/neutron/feerefunder.js'

export type { Channel, Packet }

/** What the module needs of others. Source: ibc-go v10 apps/transfer/types/expected_keepers.go, neutron x/transfer/types/expected_keepers.go. */
export interface BankKeeper {
  isBlocked(address: Uint8Array): boolean
  spendableCoin(ctx: Context, address: Uint8Array, denom: string): Coin
  send(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  mint(ctx: Context, module: string, amount: readonly Coin[]): void
  burn(ctx: Context, module: string, amount: readonly Coin[]): void
}

export interface BankSettings {
  /** @throws ChainError bank/5 */
  assertSendEnabled(ctx: Context, coins: readonly Coin[]): void
  hasMetadata(ctx: Context, denom: string): boolean
  setMetadata(ctx: Context, metadata: Metadata): void
}

export interface Channels {
  get(ctx: Context, portId: string, channelId: string): Channel | undefined
  nextSend(ctx: Context, portId: string, channelId: string): bigint | undefined
  /** @throws ChainError clientv2/35 for what is no client that is paired for IBC v2 */
  assertPaired(ctx: Context, clientId: string): void
}

/** Sends packets: the channels themselves, or a layer around them. */
export interface PacketSender {
  send(
    ctx: Context,
    portId: string,
    channelId: string,
    timeoutHeight: Height,
    timeoutTimestamp: bigint,
    data: Uint8Array,
  ): bigint
}

export interface ChannelOpening {
  readonly ordering: Order
  readonly portId: string
  readonly channelId: string
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

/** Neutron's token factory: nobody mints for, burns from or forces transfers of accounts that hold what was transferred away. */
export interface EscrowKeeper {
  addEscrow(ctx: Context, address: Uint8Array): void
}

/** Neutron's fee refunder. */
export interface FeeKeeper {
  lock(ctx: Context, payer: Uint8Array, packetId: PacketId, fee: Fee): void
  distributeAcknowledged(ctx: Context, relayer: Uint8Array, packetId: PacketId): void
  distributeTimedOut(ctx: Context, relayer: Uint8Array, packetId: PacketId): void
}

/** Contracts that are called by whoever sends them coins from another chain. */
export interface ContractExecutor {
  /** @returns the data of its response @throws ChainError of the contract or the chain */
  execute(
    ctx: Context,
    contract: Uint8Array,
    sender: Uint8Array,
    message: Uint8Array,
    funds: readonly Coin[],
  ): Uint8Array | undefined
}

/** What became of a packet, as the contract that sent it is told. */
export type PacketOutcome = { readonly result: Uint8Array | undefined } | { readonly error: string } | undefined

/** Neutron's contracts, called under the sudo limit. */
export interface ContractCallbacks {
  hasContract(ctx: Context, address: Uint8Array): boolean
  /** Failures are recorded, not thrown. */
  onPacket(ctx: Context, contract: Uint8Array, packet: Packet, outcome: PacketOutcome): void
}
