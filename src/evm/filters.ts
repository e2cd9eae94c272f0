import type { Engine } from './engine.js'
import { refuse } from './execution/refusal.js'
import { quantity, type Hex } from './hex.js'
import { logsOf, type LocatedLog, type LogCriteria } from './logs.js'

/** Hashes of pending transactions that a filter keeps for a slow reader. Source: cosmos/evm rpc/stream. */
const PENDING_KEPT = 32_768

export interface LogFilter extends LogCriteria {
  readonly kind: 'logs'
  /** Bounds of block numbers; undefined is open. */
  readonly from: bigint | undefined
  readonly to: bigint | undefined
  /** How `eth_getFilterLogs` looks for what was there before. */
  readonly search: () => LocatedLog[]
}

type Filter = (
  | LogFilter
  | { readonly kind: 'blocks' }
  | { readonly kind: 'pending'; readonly hashes: Hex[]; readonly stop: () => void }
) & {
  /** The first block that was not reported. */
  next: bigint
  lastPoll: bigint
}

/** Filters that clients poll. One that nobody polls for a while is dropped. */
export class Filters {
  private readonly filters = new Map<Hex, Filter>()
  private readonly engine: Engine
  private count = 0

  constructor(engine: Engine) {
    this.engine = engine
  }

  addLogs(filter: Omit<LogFilter, 'kind'>): Hex {
    return this.add({ kind: 'logs', ...filter, ...this.now() })
  }

  addBlocks(): Hex {
    return this.add({ kind: 'blocks', ...this.now() })
  }

  addPending(): Hex {
    const hashes: Hex[] = []
    const stop = this.engine.events.on('pending', ({ hash }) => {
      if (hashes.length >= PENDING_KEPT) hashes.shift()
      hashes.push(hash)
    })
    return this.add({ kind: 'pending', hashes, stop, ...this.now() })
  }

  has(id: Hex): boolean {
    this.sweep()
    return this.filters.has(id)
  }

  remove(id: Hex): boolean {
    const filter = this.filters.get(id)
    if (filter?.kind === 'pending') filter.stop()
    return this.filters.delete(id)
  }

  /** What is new since the last poll. @throws RpcError for an unknown id. */
  changes(id: Hex): { readonly logs: LocatedLog[] } | { readonly hashes: Hex[] } {
    const filter = this.find(id)
    filter.lastPoll = this.time()
    if (filter.kind === 'pending') return { hashes: filter.hashes.splice(0) }
    const { chain } = this.engine
    const head = chain.head.number
    // After a return to an earlier block the chain is shorter than what was reported.
    const first = filter.next <= head ? filter.next : head + 1n
    filter.next = head + 1n
    const blocks = Array.from({ length: Number(head + 1n - first) }, (_, i) => chain.at(first + BigInt(i))!)
    if (filter.kind === 'blocks') return { hashes: blocks.map(({ hash }) => hash) }
    const { from = 0n, to } = filter
    return {
      logs: blocks
        .filter(({ number }) => number >= from && (to === undefined || number <= to))
        .flatMap((block) => logsOf(block, filter)),
    }
  }

  /** All that a filter for logs finds, reported or not. @throws RpcError for an unknown id and for one of another kind. */
  logs(id: Hex): LocatedLog[] {
    const filter = this.find(id)
    if (filter.kind !== 'logs')
      throw refuse(`filter ${id} doesn't have a LogsSubscription type: got ${filter.kind === 'pending' ? 2 : 3}`)
    return filter.search()
  }

  private add(filter: Filter): Hex {
    this.sweep()
    if (this.filters.size >= this.engine.options.limits.filterCap) {
      if (filter.kind === 'pending') filter.stop()
      throw refuse('error creating filter: max limit reached')
    }
    const id = quantity(++this.count)
    this.filters.set(id, filter)
    return id
  }

  private find(id: Hex): Filter {
    this.sweep()
    const filter = this.filters.get(id)
    if (filter === undefined) throw refuse(`filter ${id} not found`)
    return filter
  }

  private sweep(): void {
    const limit = this.time() - this.engine.options.limits.filterTimeout
    for (const [id, { lastPoll }] of this.filters) if (lastPoll < limit) this.remove(id)
  }

  private now(): { next: bigint; lastPoll: bigint } {
    return { next: this.engine.chain.head.number + 1n, lastPoll: this.time() }
  }

  private time(): bigint {
    return this.engine.now()
  }
}
