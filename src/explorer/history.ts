import type { Block, BlockStage, Event } from '../chain/index.js'
import type { EvmNode } from '../evm/index.js'
import {
  hasFailedCallback,
  isRun,
  runsIn,
  runTitle,
  type BlockRunResult,
  type ChainHost,
  type TxResult,
} from '../sandbox/internal.js'
import type { RowData } from './model.js'
import { blockTitle, messagesOf, titleOfCallback, titleOfEvm, titleOfTx } from './title.js'
import { settledBy } from './settled.js'

/** Something that happened on a chain: a block, a transaction in it, a callback that the chain made, a run of a schedule, a transaction of its EVM. */
export interface Entry {
  readonly id: number
  readonly chain: string
  readonly kind: RowData['kind']
  readonly height: number
  readonly hash: string
  title: string
  readonly state: RowData['state']
  readonly gas: bigint | undefined
  readonly time: bigint
  /** Keys of packets that it ended, and of queries that it brought a result for. */
  readonly settled: readonly string[]
  /** With the tree of calls; undefined once it is too old, and for what has none. */
  result: TxResult | undefined
  /** The call, of a transaction of an EVM. */
  readonly evm?: EvmCall
}

/** What a transaction of an EVM does. */
interface EvmCall {
  readonly to: string | null
  readonly value: bigint
  /** The first four bytes of its input; empty if there are none. */
  readonly selector: string
  /** The contract that it made. */
  readonly created: string | undefined
}

const NOTHING: readonly string[] = []

/** Trees of calls that are kept. */
const MAX_RESULTS = 2000

/** The events of a sandbox in order, as far as its chains keep their blocks. */
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
  #functionOf: (selector: string) => string | undefined = () => undefined
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

  /** Names calls of EVMs. @param functionOf the name of a function by the first four bytes of a call */
  nameCalls(functionOf: (selector: string) => string | undefined): void {
    this.#functionOf = functionOf
    for (const entry of this.entries) if (entry.evm !== undefined) entry.title = titleOfEvm(entry.evm, functionOf)
    this.generation++
  }

  /** The newest transaction that settled this. @param key see `settled.ts` @returns its id */
  settledIn(key: string): number | undefined {
    return this.entries.findLast((one) => one.settled.includes(key))?.id
  }

  /** To be called after a snapshot was restored: removes what was undone. */
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
    await this.#dropUndone(node)
    const generation = this.generation
    while (BigInt(this.#evmHashes.length) < node.blockNumber) {
      const number = this.#evmHashes.length + 1
      const block = await evmBlock(node, number)
      if (block === null) return
      const known = this.#byEvmBlock.get(block.hash)
      const hasReceipts = known === undefined && block.transactions.length > 0
      const receipts = hasReceipts ? await receiptsOf(node, block.hash) : []
      if (generation !== this.generation || this.#evmHashes.length !== number - 1) return
      this.#evmHashes.push(block.hash)
      if (known === undefined) {
        const added = [evmBlockEntry(host.key, block), ...this.#evmEntries(host.key, block, receipts)]
        this.#byEvmBlock.set(
          block.hash,
          added.map((entry) => this.#push(entry)),
        )
      } else if (known.length > 0) {
        this.entries = [...this.entries, ...known].sort((a, b) => a.id - b.id)
      }
    }
  }

  /** Requests such as `evm_revert` take blocks back. */
  async #dropUndone(node: EvmNode): Promise<void> {
    const { generation } = this
    for (let number = this.#evmHashes.length; number > 0; number--) {
      const hash = this.#evmHashes[number - 1]!
      const block = await evmBlock(node, number)
      if (block?.hash === hash || this.#evmHashes.length !== number) return
      this.#evmHashes.pop()
      const undone = new Set(this.#byEvmBlock.get(hash))
      this.entries = this.entries.filter((entry) => !undone.has(entry))
      this.generation = generation + 1
    }
  }

  #evmEntries(chain: string, block: EvmBlock, receipts: readonly EvmReceipt[]): Omit<Entry, 'id'>[] {
    return block.transactions.map(({ hash, to, value, input }, i) => {
      const receipt = receipts[i]
      const evm: EvmCall = {
        to,
        value: BigInt(value),
        selector: input.length < 10 ? '' : input.slice(0, 10),
        created: receipt?.contractAddress ?? undefined,
      }
      return {
        chain,
        kind: 'evm',
        height: Number(block.number),
        hash,
        title: titleOfEvm(evm, this.#functionOf),
        settled: NOTHING,
        state: receipt?.status === '0x0' ? 'refused' : 'ok',
        gas: receipt && BigInt(receipt.gasUsed),
        time: timeOf(block),
        result: undefined,
        evm,
      }
    })
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
    if (this.#kept.length > MAX_RESULTS) this.#kept.shift()!.result = undefined
  }

  #add(host: ChainHost, block: Block): void {
    const { height, time, txs } = block
    const common = { chain: host.key, height, time }
    const added: Entry[] = [
      this.#push({
        ...common,
        kind: 'block',
        hash: '',
        title: blockTitle(height, txs.length),
        settled: NOTHING,
        state: 'ok',
        gas: undefined,
        result: undefined,
      }),
    ]
    const runs = (stage: BlockStage): void => {
      for (const result of runsIn(block))
        if (result.run.stage === stage) added.push(this.#push({ ...common, ...runEntry(result) }))
    }
    runs('BeginBlock')
    for (const { hash, bytes, code, gasUsed, events } of txs) {
      const result = this.#early.get(hash)
      const messages = messagesOf(bytes)
      added.push(
        this.#push({
          ...common,
          kind: 'tx',
          hash,
          title: titleOfTx(messages, host),
          settled: code === 0 ? settledBy(host.key, messages ?? [], events) : NOTHING,
          state: code !== 0 || events.some(isFailedCode) ? 'refused' : events.some(isFailure) ? 'failure' : 'ok',
          gas: BigInt(gasUsed),
          result,
        }),
      )
    }
    runs('EndBlock')
    this.#early.clear()
    this.#byBlock.set(block, added)
  }

  #note(host: ChainHost, result: TxResult): void {
    const { hash, height } = result
    // It comes with its block.
    if (isRun(result)) return
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
      settled: NOTHING,
      state: stateOf(result),
      gas: result.gasUsed,
      time: block.time,
      result,
    })
    this.#byBlock.get(block)?.push(added)
  }
}

const stateOf = (result: TxResult): Entry['state'] =>
  result.code !== 0 ? 'refused' : hasFailedCallback(result) ? 'failure' : 'ok'

const runEntry = (result: BlockRunResult) => ({
  kind: 'run' as const,
  hash: '',
  title: runTitle(result),
  settled: NOTHING,
  state: stateOf(result),
  gas: result.gasUsed,
  result,
})

/** The event of the contract manager for a callback whose failure it keeps, or of the callbacks layer for one that failed. */
const isFailure = ({ type, attributes }: Event): boolean =>
  (type === 'sudo' && attributes.some(([key]) => key === 'failure_id')) ||
  (/^ibc_(?:src|dest)_callback$/.test(type) &&
    attributes.some(([key, value]) => key === 'callback_result' && value === 'failure'))

/** The event of a transaction of Ethereum whose code failed, which the chain takes. */
const isFailedCode = ({ type, attributes }: Event): boolean =>
  type === 'ethereum_tx' && attributes.some(([key]) => key === 'ethereumTxFailed')

interface EvmBlock {
  readonly number: string
  readonly hash: string
  readonly timestamp: string
  readonly gasUsed: string
  readonly transactions: readonly EvmTx[]
}

interface EvmTx {
  readonly hash: string
  readonly to: string | null
  readonly value: string
  readonly input: string
}

const evmBlock = async (node: EvmNode, number: number): Promise<EvmBlock | null> =>
  (await node.request({
    method: 'eth_getBlockByNumber',
    params: [`0x${number.toString(16)}`, true],
  })) as EvmBlock | null

interface EvmReceipt {
  readonly status: string
  readonly gasUsed: string
  readonly contractAddress: string | null
}

const receiptsOf = async (node: EvmNode, block: string): Promise<readonly EvmReceipt[]> =>
  (await node.request({ method: 'eth_getBlockReceipts', params: [block] })) as readonly EvmReceipt[]

const timeOf = ({ timestamp }: EvmBlock): bigint => BigInt(timestamp) * 1_000_000_000n

const evmBlockEntry = (chain: string, block: EvmBlock): Omit<Entry, 'id'> => {
  const { number, hash, gasUsed, transactions } = block
  return {
    chain,
    kind: 'evmBlock',
    height: Number(number),
    hash,
    title: `EVM ${blockTitle(Number(number), transactions.length)}`,
    settled: NOTHING,
    state: 'ok',
    gas: BigInt(gasUsed),
    time: timeOf(block),
    result: undefined,
  }
}
