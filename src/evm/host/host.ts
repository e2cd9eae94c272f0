import type { BalanceSource } from '../state/balances.js'
import type { Hex } from '../hex.js'

/** A block of the chain that the EVM has to follow with one of its own. */
export interface HostBlock {
  /** Seconds since 1970. */
  readonly timestamp: bigint
  /** Balances after it, of the accounts whose balances it may have changed. */
  readonly balances: ReadonlyMap<Hex, bigint>
}

/** A state of the chain whose balances the EVM sees; opaque to all but the chain. */
export type HostMoment = object

/**
 * The chain alongside which an EVM runs; its bank keeps the balances, of which the EVM sees what may be spent. The EVM makes a block for each of the chain's, and the chain one for
 * each of the EVM's. Everything is synchronous. As a source of balances it shows them as of the block that the EVM followed last,
 * plus what was set since then.
 */
export interface HostChain extends BalanceSource {
  /** Time of the chain's last block, in seconds since 1970. */
  now(): bigint
  /** Time of the block that it makes next, unless another time is given. */
  nextTime(): bigint
  /** The EVM starts: from here on the chain keeps its blocks for it. @returns all accounts with a balance */
  start(): Iterable<Hex>
  /** Private keys by address, of the chain's accounts with an EVM key. */
  accounts(): ReadonlyMap<Hex, Uint8Array>
  /** The oldest block that the EVM has yet to follow. */
  ahead(): HostBlock | undefined
  /** The EVM has made its block for this one. */
  follow(block: HostBlock): void
  /**
   * Balances at the beginning of a block of the EVM, of the accounts where they may differ from those of its last block: coins of
   * vesting accounts become free with time, and the chain may move coins in the block that it makes for one of the EVM's.
   * @param timestamp of that block
   */
  opening(timestamp: bigint): ReadonlyMap<Hex, bigint>
  /** Why the bank pays nothing to this account, in its words; undefined for an account that may be paid. */
  whyUnpayable(address: Hex): string | undefined
  /** Why {@link commit} would fail now; undefined if it would not. */
  whyRefused(timestamp: bigint): string | undefined
  /**
   * Makes the block of the chain for one of the EVM, in which the bank writes the balances that were set. @param timestamp in seconds since 1970
   * @throws RpcError (-32000) when the bank cannot; the chain is then as before
   */
  commit(timestamp: bigint): void
  /**
   * Applies balances that were set between blocks of the EVM, in a block of the chain alone, if there are any.
   * @param now time of the EVM's last block, in seconds since 1970, at which the balances are meant
   */
  settle(now: bigint): void
  /** The state at which balances are read, for {@link show}. */
  moment(): HostMoment
  /** From here on balances are those of that state; without one, the EVM counts as not started. */
  show(moment: HostMoment | undefined): void
  /** @param listener called after each block of the chain that the EVM has to follow, for as long as the chain lives */
  onBlock(listener: () => void): void
}
