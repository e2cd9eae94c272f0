import type { NodeChain } from '../../chain/node-chain.js'
import { LATEST, isPending, type BlockRef, type MinedRef } from '../../chain/values.js'
import { invalidParams, refuse } from '../../errors.js'
import type { Hex } from '../../hex.js'
import { logsOf, searchLogs, type LocatedLog, type LogCriteria } from '../../chain/logs.js'
import { logJson } from '../encode.js'
import { blockNumber } from '../request.js'
import { chainMethod, optional, required, type ChainCall, type Method } from '../table.js'
import { Mismatch, address, array, hash32, maybe, object, string, type Validator } from '../../validate.js'

const MAX_ADDRESSES = 1000
const MAX_TOPICS = 4

const addresses: Validator<readonly Hex[]> = (value, path) =>
  Array.isArray(value) ? array(address, MAX_ADDRESSES)(value, path) : [address(value, path)]

const topic: Validator<readonly Hex[]> = (value, path) => {
  if (value === null) return []
  return Array.isArray(value)
    ? array(maybe(hash32), MAX_ADDRESSES)(value, path).flatMap((one) => (one === undefined ? [] : [one]))
    : [hash32(value, path)]
}

const members = object({
  fromBlock: maybe(blockNumber),
  toBlock: maybe(blockNumber),
  address: maybe(addresses),
  topics: maybe(array(topic)),
  blockHash: maybe(hash32),
  blockhash: maybe(hash32),
})

export interface LogQuery extends LogCriteria {
  readonly from: BlockRef | undefined
  readonly to: BlockRef | undefined
  readonly blockHash: Hex | undefined
}

/** A filter object. The specification writes `blockhash`, everyone else `blockHash`: both are read. */
export const logQuery: Validator<LogQuery> = (value, path) => {
  const { fromBlock, toBlock, address, topics, ...hashes } = members(value, path)
  const blockHash = hashes.blockHash ?? hashes.blockhash
  if (blockHash !== undefined && (fromBlock !== undefined || toBlock !== undefined))
    throw new Mismatch(path, 'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other')
  if ((topics?.length ?? 0) > MAX_TOPICS)
    throw new Mismatch(path === '' ? 'topics' : `${path}.topics`, 'exceed max topics')
  return { from: fromBlock, to: toBlock, blockHash, addresses: address ?? [], topics: topics ?? [] }
}

/** Height of a block of the chain, or the number that was given instead. */
const numberOf = (chain: NodeChain, ref: MinedRef): bigint =>
  ref.kind === 'number' ? ref.number : (chain.blocks.find(ref) ?? chain.blocks.head).number

/** @throws RpcError (-32602) for a range that is reversed or beyond the head. */
function search(chain: NodeChain, query: LogQuery): LocatedLog[] {
  const { blocks, options } = chain
  if (query.blockHash !== undefined) {
    const block = blocks.withHash(query.blockHash)
    if (block === undefined) throw refuse('unknown block')
    return logsOf(block, query)
  }
  const { from: first = LATEST, to: last = LATEST } = query
  if (isPending(first) || isPending(last)) throw invalidParams('pending logs are not supported')
  const [from, to] = [numberOf(chain, first), numberOf(chain, last)]
  if (from > to) throw invalidParams('invalid block range params')
  if (to > blocks.head.number) throw invalidParams('block range extends beyond current head block')
  return searchLogs(blocks, { from, to }, query, options.limits)
}

const bound = (chain: NodeChain, ref: BlockRef | undefined): bigint | undefined =>
  ref === undefined || (ref.kind === 'tag' && ref.tag !== 'earliest')
    ? undefined
    : ref.kind === 'number'
      ? ref.number
      : chain.blocks.genesis.number

/** Numbers of blocks, of which undefined is open. */
interface Bounds {
  readonly from: bigint | undefined
  readonly to: bigint | undefined
}

/**
 * The blocks whose logs a filter or a subscription waits for.
 * @throws RpcError (-32602) for a range that ends before it begins, that begins at the head and ends, or that a moving tag bounds.
 * Source: go-ethereum eth/filters/filter_system.go `SubscribeLogs`
 */
export function boundsOf(chain: NodeChain, { from: first = LATEST, to: last = LATEST }: LogQuery): Bounds {
  if (isPending(first) || isPending(last)) throw invalidParams('pending logs are not supported')
  const [from, to] = [bound(chain, first), bound(chain, last)]
  const isMoving = [first, last].some((ref) => ref.kind === 'tag' && (ref.tag === 'safe' || ref.tag === 'finalized'))
  if (isMoving || (to !== undefined && (from === undefined || from > to)))
    throw invalidParams('invalid block range params')
  return { from, to }
}

/** Installs a filter, without checking its bounds. */
export const install = (
  { chain, filters }: ChainCall,
  query: LogQuery,
  { from, to }: Bounds = { from: bound(chain, query.from), to: bound(chain, query.to) },
  found: () => LocatedLog[] = () => search(chain, query),
): Hex =>
  filters.addLogs({
    addresses: query.addresses,
    topics: query.topics,
    from,
    to,
    search: found,
  })

const everything: LogQuery = { from: undefined, to: undefined, blockHash: undefined, addresses: [], topics: [] }
const id = [required('filterId', string as Validator<Hex>)] as const

/** Logs, and polled filters for logs, blocks and pending transactions. */
export const logMethods: readonly Method[] = [
  chainMethod('eth_getLogs', {
    status: 'Stub',
    params: [optional('filter', logQuery, everything)],
    doc: 'Logs of a block or a range of blocks that match the criteria.',
    handle: ({ chain }, query) => search(chain, query).map(logJson),
  }),
  chainMethod('eth_newFilter', {
    status: 'Y',
    params: [optional('filter', logQuery, everything)],
    doc: 'Installs a filter for logs and returns its id.',
    handle: (call, query) => install(call, query, boundsOf(call.chain, query)),
  }),
  chainMethod('eth_newBlockFilter', {
    status: 'Y',
    doc: 'Installs a filter for hashes of new blocks and returns its id.',
    handle: ({ filters }) => filters.addBlocks(),
  }),
  chainMethod('eth_newPendingTransactionFilter', {
    status: 'Y',
    doc: 'Installs a filter for hashes of pending transactions and returns its id.',
    handle: ({ filters }) => filters.addPending(),
  }),
  chainMethod('eth_getFilterChanges', {
    status: 'Stub',
    params: id,
    doc: 'What matched a filter since the last poll.',
    handle: ({ filters }, id) => {
      const changes = filters.changes(id)
      return 'logs' in changes ? changes.logs.map(logJson) : changes.hashes
    },
  }),
  chainMethod('eth_getFilterLogs', {
    status: 'Stub',
    params: id,
    doc: 'All logs that match a filter for logs.',
    handle: ({ filters }, id) => filters.logs(id).map(logJson),
  }),
  chainMethod('eth_uninstallFilter', {
    status: 'Stub',
    params: id,
    doc: 'Removes a filter; false if there was none.',
    handle: ({ filters }, id) => filters.remove(id),
  }),
]
