import type { Explored } from '../explored.js'
import type { EvmContractsData } from '../model.js'
import type { Abis } from './abis.js'
import { namesOf } from './transaction.js'

/** Rows of one answer, the newest. */
const MAX_CONTRACTS = 200

/** Contracts that transactions of EVMs made, the newest first, and the ABIs that were given. */
export async function evmContracts({ history, hosts }: Explored, abis: Abis): Promise<EvmContractsData> {
  const made = history.entries.filter(({ evm, state }) => evm?.created !== undefined && state === 'ok')
  const contracts: EvmContractsData['contracts'][number][] = []
  for (const { chain, evm, height, id } of made.slice(-MAX_CONTRACTS).toReversed()) {
    const address = evm!.created!
    const node = hosts.get(chain)!.evm()
    const names = await namesOf(
      [address],
      abis,
      (of) => node.request({ method: 'eth_getCode', params: [of, 'latest'] }) as Promise<string>,
    )
    const name = names.get(address)
    contracts.push({ chain, address, height, row: id, ...(name !== undefined && { name }) })
  }
  const count = (items: readonly { readonly type: string }[], type: string): number =>
    items.filter((item) => item.type === type).length
  return {
    contracts,
    abis: abis.given.map(({ name, items }) => ({
      name,
      functions: count(items, 'function'),
      events: count(items, 'event'),
      errors: count(items, 'error'),
    })),
  }
}
