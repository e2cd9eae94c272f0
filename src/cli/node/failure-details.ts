import type { Comet38Client, comet38 } from '@cosmjs/tendermint-rpc'
import { ask } from './ask.js'
import { NodeError } from './connect.js'

/** Source: specification "Contract Failure Manager", section 4 "Failure details". */
const NOT_FOUND = 'detailed failure error message not found in node events'

type Event = comet38.Event

/**
 * The full error of a failure, from the events of the latest transaction or block that recorded one with this id: ids are reused.
 * @throws NodeError if there is no such failure, or the node has no such event or has pruned it
 */
export async function failureDetails(
  node: Comet38Client,
  address: string,
  id: string,
  height?: number,
): Promise<string> {
  await ask(node, '/neutron.contractmanager.Query/AddressFailure', { address, failure_id: id }, height)
  const query = `sudo._contract_address='${address}' AND sudo.failure_id='${id}'`
  const upTo = (name: string) => (height === undefined ? query : `${query} AND ${name}<=${height}`)
  const [tx, block] = await Promise.all([newestTx(node, upTo('tx.height')), newestBlock(node, upTo('block.height'))])
  const newest = [tx, block].sort((a, b) => (b?.height ?? 0) - (a?.height ?? 0))[0]
  const error = newest?.events
    .filter(
      ({ type, attributes }) =>
        type === 'sudo' && has(attributes, '_contract_address', address) && has(attributes, 'failure_id', id),
    )
    .at(-1)
    ?.attributes.find(({ key }) => key === 'error')?.value
  if (error === undefined) throw new NodeError(NOT_FOUND)
  return error
}

const has = (attributes: Event['attributes'], key: string, value: string): boolean =>
  attributes.some((attribute) => attribute.key === key && attribute.value === value)

interface Recorded {
  readonly height: number
  readonly events: readonly Event[]
}

const SEARCH = { page: 1, per_page: 1, order_by: 'desc' } as const

async function newestTx(node: Comet38Client, query: string): Promise<Recorded | undefined> {
  const { txs } = await searching(() => node.txSearch({ query, ...SEARCH }), { txs: [] })
  const [tx] = txs
  return tx && { height: tx.height, events: tx.result.events }
}

/** Events outside transactions are found by block. */
async function newestBlock(node: Comet38Client, query: string): Promise<Recorded | undefined> {
  const { blocks } = await searching(() => node.blockSearch({ query, ...SEARCH }), { blocks: [] })
  const height = blocks[0]?.block.header.height
  if (height === undefined) return undefined
  const { finalizeBlockEvents } = await node.blockResults(height)
  return { height, events: finalizeBlockEvents }
}

/** A node without an index responds with an error. */
async function searching<T>(search: () => Promise<T>, none: { [K in keyof T]?: T[K] }): Promise<Pick<T, keyof T>> {
  try {
    return await search()
  } catch (error) {
    if (error instanceof Error && error.message.includes('indexing is disabled')) return none as T
    throw error
  }
}
