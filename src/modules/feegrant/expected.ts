import type { Context } from '../../chain/context.js'

/** What fee grants need of accounts. */
interface FeegrantAccounts {
  get(ctx: Context, address: Uint8Array): object | undefined
  /** Makes a new account and stores it. */
  open(ctx: Context, address: Uint8Array): void
}

/** What fee grants need of coins. */
interface FeegrantBank {
  isBlocked(address: Uint8Array): boolean
}

/** What the module is made of. */
export interface FeegrantParts {
  readonly accounts: FeegrantAccounts
  readonly bank: FeegrantBank
}
