import { fromHex, toHex } from '../../base/index.js'
import type { JsonItem } from '../../codec/abi/index.js'
import { ContractAbi, type DecodedItem } from '../values/contract-abi.js'

/** The ABIs of the contracts in Solidity that a sandbox knows on one chain. */
export class SolidityContracts {
  /** By address in hex. The map is replaced, never changed, so that snapshots can hold it. */
  abis: ReadonlyMap<string, readonly JsonItem[]> = new Map()
  /** Knows what every contract may revert with. */
  readonly #usual = new ContractAbi([])
  readonly #read = new WeakMap<readonly JsonItem[], ContractAbi>()

  learn(address: Uint8Array, abi: readonly JsonItem[]): void {
    this.abis = new Map([...this.abis, [toHex(address), abi]])
  }

  /** Undefined for a contract that was not deployed here. */
  of(address: Uint8Array): ContractAbi | undefined {
    const items = this.abis.get(toHex(address))
    if (items === undefined) return undefined
    let read = this.#read.get(items)
    if (read === undefined) this.#read.set(items, (read = new ContractAbi(items)))
    return read
  }

  /** What code reverted with: an error of its own, or one that it passes on from a contract that was deployed here; undefined for an unknown one. */
  error(abi: ContractAbi | undefined, data: Uint8Array): DecodedItem | undefined {
    const own = (abi ?? this.#usual).error(data)
    if (own !== undefined) return own
    for (const address of this.abis.keys()) {
      const passedOn = this.of(fromHex(address))!.error(data)
      if (passedOn !== undefined) return passedOn
    }
    return undefined
  }
}
