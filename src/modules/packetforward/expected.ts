import type { Context } from '../../chain/context.js'
import type { Coin } from '../../codec/coins.js'

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
}
