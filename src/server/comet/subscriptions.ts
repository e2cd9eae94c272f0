import { toBase64 } from '../../base/index.js'
import type { Block, TxResult } from '../../chain/index.js'
import type { ChainNode } from '../chain-node.js'
import { RpcFailure } from './failure.js'
import { jsonParams } from './params.js'
import { MAX_QUERY_LENGTH } from './search.js'
import { tagsMeet, tagsOf, type Tags } from './query.js'
import { parseQuery, type Condition } from './query-parser.js'
import type { Id } from './calls.js'
import { success, type OwnMethods } from './rpc.js'
import * as views from './views.js'
import type { View } from './views.js'

/** The notification about one event: built only if someone listens. */
interface Happening {
  readonly tags: Tags
  readonly data: () => View
}

/** The notifications of a block, in a node's order. Source: cometbft v0.38 state/execution.go `fireEvents`, types/events.go. */
function* happenings(block: Block): Generator<Happening> {
  const tagged = (name: string): Tags => tagsOf(block.events, { 'tm.event': [name] })
  const result = (): View => ({
    events: views.eventsView(block.events),
    tx_results: block.txs.map(views.resultView),
    validator_updates: [],
    app_hash: toBase64(block.signed.appHash),
  })
  yield {
    tags: tagged('NewBlock'),
    data: () => ({
      type: 'tendermint/event/NewBlock',
      value: {
        block: views.blockView(block),
        block_id: views.blockIdView(block.signed.blockId),
        result_finalize_block: result(),
      },
    }),
  }
  yield {
    tags: tagged('NewBlockHeader'),
    data: () => ({ type: 'tendermint/event/NewBlockHeader', value: { header: views.headerView(block.signed.header) } }),
  }
  yield {
    tags: tagged('NewBlockEvents'),
    data: () => ({
      type: 'tendermint/event/NewBlockEvents',
      value: {
        height: String(block.height),
        events: views.eventsView(block.events),
        num_txs: String(block.txs.length),
      },
    }),
  }
  for (const tx of block.txs) yield txHappening(tx)
}

const txHappening = (tx: TxResult): Happening => ({
  tags: tagsOf(tx.events, { 'tm.event': ['Tx'], 'tx.hash': [tx.hash], 'tx.height': [String(tx.height)] }),
  data: () => ({
    type: 'tendermint/event/Tx',
    value: {
      TxResult: {
        height: String(tx.height),
        ...(tx.index > 0 && { index: tx.index }),
        tx: toBase64(tx.bytes),
        result: views.resultView(tx),
      },
    },
  }),
})

interface Subscription {
  readonly id: Id
  readonly conditions: readonly Condition[]
}

const QUERY = { query: 'string' } as const

/** @throws RpcFailure */
function parsed(query: string): readonly Condition[] {
  try {
    return parseQuery(query)
  } catch (error) {
    throw error instanceof RpcFailure ? new RpcFailure(`failed to parse query: ${error.shortMessage}`) : error
  }
}

/** The subscriptions of one connection: `subscribe`, `unsubscribe`, `unsubscribe_all`. Source: cometbft v0.38 rpc/core/events.go. */
export class Subscriptions {
  readonly #node: ChainNode
  /** All connections of the port that have subscriptions. */
  readonly #subscribers: Set<Subscriptions>
  readonly #send: (text: string) => void
  readonly #byQuery = new Map<string, Subscription>()
  #stop: (() => void) | undefined

  constructor(node: ChainNode, subscribers: Set<Subscriptions>, send: (text: string) => void) {
    this.#node = node
    this.#subscribers = subscribers
    this.#send = send
  }

  readonly methods: OwnMethods = (method, params, id) => {
    if (method === 'unsubscribe_all') {
      if (this.#byQuery.size === 0) throw new RpcFailure('subscription not found')
      this.end()
      return {}
    }
    if (method !== 'subscribe' && method !== 'unsubscribe') return undefined
    const query = jsonParams(QUERY, params).string('query')
    if (method === 'subscribe') this.#subscribe(query, id)
    else if (parsed(query) && !this.#byQuery.delete(query)) throw new RpcFailure('subscription not found')
    if (this.#byQuery.size === 0) this.end()
    return {}
  }

  end(): void {
    this.#byQuery.clear()
    this.#subscribers.delete(this)
    this.#stop?.()
    this.#stop = undefined
  }

  #subscribe(query: string, id: Id): void {
    const { subscriptionsPerClient, subscriptionClients } = this.#node.limits
    if (!this.#subscribers.has(this) && this.#subscribers.size >= subscriptionClients)
      throw new RpcFailure(`max_subscription_clients ${subscriptionClients} reached`)
    if (this.#byQuery.size >= subscriptionsPerClient)
      throw new RpcFailure(`max_subscriptions_per_client ${subscriptionsPerClient} reached`)
    if (query.length > MAX_QUERY_LENGTH) throw new RpcFailure('maximum query length exceeded')
    const conditions = parsed(query)
    if (this.#byQuery.has(query)) throw new RpcFailure('already subscribed')
    this.#byQuery.set(query, { id, conditions })
    this.#subscribers.add(this)
    this.#stop ??= this.#node.app.onBlock((block) => {
      // Deferred: the caller that ends the block continues first.
      setImmediate(() => this.#notify(block))
    })
  }

  #notify(block: Block): void {
    if (this.#byQuery.size === 0) return
    for (const { tags, data } of happenings(block))
      for (const [query, { id, conditions }] of this.#byQuery)
        if (tagsMeet(tags, conditions)) this.#send(success(id, { query, data: data(), events: tags }))
  }
}
