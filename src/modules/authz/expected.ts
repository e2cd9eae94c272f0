import type { Context, MessageRouter } from '../../chain/index.js'

/** What the module needs from accounts. */
interface GrantAccounts {
  get(ctx: Context, address: Uint8Array): object | undefined
  /** Makes a new account and stores it. */
  open(ctx: Context, address: Uint8Array): void
}

/** What the module needs from bank. */
interface GrantBank {
  isBlocked(address: Uint8Array): boolean
}

/** Who may instantiate code, as the generated types have it. */
interface AccessConfig {
  readonly permission: number
  readonly addresses: readonly string[]
}

/** What the module needs from wasm. */
export interface GrantedCode {
  /** The code of a message, unzipped if it is gzipped, and charged for. @throws ChainError */
  unpack(ctx: Context, code: Uint8Array): Uint8Array
  /** @throws ChainError for an invalid one */
  checkAccess(prefix: string, config: AccessConfig): void
  /** Whether one is at least as strict as another. */
  isSubset(config: AccessConfig, of: AccessConfig): boolean
}

/** What the module is made of. */
export interface AuthzParts {
  readonly accounts: GrantAccounts
  readonly bank: GrantBank
  /** Undefined on a chain without contracts, whose authorizations nobody can grant there. */
  readonly code: GrantedCode | undefined
  readonly router: () => MessageRouter
}
