import type { Hex } from '../hex.js'

/**
 * The source of the balances of EVM accounts. The EVM's state keeps nonce, code and storage and asks this source for the rest,
 * so that a chain's bank store stays the single source of truth. Addresses are 20 bytes as lower-case hex with `0x`, values are in
 * the smallest unit (18 decimals). Both methods are synchronous. When a balance changes outside of the EVM,
 * the node must be notified: `EvmNode.balanceChanged(address)`.
 */
export interface BalanceSource {
  get(address: Hex): bigint
  set(address: Hex, value: bigint): void
}

/** Balances of a node that stands alone. */
export class MapBalances implements BalanceSource {
  readonly #values = new Map<Hex, bigint>()

  get(address: Hex): bigint {
    return this.#values.get(address) ?? 0n
  }

  set(address: Hex, value: bigint): void {
    if (value === 0n) this.#values.delete(address)
    else this.#values.set(address, value)
  }
}
