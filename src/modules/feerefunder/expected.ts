import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from bank. Source: neutron x/feerefunder/types/expected_keepers.go. */
export interface BankKeeper {
  /** @throws ChainError sdk/5 */
  sendToModule(ctx: Context, from: Uint8Array, module: string, amount: readonly Coin[]): void
  /** @throws ChainError sdk/4 for a blocked receiver, sdk/5 */
  sendFromModule(ctx: Context, module: string, to: Uint8Array, amount: readonly Coin[]): void
}

/** Whether the channel exists. */
export type HasChannel = (ctx: Context, portId: string, channelId: string) => boolean
