import type { Context } from '../../chain/index.js'
import type { Channel, Denom, Ics4Wrapper } from '../../chain/ibc/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from other modules. Source: packet-forward-middleware v10.1.0 types/expected_keepers.go. */
export interface BankKeeper {
  send(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  /** @throws ChainError sdk/4 for a blocked receiver */
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
  mint(ctx: Context, module: string, amount: readonly Coin[]): void
  burn(ctx: Context, module: string, amount: readonly Coin[]): void
}

/** The transfers with which packets are sent on. */
export interface Transfers {
  /** @returns the packet's sequence @throws ChainError */
  transfer(
    ctx: Context,
    request: {
      readonly sourcePort: string
      readonly sourceChannel: string
      readonly token: Coin
      readonly sender: string
      readonly receiver: string
      readonly timeoutHeight: { readonly revisionNumber: bigint; readonly revisionHeight: bigint }
      readonly timeoutTimestamp: bigint
      readonly memo: string
    },
  ): bigint
  /** @throws ChainError transfer/3, transfer/6 */
  denomOfCoin(ctx: Context, denom: string): Denom
  totalEscrow(ctx: Context, denom: string): bigint
  setTotalEscrow(ctx: Context, denom: string, amount: bigint): void
}

export interface Channels extends Pick<Ics4Wrapper, 'writeAcknowledgement'> {
  get(ctx: Context, portId: string, channelId: string): Channel | undefined
}
