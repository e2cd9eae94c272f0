import { toHex } from '../../base/index.js'
import type { JsonItem } from '../../codec/abi/index.js'
import { ContractAbi } from '../values/contract-abi.js'

/** The ABIs of the contracts in Solidity that a sandbox knows on one chain. */
export class SolidityContracts {
  /** By address in hex. The map is replaced, never changed, so that snapshots can hold it. */
  abis: ReadonlyMap<string, readonly JsonItem[]> = new Map()
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
}
