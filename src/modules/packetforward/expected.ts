import type { Context } from '../../chain/context.js'
import type { Channel, Ics4Wrapper } from '../../chain/ibc/port.js'
import type { Coin } from '../../codec/coins.js'
import type { TransferKeeper } from '../transfer/index.js'

/** What the module needs of others. Source: packet-forward-middleware v10.1.0 types/expected_keepers.go. */
export interface BankKeeper {
  send(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  /** @throws ChainError sdk/4 for a blocked receiver */
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
  mint(ctx: Context, module: string, amount: readonly Coin[]): void
  burn(ctx: Context, module: string, amount: readonly Coin[]): void
}

export type Transfers = Pick<TransferKeeper, 'transfer' | 'denomOfCoin' | 'totalEscrow' | 'setTotalEscrow'>

export interface Channels extends Pick<Ics4Wrapper, 'writeAcknowledgement'> {
  get(ctx: Context, portId: string, channelId: string): Channel | undefined
}
