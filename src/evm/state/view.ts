import { NO_BYTES } from '../../base/index.js'
import type { Hex } from '../hex.js'

/** The fields of an account besides its balance and its storage. Immutable: replaced, never changed. */
export interface AccountRecord {
  readonly nonce: bigint
  readonly codeHash: Hex
}

/** A readable state: the current one or any sealed version. Reading is synchronous. */
export interface StateView {
  account(address: Hex): AccountRecord | undefined
  balance(address: Hex): bigint
  storage(address: Hex, slot: bigint): bigint
  code(hash: Hex): Uint8Array
  /** Slots that may be other than zero, in no order; one may come twice. */
  slots(address: Hex): Iterable<bigint>
  /** How many slots are other than zero. The cost grows neither with them nor with those that were cleared. */
  filled(address: Hex): number
}

/** What is known of accounts by their addresses. */
export type Accounts = Pick<StateView, 'account' | 'balance' | 'storage' | 'code'>

/** An account exists when it has a record (before EIP-161 perhaps an empty one) or a balance. */
export const accountExists = (view: Accounts, address: Hex): boolean =>
  view.account(address) !== undefined || view.balance(address) !== 0n

/** Code of the account at the address; none for an account without code. */
export function codeAt(view: Accounts, address: Hex): Uint8Array {
  const account = view.account(address)
  return account === undefined ? NO_BYTES : view.code(account.codeHash)
}
