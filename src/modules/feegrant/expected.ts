import type { Context } from '../../chain/index.js'

/** What the module needs from accounts. */
interface FeegrantAccounts {
  get(ctx: Context, address: Uint8Array): object | undefined
  /** Makes a new account and stores it. */
  open(ctx: Context, address: Uint8Array): void
}

/** What the module needs from bank. */
interface FeegrantBank {
  isBlocked(address: Uint8Array): boolean
}

/** What the module is made of. */
export interface FeegrantParts {
  readonly accounts: FeegrantAccounts
  readonly bank: FeegrantBank
}
