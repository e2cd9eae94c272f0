import type { Block, TxResult } from '../../chain/index.js'
import type { ChainNode } from '../chain-node.js'
import { RpcFailure } from './failure.js'
import { eventMeets, meets } from './query.js'
import { parseQuery, type Condition } from './query-parser.js'

export interface Page {
  /** From 1. */
  readonly page: number
  readonly perPage: number
  readonly descending: boolean
}

export interface Found<T> {
  readonly rows: readonly T[]
  readonly total: number
}

/** Maximum length of a query. Source: cometbft rpc/core/env.go `maxQueryLength`; applied to blocks too, to bound the work. */
export const MAX_QUERY_LENGTH = 512

/** Ends a search that takes too long. */
function deadline(node: ChainNode): () => void {
  const end = performance.now() + node.limits.searchTimeout
  let steps = 0
  return () => {
    if (++steps % 64 === 0 && performance.now() > end)
      throw new RpcFailure(`the search took longer than ${node.limits.searchTimeout} ms: narrow it by tx.height`)
  }
}

/** @throws RpcFailure for a page out of range. Source: cometbft rpc/core/env.go `validatePage` */
export function pageOf<T>(rows: readonly T[], { page, perPage }: Pick<Page, 'page' | 'perPage'>): readonly T[] {
  const pages = Math.max(Math.ceil(rows.length / perPage), 1)
  if (page <= 0 || page > pages) throw new RpcFailure(`page should be within [1, ${pages}] range, given ${page}`)
  return rows.slice((page - 1) * perPage, page * perPage)
}

/**
 * Transactions with a single event that matches all conditions; conditions on `tx.height` and `tx.hash` apply to the transaction.
 * @throws RpcFailure. Source: cometbft v0.38 state/txindex/kv/kv.go `Search`
 */
export function searchTxs(node: ChainNode, text: string, page: Page): Found<TxResult> {
  if (node.app.config.txIndex === false) throw new RpcFailure('transaction indexing is disabled')
  const conditions = parseQuery(text)
  const hash = conditions.find(({ tag }) => tag === 'tx.hash')
  const found = hash === undefined ? walk(node, conditions, page.descending) : byHash(node, hash.value)
  return { rows: pageOf(found, page), total: found.length }
}

const byHash = (node: ChainNode, hash: string): readonly TxResult[] => {
  const tx = node.app.tx(hash)
  return tx === undefined ? [] : [tx]
}

function walk(node: ChainNode, conditions: readonly Condition[], descending: boolean): readonly TxResult[] {
  const check = deadline(node)
  const heights = conditions.filter(({ tag }) => tag === 'tx.height')
  const others = conditions.filter(({ tag }) => tag !== 'tx.height')
  const found: TxResult[] = []
  for (const block of node.app.blocks(descending)) {
    check()
    if (!heights.every((condition) => meets(String(block.height), condition))) continue
    const hits = block.txs.filter((tx) => others.length === 0 || tx.events.some((event) => eventMeets(event, others)))
    found.push(...(descending ? hits.toReversed() : hits))
  }
  return found
}

/** Blocks with a single event that matches all conditions. @throws RpcFailure. Source: cometbft v0.38 state/indexer/block/kv */
export function searchBlocks(node: ChainNode, text: string, page: Page): Found<Block> {
  const check = deadline(node)
  const conditions = parseQuery(text)
  const heights = conditions.filter(({ tag }) => tag === 'block.height')
  const others = conditions.filter(({ tag }) => tag !== 'block.height')
  const found: Block[] = []
  for (const block of node.app.blocks(page.descending)) {
    check()
    if (!heights.every((condition) => meets(String(block.height), condition))) continue
    if (others.length === 0 || block.events.some((event) => eventMeets(event, others))) found.push(block)
  }
  return { rows: pageOf(found, page), total: found.length }
}
