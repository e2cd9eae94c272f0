import type { Channel, Packet } from '../../chain/ibc/index.js'
import type { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'
import type { Fee, PacketId } from '../../codec/neutron/feerefunder.js'

export type {
  AcknowledgementBytes,
  Channel,
  ChannelOpening,
  Ibc2Application,
  IbcApplication,
  Packet,
  PacketClients,
  PacketSender,
  PacketSender2,
  Payload,
  Received2,
} from '../../chain/ibc/index.js'

/** What the module needs from other modules. Source: ibc-go v10 apps/transfer/types/expected_keepers.go, neutron x/transfer/types/expected_keepers.go. */
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
}

/** A factory of Neutron: it does not mint to, burn from or force transfers of escrow accounts. */
export interface EscrowKeeper {
  addEscrow(ctx: Context, address: Uint8Array): void
}

/** Neutron's fee refunder. */
export interface FeeKeeper {
  lock(ctx: Context, payer: Uint8Array, packetId: PacketId, fee: Fee): void
  distributeAcknowledged(ctx: Context, relayer: Uint8Array, packetId: PacketId): void
  distributeTimedOut(ctx: Context, relayer: Uint8Array, packetId: PacketId): void
}

/** Reports the outcome of a packet to the contract that sent it. */
export type PacketOutcome = { readonly result: Uint8Array | undefined } | { readonly error: string } | undefined

/** Neutron's contracts, called under the sudo limit. */
export interface ContractCallbacks {
  hasContract(ctx: Context, address: Uint8Array): boolean
  /** Failures are recorded, not thrown. */
  onPacket(ctx: Context, contract: Uint8Array, packet: Packet, outcome: PacketOutcome): void
}
