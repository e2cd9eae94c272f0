import type { Hex } from '../hex.js'

/**
 * Where the balances of EVM accounts live. The EVM's state keeps nonce, code and storage and asks this source for the rest,
 * so that a chain's bank store stays the one truth. Addresses are 20 bytes as lower-case hex with `0x`, values are in
 * the smallest unit (18 decimals). Both methods are synchronous. When something else than the EVM moves a balance,
 * the node must hear of it: `EvmNode.balanceChanged(address)`.
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
