import type { z } from 'zod'
import { toBase64, UsageError } from '../../base/index.js'
import { ForkError } from '../errors.js'
import { HttpRpc } from '../rpc/http.js'
import { RPC_SETTINGS, assertUrl } from '../rpc/settings.js'
import type { RpcAnswer, RpcCall } from '../rpc/wire.js'
import { abciCall, readAbci, resultOf, unreadable, type AbciQuery, type Refusal } from './abci.js'
import {
  block,
  blockResults,
  foundBlocks,
  foundTx,
  foundTxs,
  reach,
  type LiveEvent,
  type LiveTxResult,
} from './block-documents.js'

/** A block of a live chain with the results of its transactions. */
export interface LiveBlock {
  readonly chainId: string
  readonly height: number
  /** Nanoseconds since 1970. */
  readonly time: bigint
  readonly txs: readonly Uint8Array[]
  /** One for each transaction. */
  readonly results: readonly LiveTxResult[]
  /** Events of the block itself. */
  readonly events: readonly LiveEvent[]
}

/** A transaction that a search found. */
export interface FoundTx {
  readonly height: number
  /** Its position in the block. */
  readonly index: number
  readonly events: readonly LiveEvent[]
}

/** Transactions of a search that are looked at, if nothing else is said. */
const SOME = 30
/** Transactions in one response. Source: cometbft v0.38 rpc/core/pipe.go `maxPerPage`. */
export const MAX_FOUND = 100

/** Queries a node of a live chain for data that a fork does not need: blocks, transactions, and answers at any height. Nothing is kept. */
export class LiveNode {
  readonly endpoints: readonly string[]
  readonly #rpc: HttpRpc

  /** @throws UsageError for an invalid URL */
  constructor(endpoints: readonly string[], perSecond?: number) {
    if (endpoints.length === 0) throw new UsageError('no endpoint of a live chain is given')
    for (const endpoint of endpoints) assertUrl(endpoint)
    this.endpoints = endpoints
    this.#rpc = new HttpRpc({ endpoints, perSecond, ...RPC_SETTINGS })
  }

  /** HTTP requests so far. */
  get requests(): number {
    return this.#rpc.requests
  }

  /** The chain, and the heights whose blocks the node has. @throws ForkError */
  async reach(): Promise<{ readonly chainId: string; readonly first: number; readonly last: number }> {
    const { node_info: info, sync_info: sync } = await this.#document('status', {}, reach)
    return { chainId: info.network, first: Math.max(sync.earliest_block_height, 1), last: sync.latest_block_height }
  }

  /** Responses to gRPC queries, each at its height (0: the last), or why they were refused. @throws ForkError `pruned` for a height that the node no longer has */
  async queries(queries: readonly AbciQuery[]): Promise<readonly (Uint8Array | Refusal)[]> {
    const answers = await this.#call(queries.map(abciCall))
    return answers.map((answer, i) => {
      const read = readAbci(answer, queries[i]!)
      return 'codespace' in read ? read : read.value
    })
  }

  /** Answers one query at several heights; `pruned` for those that the node no longer has. @throws ForkError */
  async atHeights(
    query: Omit<AbciQuery, 'height'>,
    heights: readonly number[],
  ): Promise<readonly (Uint8Array | Refusal | 'pruned')[]> {
    const queries = heights.map((height) => ({ ...query, height }))
    const answers = await this.#call(queries.map(abciCall))
    return answers.map((answer, i) => {
      try {
        const read = readAbci(answer, queries[i]!)
        return 'codespace' in read ? read : read.value
      } catch (error) {
        if (error instanceof ForkError && error.failure === 'pruned') return 'pruned'
        throw error
      }
    })
  }

  /** A block, and the results of its transactions. @throws ForkError */
  async block(height: number): Promise<LiveBlock> {
    const params = { height: String(height) }
    const [first, second] = await this.#call([
      { method: 'block', params },
      { method: 'block_results', params },
    ])
    const { header, data } = parsed(first!, `block ${height}`, block).block
    const results = parsed(second!, `the results of block ${height}`, blockResults)
    const txs = data.txs ?? []
    if (header.height !== height || results.txs.length !== txs.length)
      throw new ForkError('forged', `the node answered with another block than that of height ${height}`)
    return { chainId: header.chain_id, height, time: header.time, txs, results: results.txs, events: results.events }
  }

  /** Where a transaction is. @throws ForkError `refused` with the node's text if it has none, or does not index them */
  async tx(hash: Uint8Array): Promise<FoundTx> {
    const found = await this.#document('tx', { hash: toBase64(hash), prove: false }, foundTx)
    return { height: found.height, index: found.index, events: found.tx_result.events }
  }

  /** The newest transactions with an event. @param most at most {@link MAX_FOUND} @throws ForkError `refused` by a node that does not index them */
  async searchTxs(query: string, most = SOME): Promise<readonly FoundTx[]> {
    const { txs } = await this.#document('tx_search', { query, prove: false, ...paging(most) }, foundTxs)
    return (txs ?? []).map(({ height, index, tx_result: { events } }) => ({ height, index, events }))
  }

  /** Heights of the newest blocks with an event of their own. @throws ForkError as {@link searchTxs} */
  async searchBlocks(query: string): Promise<readonly number[]> {
    const { blocks } = await this.#document('block_search', { query, ...paging(SOME) }, foundBlocks)
    return (blocks ?? []).map((one) => one.block.header.height)
  }

  async #document<T>(method: string, params: RpcCall['params'], type: z.ZodType<T>): Promise<T> {
    const [answer] = await this.#call([{ method, params }])
    return parsed(answer!, method, type)
  }

  async #call(calls: readonly RpcCall[]): Promise<readonly Exclude<RpcAnswer, { failed: string }>[]> {
    const answers = await this.#rpc.call(calls)
    return answers.map((answer) => {
      if (!('failed' in answer)) return answer
      throw new ForkError('unreachable', 'no endpoint of the live chain answers', {
        details: [
          ...answer.failed.split('; '),
          "right: the RPC of a CometBFT node, such as https://rpc.example.org or http://127.0.0.1:26657, and not the chain's REST or gRPC",
        ],
      })
    })
  }
}

const paging = (most: number) => ({ page: '1', per_page: String(most), order_by: 'desc' })

function parsed<T>(answer: Exclude<RpcAnswer, { failed: string }>, what: string, type: z.ZodType<T>): T {
  const read = type.safeParse(resultOf(answer, what))
  if (read.success) return read.data
  throw unreadable(what)
}
