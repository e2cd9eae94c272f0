import { LRUCache } from 'lru-cache'
import { own } from '../base/index.js'
import { partDetail, partOf } from '../pages/index.js'
import { madeOf, type ChainHost, type TraceNode } from '../sandbox/internal.js'
import type { Abis } from './evm/abis.js'
import { shownTransaction } from './evm/transaction.js'
import type { EntryData, HitData, Json, PartDetail, RowData, RowsData } from './model.js'
import type { Entry, History } from './history.js'

/** Selects rows. */
export interface RowFilter {
  readonly chain?: string | undefined
  readonly kind?: string | undefined
  readonly text?: string | undefined
}

/** Rows that one request may take. */
const MAX_ROWS = 500

const rowOf = ({ id, chain, kind, height, hash, title, state, gas, time }: Entry): RowData => ({
  id,
  chain,
  kind,
  height,
  hash,
  title,
  state,
  ...(gas !== undefined && { gas: String(gas) }),
  time: String(time),
})

/** The rows of a history by filter. It reads the history once per filter. */
export class Activity {
  readonly #history: History
  readonly #lists = new LRUCache<string, { generation: number; seen: number; readonly entries: Entry[] }>({ max: 32 })

  constructor(history: History) {
    this.#history = history
  }

  /** @param from counted from the newest row, which is 0 */
  rows(epoch: string, filter: RowFilter, from: number, count: number): RowsData {
    const entries = this.#filtered(filter)
    const rows: RowData[] = []
    const end = Math.min(entries.length, from + Math.min(count, MAX_ROWS))
    for (let i = from; i < end; i++) rows.push(rowOf(entries[entries.length - 1 - i]!))
    return { epoch: `${epoch} ${this.#history.generation}`, total: entries.length, from, rows }
  }

  #filtered(filter: RowFilter): readonly Entry[] {
    const { entries, generation } = this.#history
    const key = JSON.stringify([filter.chain, filter.kind, filter.text])
    let list = this.#lists.get(key)
    if (list === undefined || list.generation !== generation || list.seen > entries.length) {
      list = { generation, seen: 0, entries: [] }
      this.#lists.set(key, list)
    }
    for (; list.seen < entries.length; list.seen++)
      if (takes(filter, entries[list.seen]!)) list.entries.push(entries[list.seen]!)
    return list.entries
  }
}

/** The entries of each kind that a filter may name. */
const KINDS: Readonly<Record<string, (entry: Entry) => boolean>> = {
  transactions: ({ kind }) => kind !== 'block' && kind !== 'evmBlock',
  blocks: ({ kind }) => kind === 'block',
  evm: ({ kind }) => kind === 'evm',
  evmBlocks: ({ kind }) => kind === 'evmBlock',
  evmAll: ({ kind }) => kind === 'evm' || kind === 'evmBlock',
  failed: ({ state }) => state !== 'ok',
  callbacks: ({ kind }) => kind === 'callback',
  runs: ({ kind }) => kind === 'run',
}

function takes({ chain, kind, text = '' }: RowFilter, entry: Entry): boolean {
  if (chain !== undefined && entry.chain !== chain) return false
  if (kind !== undefined && own(KINDS, kind)?.(entry) === false) return false
  if (text === '') return true
  const wanted = text.toLowerCase()
  return entry.title.toLowerCase().includes(wanted) || entry.hash.toLowerCase().includes(wanted)
}

/** Everything about a row. @param rest queries the REST gateway of the row's chain */
export async function entryData(
  entry: Entry,
  host: ChainHost,
  rest: (path: string) => Json,
  abis: Abis,
): Promise<EntryData> {
  const { kind, result, hash, height } = entry
  const row = rowOf(entry)
  if (kind === 'evm') {
    return { row, ...(await shownTransaction(host.evm(), hash, `EVM of ${entry.chain}`, abis)) }
  }
  if (kind === 'evmBlock') {
    const raw = await host.evm().request({ method: 'eth_getBlockByHash', params: [hash, false] })
    return { row, raw: raw as Json }
  }
  if (kind === 'block') return { row, raw: rest(`/cosmos/base/tendermint/v1beta1/blocks/${height}`) }
  const raw = hash === '' ? undefined : rest(`/cosmos/tx/v1beta1/txs/${hash}`)
  const shown = { row, ...(raw !== undefined && { raw }) }
  if (result !== undefined) return { ...shown, part: partDetail(partOf(result), firstFew()) }
  const part = partWithoutCalls(entry, host)
  return { ...shown, ...(part && { part }), withoutCalls: true }
}

/** How many calls of a row are shown line by line: each is made once more when somebody opens the row. */
const MAX_LINED = 4

/** The calls that failed, and the first others. */
function firstFew(): (node: TraceNode) => boolean {
  let left = MAX_LINED
  return (node) => madeOf(node) !== undefined && (node.error !== undefined || left-- > 0)
}

/** What the chain itself keeps of a transaction. */
function partWithoutCalls({ chain, hash }: Entry, host: ChainHost): PartDetail | undefined {
  const tx = host.app.baseApp.tx(hash)
  if (tx === undefined) return undefined
  const { height, code, codespace, log, gasUsed, gasWanted, events } = tx
  return {
    title: '',
    chain,
    height: String(height),
    hash,
    code,
    codespace,
    log,
    gasUsed: String(gasUsed),
    gasWanted: String(gasWanted),
    calls: [],
    sudo: [],
    events,
  }
}

const MAX_HITS = 20

const NAMES = {
  block: 'block',
  evmBlock: 'EVM block',
  evm: 'EVM transaction',
  tx: 'transaction',
  callback: 'transaction',
  run: 'transaction',
} as const

/** Rows, contracts and accounts for a text: a hash, a height, an address, a label, or a part of one. */
export function search(history: History, hosts: ReadonlyMap<string, ChainHost>, text: string): readonly HitData[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const hits: HitData[] = []
  for (const [chain, host] of hosts) {
    for (const [label, address] of host.labels.addresses)
      if (label.toLowerCase().includes(wanted) || address.includes(wanted))
        hits.push({
          kind: isContract(host, address) ? 'contract' : 'account',
          chain,
          title: label,
          note: address,
          address,
        })
    for (const name of host.accounts.keyTypes.keys()) {
      const { address } = host.keyOf(name)
      if (name.toLowerCase().includes(wanted) || address.includes(wanted))
        hits.push({ kind: 'account', chain, title: name, note: address, address })
    }
    if (host.addressOf(wanted) === undefined && isOtherContract(host, wanted, hits))
      hits.push({ kind: 'contract', chain, title: host.app.labelOf(wanted)!, note: wanted, address: wanted })
  }
  const hash = wanted.replace(/^0x/, '')
  for (let i = history.entries.length - 1; i >= 0 && hits.length < MAX_HITS; i--) {
    const { id, chain, kind, hash: own, title, height } = history.entries[i]!
    const isHash = hash.length >= 4 && own.toLowerCase().replace(/^0x/, '').startsWith(hash)
    const isHeight = (kind === 'block' || kind === 'evmBlock') && String(height) === wanted
    if (!isHash && !isHeight) continue
    const what = NAMES[kind]
    hits.push({ kind: what, chain, title, note: own === '' ? `height ${height}` : own, row: id })
  }
  return hits.slice(0, MAX_HITS)
}

/** Whether an address has a contract whose label another one has. */
function isOtherContract(host: ChainHost, address: string, hits: readonly HitData[]): boolean {
  if (hits.some((hit) => hit.address === address)) return false
  return isContract(host, address)
}

const isContract = (host: ChainHost, address: string): boolean => host.labels.contractAddress(address) !== undefined
