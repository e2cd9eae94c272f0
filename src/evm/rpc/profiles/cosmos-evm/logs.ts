import type { NodeChain } from '../../../chain/node-chain.js'
import { logsOf, searchLogs, type LocatedLog } from '../../../chain/logs.js'
import { refuse } from '../../../errors.js'
import type { Hex } from '../../../hex.js'
import { logJson } from '../../encode.js'
import { install, type LogQuery } from '../../methods/logs.js'
import { required } from '../../table.js'
import type { Validator } from '../../../validate.js'
import { nodeCriteria } from './criteria.js'
import { goString, named } from './go-types.js'
import type { BlockRef } from '../../../chain/values.js'
import { answers, takes, type Differing } from './differs.js'

const everything: LogQuery = { from: undefined, to: undefined, blockHash: undefined, addresses: [], topics: [] }

/** Null is a query without criteria. */
const criteria: Validator<LogQuery> = (value, path) => (value === null ? everything : nodeCriteria(value, path))

/** Source: rpc/namespaces/ethereum/eth/filters/api.go `GetLogs` and filters.go `Logs`. @throws RpcError for a range that is not there */
function search({ blocks, options }: NodeChain, query: LogQuery): LocatedLog[] {
  if (query.blockHash !== undefined) {
    const block = blocks.withHash(query.blockHash)
    if (block === undefined)
      throw refuse(`failed to fetch header by hash ${query.blockHash}: block not found for hash ${query.blockHash}`)
    return logsOf(block, query)
  }
  if ([query.from, query.to].some((ref) => ref?.kind === 'tag' && ref.tag === 'pending'))
    throw refuse('pending logs are not supported')
  const head = blocks.head.number
  const number = (ref: BlockRef | undefined): bigint =>
    ref?.kind === 'number' ? ref.number : ref?.kind === 'tag' && ref.tag === 'earliest' ? 1n : head
  const [from, to] = [number(query.from), number(query.to)]
  if (from > head || from > to || to > head) throw refuse('invalid block range params')
  const cap = options.limits.blockRangeCap
  if (to - from > BigInt(cap)) throw refuse(`maximum [from, to] blocks distance: ${cap}`)
  return searchLogs(blocks, { from, to }, query, options.limits)
}

/** Two numbers in the wrong order are refused before anything else. */
const isReversed = ({ from, to }: LogQuery): boolean =>
  from?.kind === 'number' && to?.kind === 'number' && from.number > 0n && to.number > 0n && from.number > to.number

/** Source: go-ethereum rpc `ID`. */
const filterId = named(goString as Validator<Hex>, 'rpc.ID')
const id = required('filterId', filterId)

/** Logs and filters for them. */
export const LOGS: Readonly<Record<string, Differing>> = {
  eth_getLogs: answers([required('filter', criteria)], ({ chain }, query) => {
    if (isReversed(query)) throw refuse('invalid block range params')
    return search(chain, query).map(logJson)
  }),
  eth_newFilter: answers([required('filter', criteria)], (call, query) =>
    install(call, query, undefined, () => search(call.chain, query)),
  ),
  eth_getFilterChanges: takes(id),
  eth_getFilterLogs: takes(id),
  eth_uninstallFilter: takes(id),
}
