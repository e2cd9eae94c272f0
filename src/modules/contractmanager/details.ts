import type { Block, Event } from '../../chain/index.js'

const valueOf = ({ attributes }: Event, key: string): string | undefined =>
  attributes.find(([name]) => name === key)?.[1]

const detailKey = (contract: string, id: bigint): string => `${contract}/${id}`

/**
 * Full errors of failures, by contract and id, from the events of blocks; if an id was reused, the newest counts. A failure whose block
 * is not among those given has no full error. Source: specification "Contract Failure Manager", section 4 "Failure details".
 * @param blocks the newest first; they are read only as far as needed
 */
export function failureDetails(
  blocks: Iterable<Block>,
  failures: readonly { readonly address: string; readonly id: bigint }[],
): (failure: { readonly address: string; readonly id: bigint }) => string | undefined {
  const missing = new Set(failures.map(({ address, id }) => detailKey(address, id)))
  const found = new Map<string, string>()
  const read = (event: Event): void => {
    if (event.type !== 'sudo') return
    const [contract, id, error] = [
      valueOf(event, '_contract_address'),
      valueOf(event, 'failure_id'),
      valueOf(event, 'error'),
    ]
    if (contract === undefined || id === undefined || error === undefined) return
    const key = detailKey(contract, BigInt(id))
    if (missing.delete(key)) found.set(key, error)
  }
  for (const block of blocks) {
    if (missing.size === 0) break
    for (const event of [...block.txs.flatMap((tx) => tx.events), ...block.events].reverse()) read(event)
  }
  return ({ address, id }) => found.get(detailKey(address, id))
}
