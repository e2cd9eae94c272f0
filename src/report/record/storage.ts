import { fromHex, toHex } from '../../base/index.js'
import { allContractRows, queryRaw } from '../../modules/wasm/index.js'
import type { ChainHost, TraceNode } from '../../sandbox/internal.js'
import { valueText, type Part } from '../../pages/index.js'
import { keyOf } from '../../store/index.js'
import type { StorageChange } from '../model.js'

/** The most rows that are read before the first step; of others the earlier value is unknown. */
const MAX_ROWS = 20_000
const MAX_CHANGES = 200
const MAX_VALUE_LENGTH = 4000

interface Touched {
  readonly chain: string
  readonly contract: string
  readonly label: string | undefined
  readonly key: string
  readonly hex: string
}

/** Known values of the storage of CosmWasm contracts, to compare before and after. */
export class StorageValues {
  readonly #hosts: ReadonlyMap<string, ChainHost>
  /** Hex of values by chain, contract and key. */
  readonly #known = new Map<string, string>()

  constructor(hosts: ReadonlyMap<string, ChainHost>) {
    this.#hosts = new Map([...hosts].filter(([, { app }]) => app.runsWasm))
    for (const [chain, host] of this.#hosts) {
      let rows = 0
      for (const { key, value } of allContractRows(host.app.context)) {
        if (++rows > MAX_ROWS) break
        // The rows of all contracts begin with the contract's address.
        this.#known.set(`${chain} ${toHex(key)}`, toHex(value))
      }
    }
  }

  /** What changed in the parts of a step. */
  changes(parts: readonly Part[]): { readonly storage: readonly StorageChange[]; readonly more: number } {
    const touched = new Map<string, Touched>()
    for (const { result } of parts) collect(result.chain, result.trace, touched)
    const storage: StorageChange[] = []
    for (const { chain, contract, label, key, hex } of touched.values()) {
      const host = this.#hosts.get(chain)
      if (host === undefined) continue
      const address = host.app.address(contract)
      const bytes = fromHex(hex)
      const id = `${chain} ${toHex(address)}${hex}`
      const now = queryRaw(host.app.context, address, keyOf(bytes))
      const [before, after] = [this.#known.get(id), now && toHex(now)]
      if (before === after) continue
      if (after === undefined) this.#known.delete(id)
      else this.#known.set(id, after)
      storage.push({
        chain,
        contract: label ?? contract,
        key,
        ...(before !== undefined && { before: valueText(fromHex(before), MAX_VALUE_LENGTH) }),
        ...(now !== undefined && { after: valueText(now, MAX_VALUE_LENGTH) }),
      })
    }
    return { storage: storage.slice(0, MAX_CHANGES), more: Math.max(0, storage.length - MAX_CHANGES) }
  }
}

function collect(chain: string, nodes: readonly TraceNode[], into: Map<string, Touched>): void {
  for (const { kind, contract, label, storage, children } of nodes) {
    if (kind === 'call')
      for (const { key, hex, writes, removes } of storage)
        if (writes + removes > 0) into.set(`${chain} ${contract} ${hex}`, { chain, contract, label, key, hex })
    collect(chain, children, into)
  }
}
