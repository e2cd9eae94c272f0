import type { ChainBlock } from '../chain/blockchain.js'
import type { NodeChain } from '../chain/node-chain.js'
import { refuse } from '../errors.js'
import { toUtf8 } from '../../base/index.js'
import { keccak256 } from '../crypto/hash.js'
import { bytesToBigInt, quantity, type Hex } from '../hex.js'
import { logsOf, type LocatedLog, type LogCriteria } from '../chain/logs.js'

/** How many hashes of pending transactions are kept for slow clients, for all filters together. Source: cosmos/evm rpc/stream. */
const PENDING_KEPT = 32_768

export interface LogFilter extends LogCriteria {
  readonly kind: 'logs'
  /** Bounds of block numbers; undefined is open. */
  readonly from: bigint | undefined
  readonly to: bigint | undefined
  /** The query that `eth_getFilterLogs` runs. */
  readonly search: () => LocatedLog[]
}

type Filter = (LogFilter | { readonly kind: 'blocks' } | { readonly kind: 'pending'; seen: number }) & {
  /** The last block that was reported, or the head when the filter was made. */
  last: ChainBlock
  lastPoll: bigint
}

/** The newest hashes of pending transactions, and how many came before them. */
interface PendingHashes {
  readonly hashes: Hex[]
  before: number
  readonly stop: () => void
}

/**
 * The blocks above one. After a return to an earlier block these are the blocks above the nearest ancestor that is still on the chain.
 * @throws RpcError (4444) if some of them are no longer kept
 */
function blocksAfter({ blocks }: NodeChain, last: ChainBlock): ChainBlock[] {
  // No return goes below the lowest block that is kept.
  const isGone = ({ number, hash }: ChainBlock): boolean =>
    number >= blocks.lowest.number && blocks.at(number)?.hash !== hash
  let known: ChainBlock | undefined = last
  while (known !== undefined && isGone(known)) known = known.parent
  const first = (known ?? blocks.genesis).number + 1n
  return Array.from({ length: Number(blocks.head.number + 1n - first) }, (_, i) => blocks.at(first + BigInt(i))!)
}

/** Filters that clients poll. One that is not polled for a while is dropped. */
export class Filters {
  readonly #filters = new Map<Hex, Filter>()
  readonly #chain: NodeChain
  #count = 0
  /** How many filters are for pending transactions. */
  #waiting = 0
  /** Kept while a filter needs them. */
  #pending: PendingHashes | undefined

  constructor(chain: NodeChain) {
    this.#chain = chain
  }

  addLogs(filter: Omit<LogFilter, 'kind'>): Hex {
    return this.#add({ kind: 'logs', ...filter, ...this.#now() })
  }

  addBlocks(): Hex {
    return this.#add({ kind: 'blocks', ...this.#now() })
  }

  addPending(): Hex {
    const { before, hashes } = (this.#pending ??= this.#listen())
    return this.#add({ kind: 'pending', seen: before + hashes.length, ...this.#now() })
  }

  has(id: Hex): boolean {
    this.#sweep()
    return this.#filters.has(id)
  }

  remove(id: Hex): boolean {
    if (this.#filters.get(id)?.kind === 'pending') {
      this.#waiting--
      this.#endListening()
    }
    return this.#filters.delete(id)
  }

  /** Changes since the last poll. @throws RpcError for an unknown id. */
  changes(id: Hex): { readonly logs: LocatedLog[] } | { readonly hashes: Hex[] } {
    const filter = this.#find(id)
    filter.lastPoll = this.#time()
    // Moved to the end: the map is in order of the last poll.
    this.#filters.delete(id)
    this.#filters.set(id, filter)
    if (filter.kind === 'pending') {
      const { hashes, before } = this.#pending!
      const fresh = hashes.slice(Math.max(filter.seen - before, 0))
      filter.seen = before + hashes.length
      return { hashes: fresh }
    }
    const { last } = filter
    filter.last = this.#chain.blocks.head
    const fresh = blocksAfter(this.#chain, last)
    if (filter.kind === 'blocks') return { hashes: fresh.map(({ hash }) => hash) }
    const { from = 0n, to } = filter
    return {
      logs: fresh
        .filter(({ number }) => number >= from && (to === undefined || number <= to))
        .flatMap((block) => logsOf(block, filter)),
    }
  }

  /** All logs that match a filter, reported or not. @throws RpcError for an unknown id and for one of another kind. */
  logs(id: Hex): LocatedLog[] {
    const filter = this.#find(id)
    if (filter.kind !== 'logs')
      throw refuse(`filter ${id} doesn't have a LogsSubscription type: got ${filter.kind === 'pending' ? 2 : 3}`)
    return filter.search()
  }

  #add(filter: Filter): Hex {
    this.#sweep()
    if (this.#filters.size >= this.#chain.options.limits.filterCap) {
      this.#endListening()
      throw refuse('error creating filter: max limit reached')
    }
    const id = this.#nextId()
    this.#filters.set(id, filter)
    if (filter.kind === 'pending') this.#waiting++
    return id
  }

  /** Long ids follow from the count too: a node is as deterministic as its requests. */
  #nextId(): Hex {
    const count = ++this.#count
    if (!this.#chain.traits.longFilterIds) return quantity(count)
    return quantity(bytesToBigInt(keccak256(toUtf8(`filter ${count}`)).subarray(0, 16)))
  }

  #find(id: Hex): Filter {
    this.#sweep()
    const filter = this.#filters.get(id)
    if (filter === undefined) throw refuse(`filter ${id} not found`)
    return filter
  }

  #sweep(): void {
    const limit = this.#time() - this.#chain.options.limits.filterTimeout
    // The least recently polled come first.
    for (const [id, { lastPoll }] of this.#filters) {
      if (lastPoll >= limit) break
      this.remove(id)
    }
  }

  #listen(): PendingHashes {
    const pending = { hashes: [] as Hex[], before: 0, stop: () => {} }
    pending.stop = this.#chain.events.on('pending', ({ hash }) => {
      if (pending.hashes.push(hash) < 2 * PENDING_KEPT) return
      // Half at a time: removing one costs as much.
      pending.hashes.splice(0, PENDING_KEPT)
      pending.before += PENDING_KEPT
    })
    return pending
  }

  /** Stops listening when no filter needs it. */
  #endListening(): void {
    if (this.#waiting > 0) return
    this.#pending?.stop()
    this.#pending = undefined
  }

  #now(): { last: ChainBlock; lastPoll: bigint } {
    return { last: this.#chain.blocks.head, lastPoll: this.#time() }
  }

  #time(): bigint {
    return this.#chain.now()
  }
}
