import type { Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'

/** What the module needs from bank. Source: rate-limiting v10.1.0 types/expected_keepers.go. */
export interface BankKeeper {
  supply(ctx: Context, denom: string): Coin
}

/** What the module needs from IBC. */
export interface Channels {
  hasChannel(ctx: Context, portId: string, channelId: string): boolean
  /** Whether there is a client that a chain may use. Source: ibc-go 02-client/keeper `GetClientStatus`, other than Unauthorized. */
  hasClient(ctx: Context, clientId: string): boolean
}
