import { ChainError } from '../../base/index.js'
import type { IbcApp } from '../../app/index.js'
import type { Event } from '../../chain/index.js'

/** The contracts of one chain by the labels under which they were instantiated, and addresses that were given a label. */
export class Labels {
  readonly #app: IbcApp
  /** Address by label. The map is replaced, never changed, so that snapshots can hold it. */
  addresses: ReadonlyMap<string, string> = new Map()

  constructor(app: IbcApp) {
    this.#app = app
  }

  set(label: string, address: string): void {
    this.addresses = new Map([...this.addresses, [label, address]])
  }

  labelOf(address: string): string | undefined {
    for (const [label, contract] of this.addresses) if (contract === address) return label
    // Contracts of a forked chain were instantiated before.
    return this.#app.options.fork === undefined ? undefined : this.#labelAt(address)
  }

  /** Undefined when no contract of the chain has that label or address. */
  contractAddress(labelOrAddress: string): string | undefined {
    const address = this.addresses.get(labelOrAddress) ?? labelOrAddress
    return this.#labelAt(address) === undefined ? undefined : address
  }

  /** Undefined unless it is a contract. */
  #labelAt(text: string): string | undefined {
    try {
      return this.#app.labelOf(text)
    } catch (error) {
      if (error instanceof ChainError) return undefined
      throw error
    }
  }

  /** Records the contracts that a transaction instantiated. If several have the same label, the first keeps it. */
  learn(events: readonly Event[]): void {
    const instantiated = events.filter((event) => event.type === 'instantiate')
    if (instantiated.length === 0) return
    const addresses = new Map(this.addresses)
    for (const { attributes } of instantiated)
      for (const [key, address] of attributes) {
        if (key !== '_contract_address') continue
        const label = this.#app.labelOf(address)
        if (label !== undefined && !addresses.has(label)) addresses.set(label, address)
      }
    this.addresses = addresses
  }
}
