import type { Channel } from '../../chain/ibc/index.js'
import type { Context, Message, MsgHandler, QueryHandler } from '../../chain/index.js'
import type { Any } from '../../codec/index.js'

export { Order, State } from 'cosmjs-types/ibc/core/channel/v1/channel'
export type {
  AcknowledgementBytes,
  Channel,
  ChannelOpening,
  IbcApplication,
  Packet,
  PacketSender,
} from '../../chain/ibc/index.js'

/** What interchain accounts need from other modules. Source: ibc-go v10 apps/27-interchain-accounts/types/expected_keepers.go, router.go. */
export interface Channels {
  get(ctx: Context, portId: string, channelId: string): Channel | undefined
  /** The id of the connection on the other side; undefined for an unknown one. */
  counterpartyConnection(ctx: Context, connectionId: string): string | undefined
}

/** Messages of the chain. */
export interface Router {
  handler(typeUrl: string): MsgHandler | undefined
  /** @throws ChainError for an unknown type or invalid bytes */
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
  nextNumber(ctx: Context, address: Uint8Array): bigint
}
