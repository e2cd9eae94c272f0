import type { ChainError } from '../../../base/index.js'
import type { Context } from '../../../chain/index.js'
import type { Any, Coin } from '../../../codec/index.js'

/** What an allowance decides about a fee. */
export type Verdict =
  | { readonly accepted: true; readonly left: Allowance | undefined }
  | { readonly accepted: false; readonly error: ChainError; readonly expired: boolean }

/** A right to pay fees from another account. Source: cosmossdk.io/x/feegrant v0.2.0 fees.go `FeeAllowanceI`. */
export interface Allowance {
  /** In nanoseconds since 1970; undefined if it does not expire. */
  readonly expiration: bigint | undefined
  /** @throws ChainError for contents that no grant may have */
  validateBasic(): void
  /** @param typeUrls of the messages of the transaction; `left` is undefined for an allowance that is used up */
  accept(ctx: Context, fee: readonly Coin[], typeUrls: readonly string[]): Verdict
  /** The allowance as the chain writes it. */
  readonly packed: Any
}

/** @param left undefined for nothing */
export const accepted = (left: Allowance | undefined): Verdict => ({ accepted: true, left })
export const refused = (error: ChainError): Verdict => ({ accepted: false, error, expired: false })
/** Refused for good: the chain deletes the allowance before it refuses the transaction, which brings it back. */
export const expired = (error: ChainError): Verdict => ({ accepted: false, error, expired: true })
