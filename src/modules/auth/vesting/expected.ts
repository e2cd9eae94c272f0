import type { Context } from '../../../chain/index.js'
import type { Coin } from '../../../codec/index.js'

/** What vesting needs from bank. Source: cosmos-sdk x/auth/vesting/types/expected_keepers.go. */
export interface VestingBank {
  isBlocked(address: Uint8Array): boolean
  /** @throws ChainError bank/5 when one of the denoms may not be sent */
  assertSendEnabled(ctx: Context, coins: readonly Coin[]): void
  /** @throws ChainError sdk/5 and others */
  send(ctx: Context, from: Uint8Array, to: Uint8Array, amount: readonly Coin[]): void
}
