import type { Block } from '../../chain/block/block.js'
import type { Event } from '../../chain/events.js'
import type { ChainHost } from '../host/chain-host.js'
import type { TxResult } from '../tx/result.js'
import type { RowData } from './model.js'
import { titleOfCallback, titleOfTx } from './title.js'

/** Something that happened on a chain: a block, a transaction in it, a callback that the chain made, a transaction of its EVM. */
export interface Entry {
  readonly id: number
  readonly chain: string
  readonly kind: RowData['kind']
  readonly height: number
  readonly hash: string
  readonly title: string
  readonly state: RowData['state']
  readonly gas: bigint | undefined
  readonly time: bigint
  /** With the tree of calls; undefined once it is too old, and for what has none. */
  result: TxResult | undefined
}

/** Trees of calls that are kept. */
const MOST_RESULTS = 2000

/** What happened in a sandbox in order, as far as its chains keep their blocks. */
export class History {
  /** Replaced when a snapshot is restored, and only appended to otherwise. */
  entries: Entry[] = []
  /** Changes with `entries` as a whole. */
  generation = 0
  readonly #hosts: ReadonlyMap<string, ChainHost>
  readonly #byBlock = new WeakMap<Block, Entry[]>()
  readonly #byEvmBlock = new Map<string, Entry[]>()
  /** Results of transactions whose block is not finished. */
  readonly #early = new Map<string, TxResult>()
  readonly #kept: Entry[] = []
  readonly #listeners = new Set<() => void>()
  #evmHashes: string[] = []
  #nextId = 1

  constructor(hosts: ReadonlyMap<string, ChainHost>) {
    this.#hosts = hosts
    const before = [...hosts.values()].flatMap((host) =>
      [...host.app.baseApp.blocks()].map((block) => ({ host, block })),
    )
    for (const { host, block } of before.sort((a, b) => Number(a.block.time - b.block.time))) this.#add(host, block)
    for (const host of hosts.values()) {
      host.app.baseApp.onBlock((block) => this.#add(host, block))
      host.onTx((result) => this.#note(host, result as TxResult))
    }
  }

  /** Calls the listener when something is added. */
  onAdded(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  entry(id: number): Entry | undefined {
    let [low, high] = [0, this.entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.entries[middle]!.id < id) low = middle + 1
      else high = middle
    }
    return this.entries[low]?.id === id ? this.entries[low] : undefined
  }

  /** The newest transaction that went through with that title. @returns its id */
  lastTitled(chain: string, title: string): number | undefined {
    return this.entries.findLast((one) => one.chain === chain && one.title === title && one.state !== 'refused')?.id
  }

  /** To be called after a snapshot was restored: what is undone is no longer there. */
  restored(): void {
    const entries = [...this.#hosts.values()].flatMap(({ app }) =>
      [...app.baseApp.blocks()].flatMap((block) => this.#byBlock.get(block) ?? []),
    )
    this.entries = entries.sort((a, b) => a.id - b.id)
    this.#evmHashes = []
    this.generation++
  }

  /** Reads the blocks that the EVM of a chain made since. */
  async followEvm(host: ChainHost): Promise<void> {
    const node = host.evmLink?.started
    if (node === undefined) return
    const generation = this.generation
    while (BigInt(this.#evmHashes.length) < node.blockNumber) {
      const number = this.#evmHashes.length + 1
      const block = (await node.request({
        method: 'eth_getBlockByNumber',
        params: [`0x${number.toString(16)}`, true],
      })) as EvmBlock | null
      if (block === null || generation !== this.generation || this.#evmHashes.length !== number - 1) return
      this.#evmHashes.push(block.hash)
      const known = this.#byEvmBlock.get(block.hash)
      if (known === undefined) {
        const added = block.transactions.map((tx) => this.#push(evmEntry(host.key, block, tx)))
        this.#byEvmBlock.set(block.hash, added)
      } else if (known.length > 0) {
        this.entries = [...this.entries, ...known].sort((a, b) => a.id - b.id)
      }
    }
  }

  #push(entry: Omit<Entry, 'id'>): Entry {
    const added = { id: this.#nextId++, ...entry }
    this.entries.push(added)
    if (added.result !== undefined) this.#keep(added)
    for (const listener of this.#listeners) listener()
    return added
  }

  #keep(entry: Entry): void {
    this.#kept.push(entry)
    if (this.#kept.length > MOST_RESULTS) this.#kept.shift()!.result = undefined
  }

  #add(host: ChainHost, block: Block): void {
    const { height, time, txs } = block
    const common = { chain: host.key, height, time }
    const labelOf = (address: string): string | undefined => host.labelOf(address)
    const added: Entry[] = [
      this.#push({
        ...common,
        kind: 'block',
        hash: '',
        title:
          txs.length === 0
            ? `block ${height}`
            : `block ${height}, ${txs.length} transaction${txs.length === 1 ? '' : 's'}`,
        state: 'ok',
        gas: undefined,
        result: undefined,
      }),
    ]
    for (const { hash, bytes, code, gasUsed, events } of txs) {
      const result = this.#early.get(hash)
      added.push(
        this.#push({
          ...common,
          kind: 'tx',
          hash,
          title: titleOfTx(bytes, labelOf),
          state: code !== 0 ? 'refused' : events.some(isFailure) ? 'failure' : 'ok',
          gas: BigInt(gasUsed),
          result,
        }),
      )
    }
    this.#early.clear()
    this.#byBlock.set(block, added)
  }

  #note(host: ChainHost, result: TxResult): void {
    const { hash, height } = result
    const block = host.app.baseApp.block(Number(height))
    if (hash !== '') {
      const entry = block && this.#byBlock.get(block)?.find((one) => one.hash === hash)
      if (entry === undefined) this.#early.set(hash, result)
      else {
        entry.result = result
        this.#keep(entry)
      }
      return
    }
    if (block === undefined) return
    const added = this.#push({
      chain: host.key,
      kind: 'callback',
      height: block.height,
      hash: '',
      title: titleOfCallback(result),
      state:
        result.code !== 0 ? 'refused' : result.sudo.some(({ failure }) => failure !== undefined) ? 'failure' : 'ok',
      gas: result.gasUsed,
      time: block.time,
      result,
    })
    this.#byBlock.get(block)?.push(added)
  }
}

/** The event of the contract manager for a callback whose failure it keeps. */
const isFailure = ({ type, attributes }: Event): boolean =>
  type === 'sudo' && attributes.some(([key]) => key === 'failure_id')

interface EvmBlock {
  readonly number: string
  readonly hash: string
  readonly timestamp: string
  readonly transactions: readonly EvmTx[]
}

interface EvmTx {
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly value: string
  readonly input: string
}

const evmEntry = (chain: string, block: EvmBlock, { hash, to, input, value }: EvmTx): Omit<Entry, 'id'> => ({
  chain,
  kind: 'evm',
  height: Number(block.number),
  hash,
  title:
    to === null
      ? 'EVM: create a contract'
      : input === '0x'
        ? `EVM: send ${BigInt(value)} wei to ${to}`
        : `EVM: call ${input.slice(0, 10)} of ${to}`,
  state: 'ok',
  gas: undefined,
  time: BigInt(block.timestamp) * 1_000_000_000n,
  result: undefined,
})
