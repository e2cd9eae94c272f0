import { createAddressFromString } from '@ethereumjs/util'
import { UsageError } from '../../base/errors.js'
import { developmentKeys } from '../accounts/accounts.js'
import { Blockchain, type ChainBlock } from './blockchain.js'
import { Events } from './events.js'
import { refuse } from '../execution/refusal.js'
import { applyMessage, type Outcome } from '../execution/apply.js'
import { Executor, Executors } from '../execution/executor.js'
import { readQuickly } from '../execution/fast/reading.js'
import { callLimit, type TimeLimit } from '../execution/interruption.js'
import type { BlockContext, Message } from '../execution/message.js'
import {
  blockContext,
  override,
  type BlockOverrides,
  type Precompiles,
  type StateOverrides,
} from '../execution/overrides.js'
import { INITIAL_BASE_FEE, nextBaseFee } from './fees.js'
import type { Forks } from './forks.js'
import { BadBlocks } from './bad-blocks.js'
import { begin, developmentOrigin, type Origin } from './genesis.js'
import { keccak256 } from '../crypto/hash.js'
import { unhex, type Hex } from '../hex.js'
import type { HostBlock, HostChain } from '../beside/host.js'
import { Keystore } from '../accounts/keystore.js'
import { assemble, type Assembled, type BlockPlan } from './miner.js'
import type { ResolvedOptions } from '../node/options.js'
import { Pool, type PoolContext, type Pooled } from './pool.js'
import { Queue } from './queue.js'
import { State } from '../state/state.js'
import type { StateView } from '../state/view.js'
import { BlockTime } from './time.js'
import type { SignedTransaction } from './transaction.js'
import type { BlockRef, ChainSettings, ChainSnapshot } from './values.js'

export { LATEST, type BlockRef, type ChainSettings, type ChainSnapshot } from './values.js'

/** The chain made a block before a request that is run as one had made its own. */
class ChainMoved extends Error {}

/** An EVM chain in one process: its state, its blocks, its pool, and what can be done to them. Knows nothing of JSON. */
export class EvmChain {
  readonly options: ResolvedOptions
  readonly forks: Forks
  readonly state: State
  readonly blocks = new Blockchain()
  readonly pool = new Pool()
  readonly events = new Events()
  readonly badBlocks = new BadBlocks()
  /** Blobs of transactions that were put into a block, by the hash of the transaction. */
  readonly blobs = new Map<Hex, readonly Hex[]>()
  readonly keystore: Keystore
  readonly time: BlockTime
  /** What changes the chain goes through here, one after the other. */
  readonly queue: Queue
  /** The chain beside which this one runs; undefined when it is alone. */
  readonly host: HostChain | undefined
  settings: ChainSettings
  /** The chain as it was with the genesis alone. */
  readonly first: ChainSnapshot
  /** How many blocks of the chain beside it were followed. */
  #followed = 0
  /** The request that is run as one. */
  #whole: { readonly followed: number; hasMade: boolean } | undefined
  readonly #executors: Executors
  #miner: Promise<Executor> | undefined

  /** @param origin how the chain begins; without one as the options say. */
  constructor(options: ResolvedOptions, origin?: Origin) {
    this.options = options
    const { host } = options
    this.host = host
    const balances = host ?? options.balances
    this.state = new State(balances === undefined ? {} : { balances })
    this.time = new BlockTime(options.clock, host)
    this.queue = new Queue(host && (() => this.#behind))
    const keys = developmentKeys(options.accounts.mnemonic, options.accounts.count)
    this.keystore = new Keystore(keys, () => this.now(), host && (() => host.accounts()))
    this.settings = {
      automine: options.mining === 'auto',
      gasLimit: origin === undefined ? options.blockGasLimit : (origin.header.gasLimit as bigint),
      coinbase: options.coinbase,
      extraData: '0x',
      minimumTip: 0n,
      nextBaseFee: undefined,
      nextPrevRandao: undefined,
      impersonated: new Set(),
      impersonateAll: false,
      signers: new Map(),
    }
    this.#executors = new Executors(() => this.#createExecutor())
    for (const holder of host?.start() ?? []) this.state.balanceChanged(holder)
    // What the bank has of an account stays as it is.
    const funded = this.keystore.own().filter((address) => host === undefined || host.get(address) === 0n)
    const start =
      origin ?? developmentOrigin({ ...options, genesisTime: host?.nextTime() ?? options.genesisTime }, funded)
    this.forks = start.forks
    const block = begin(this.state, start)
    host?.commit(block.header.timestamp)
    this.blocks.append({ block, receipts: [], version: this.state.seal() })
    this.first = this.snapshotNow()
  }

  /** The time of the node's clock, in seconds since 1970; never before the head's. */
  now(): bigint {
    return this.time.now(this.blocks.head.block.header.timestamp)
  }

  /** The block that is meant; undefined when there is none. `pending` stands for the head: use {@link pendingBlock} for more. */
  find(ref: BlockRef): ChainBlock | undefined {
    if (ref.kind === 'hash') return this.blocks.withHash(ref.hash)
    if (ref.kind === 'number') return this.blocks.at(ref.number)
    return ref.tag === 'earliest' ? this.blocks.genesis : this.blocks.head
  }

  /** @throws RpcError (-32000) `header not found` when there is no such block. */
  block(ref: BlockRef): ChainBlock {
    const found = this.find(ref)
    if (found === undefined) throw refuse(ref.kind === 'hash' ? 'header for hash not found' : 'header not found')
    return found
  }

  /** The state after a block. */
  view({ version }: ChainBlock): StateView {
    return this.state.at(version)
  }

  /** Rules, limits and accounts by which the pool judges a transaction for the next block. */
  poolContext(): PoolContext {
    const { head } = this.blocks
    const timestamp = this.time.next(head.block.header.timestamp)
    return {
      common: this.forks.at(head.number + 1n, timestamp),
      gasLimit: this.settings.gasLimit,
      minimumTip: this.settings.minimumTip,
      state: this.view(head),
    }
  }

  /**
   * Takes a transaction in; with automining it is in a block when the promise is fulfilled, if it can be.
   * @throws RpcError (-32000) when the pool does not take it, or no block can.
   */
  async send(transaction: SignedTransaction): Promise<Hex> {
    const pooled = this.pool.add(transaction, this.poolContext())
    this.events.emit('pending', pooled)
    if (this.settings.automine)
      await this.queue.run(async () => {
        if (this.pool.get(pooled.hash) === undefined) return
        const rejected = await this.mineWhatIsThere()
        const own = rejected.find(({ transaction }) => transaction.hash === pooled.hash)
        if (own !== undefined) throw refuse(own.reason)
      })
    return pooled.hash
  }

  /** Makes one block of what is in the pool. @param timestamp seconds since 1970; must be later than the head's. */
  mine(timestamp?: bigint): Promise<ChainBlock> {
    return this.queue.run(async () => (await this.mineOne(timestamp)).mined)
  }

  /** A block after the head as planned, on a state of its own: nothing of it stays. */
  async draft(plan: BlockPlan, candidates: readonly SignedTransaction[]): Promise<Assembled> {
    const { head } = this.blocks
    const common = this.forks.at(head.number + 1n, plan.timestamp as bigint)
    return this.#executors.run(this.state.fork(head.version), common, callLimit(0), (executor) =>
      assemble(executor, head.block, plan, candidates),
    )
  }

  /** The block that would be made now. */
  async pendingBlock(): Promise<Assembled> {
    const plan = this.#plan()
    return this.draft(
      plan,
      this.pool.best(this.view(this.blocks.head), (plan.baseFeePerGas as bigint | undefined) ?? 0n),
    )
  }

  /** Runs a message on the state after a block, in the circumstances of that block; nothing of it stays. */
  async call(
    message: Message,
    block: ChainBlock,
    overrides: { readonly state?: StateOverrides | undefined; readonly block?: BlockOverrides | undefined } = {},
  ): Promise<Outcome> {
    const context = this.context(block, message, overrides.block)
    if (overrides.state === undefined) {
      const read = this.#read(message, block, context)
      if (read !== undefined) return read
    }
    const state = this.state.fork(block.version)
    const precompiles = override(state, overrides.state ?? {}, block.block.header.common)
    return this.run(state, context, (executor) => applyMessage(executor, context, message), precompiles)
  }

  /** The outcome of a message that only reads; undefined when it does more, or nothing ran under these rules yet. */
  #read(message: Message, block: ChainBlock, context: BlockContext): Outcome | undefined {
    const common = this.forks.at(context.header.number, context.header.timestamp)
    const rules = this.#executors.rulesOf(common)
    return rules && readQuickly(this.view(block), rules, common, context, message)
  }

  /** Lends an executor for work on a state under the rules of a block. */
  run<T, C extends BlockContext>(
    state: State,
    context: C,
    job: (executor: Executor, context: C) => Promise<T>,
    precompiles?: Precompiles,
    limit: TimeLimit = callLimit(this.options.limits.evmTimeout),
  ): Promise<T> {
    const common = this.forks.at(context.header.number, context.header.timestamp)
    return this.#executors.run(state, common, limit, (executor) => {
      if (precompiles !== undefined) executor.usePrecompiles(precompiles)
      return job(executor, context)
    })
  }

  /** What a message sees of the block. A message that offers no price sees no base fee, as in go-ethereum. */
  context(block: ChainBlock, message: Pick<Message, 'gasFeeCap'>, overrides: BlockOverrides = {}): BlockContext {
    return blockContext(block.block.header, message, overrides)
  }

  /**
   * Changes the state between blocks (test control): the change belongs to the state after the head from now on, and
   * enters the root with the next block.
   */
  change(edit: (state: State) => void): Promise<void> {
    return this.queue.run(() => {
      this.#undoOnError(() => {
        edit(this.state)
        this.host?.commit()
      })
      this.blocks.setHeadVersion(this.state.seal())
    })
  }

  /** @throws UsageError while a block is being made. */
  snapshot(): ChainSnapshot {
    this.#mustRest('snapshot()')
    return this.snapshotNow()
  }

  /** Goes to a snapshot, also to a later one or one of another line. Costs what lies between, not the size of the state. @throws UsageError while a block is being made. */
  restore(snapshot: ChainSnapshot): void {
    this.#mustRest('restore()')
    this.#goTo(snapshot)
  }

  /** {@link restore} for a job of the queue. The chain beside it goes on, with the balances of the snapshot. */
  restoreNow(snapshot: ChainSnapshot): void {
    this.#goTo(snapshot)
    this.host?.commit()
  }

  #goTo(snapshot: ChainSnapshot): void {
    this.state.restore(snapshot.state)
    this.blocks.restore(snapshot.head)
    this.pool.restore(snapshot.pool)
    this.time.restore(snapshot.time)
    this.settings = snapshot.settings
  }

  /** {@link snapshot} for a job of the queue. */
  snapshotNow(): ChainSnapshot {
    return {
      head: this.blocks.head,
      state: this.state.sealed,
      pool: this.pool.snapshot(),
      time: this.time.snapshot(),
      settings: this.settings,
    }
  }

  /** Changes how things go from now on, after what is being done. */
  configure(changed: Partial<ChainSettings>): Promise<void> {
    return this.queue.run(() => {
      this.settings = { ...this.settings, ...changed }
    })
  }

  /** Drops the blocks above this one and what they did. For a job of the queue. */
  returnTo(block: ChainBlock): void {
    this.state.rewind(block.version)
    this.blocks.truncate(block.number)
    this.pool.prune(this.state)
    this.host?.commit()
  }

  /** Returns to the genesis. For a job of the queue. */
  reset(): void {
    this.restoreNow(this.first)
  }

  /** Makes blocks until nothing in the pool can go into one. For a job of the queue. Returns what no block can take. */
  async mineWhatIsThere(): Promise<Assembled['rejected']> {
    const rejected: Assembled['rejected'][number][] = []
    while (this.#candidates().length > 0) {
      const mined = await this.mineOne()
      rejected.push(...mined.rejected)
      if (mined.included.length === 0 && mined.rejected.length === 0) break
    }
    return rejected
  }

  #candidates(): Pooled[] {
    if (this.pool.size === 0) return []
    return this.pool.best(this.state, (this.#plan().baseFeePerGas as bigint | undefined) ?? 0n)
  }

  /** Fulfilled when the EVM has followed the chain beside it, and every job is done that came before; undefined when nothing is to do. */
  settled(): Promise<void> | undefined {
    return this.queue.busy || this.host?.ahead() !== undefined ? this.queue.run(() => undefined) : undefined
  }

  /**
   * Runs a request as if the chain beside this one stood still until the request's first block. When it does not, what the request did to the pool and
   * the clock is taken back, and it begins anew.
   */
  async asOne<T>(request: () => T | Promise<T>): Promise<T> {
    for (;;) {
      await this.settled()
      const before = this.snapshotNow()
      const whole = { followed: this.#followed, hasMade: false }
      this.#whole = whole
      try {
        const result = await request()
        const held = this.pool.snapshot()
        const isStale = whole.followed !== this.#followed && !whole.hasMade
        if (!isStale || (held.length === before.pool.length && held.every((one, i) => one === before.pool[i])))
          return result
      } catch (error) {
        if (!(error instanceof ChainMoved)) throw error
      } finally {
        this.#whole = undefined
      }
      this.pool.restore(before.pool)
      this.pool.prune(this.state)
      this.time.restore(before.time)
      this.time.followed(this.blocks.head.block.header.timestamp)
    }
  }

  /** Makes one block. For a job of the queue. @param transactions instead of those in the pool */
  async mineOne(
    timestamp?: bigint,
    transactions?: readonly SignedTransaction[],
  ): Promise<Assembled & { readonly mined: ChainBlock }> {
    const { blocks, state, pool, host } = this
    for (;;) {
      for (let work = this.#behind; work !== undefined; work = this.#behind) await work
      const whole = this.#whole
      if (whole !== undefined && !whole.hasMade && whole.followed !== this.#followed) throw new ChainMoved()
      const parent = blocks.head
      if (timestamp !== undefined) this.time.setNext(timestamp, parent.block.header.timestamp)
      const plan = this.#plan()
      const candidates = transactions ?? pool.best(state, (plan.baseFeePerGas as bigint | undefined) ?? 0n)
      const assembled = await this.#assemble(plan, candidates)
      // The chain moved on meanwhile, and this block must stand on what it moved.
      if (host?.ahead() !== undefined) {
        state.rewind(parent.version)
        continue
      }
      this.#undoOnError(() => host?.commit(plan.timestamp as bigint))
      if (whole !== undefined) whole.hasMade = true
      const mined = this.#append(assembled)
      this.time.taken(mined.block.header.timestamp)
      return { ...assembled, mined }
    }
  }

  /** The work of following the next block of the chain beside this one; undefined when there is none. */
  get #behind(): Promise<void> | undefined {
    const next = this.host?.ahead()
    return next && this.#follow(next)
  }

  /** The block of this chain for one of the chain beside it: it takes in what that moved, and has no transactions. */
  async #follow(next: HostBlock): Promise<void> {
    const { timestamp: last } = this.blocks.head.block.header
    for (const [address, balance] of next.balances) this.state.setBalance(address, balance)
    const timestamp = next.timestamp > last ? next.timestamp : last + 1n
    const assembled = await this.#assemble(this.#plan(timestamp), [])
    this.host!.follow(next)
    this.#followed++
    this.#append(assembled, true)
    this.time.followed(timestamp)
  }

  /** A block after the head, with what it does to the state. */
  async #assemble(plan: BlockPlan, candidates: readonly SignedTransaction[]): Promise<Assembled> {
    const { head } = this.blocks
    const { version } = head
    try {
      const miner = await this.executor()
      miner.use(this.state, this.forks.at(head.number + 1n, plan.timestamp as bigint))
      return await assemble(miner, head.block, plan, candidates)
    } catch (error) {
      this.state.rewind(version)
      throw error
    }
  }

  /** Work on the state of the head, of which nothing stays when it fails. */
  #undoOnError(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.state.rewind(this.blocks.head.version)
      throw error
    }
  }

  #append(assembled: Assembled, isFollowed = false): ChainBlock {
    const { pool, state } = this
    const { block, receipts } = assembled
    const mined = this.blocks.append({ block, receipts, version: state.seal() }, isFollowed)
    this.settings = { ...this.settings, nextBaseFee: undefined, nextPrevRandao: undefined }
    for (const { hash, blobs } of assembled.included) {
      pool.remove(hash)
      if (blobs !== undefined) this.blobs.set(hash, blobs)
    }
    for (const { transaction } of assembled.rejected) pool.remove(transaction.hash)
    pool.prune(state)
    this.events.emit('block', mined)
    return mined
  }

  #plan(timestamp = this.time.next(this.blocks.head.block.header.timestamp)): BlockPlan {
    const { head } = this.blocks
    const { settings } = this
    const common = this.forks.at(head.number + 1n, timestamp)
    return {
      timestamp,
      gasLimit: settings.gasLimit,
      coinbase: createAddressFromString(settings.coinbase),
      extraData: settings.extraData,
      // There is no beacon chain to draw it: a value that follows from the chain alone.
      mixHash: settings.nextPrevRandao === undefined ? keccak256(head.block.hash()) : unhex(settings.nextPrevRandao),
      ...(common.isActivatedEIP(1559) ? { baseFeePerGas: this.#baseFee() } : {}),
    }
  }

  /** Base fee of the block after the head, which is of London. */
  #baseFee(): bigint {
    const { head } = this.blocks
    if (!head.block.common.isActivatedEIP(1559)) return INITIAL_BASE_FEE
    return this.settings.nextBaseFee ?? nextBaseFee(head)
  }

  /** The executor of what changes the chain. For a job of the queue. */
  executor(): Promise<Executor> {
    return (this.#miner ??= this.#createExecutor())
  }

  async #createExecutor(): Promise<Executor> {
    const executor = await Executor.create(this.forks, this.#blockHash, this.options.execution)
    executor.signers = () => this.settings.signers
    return executor
  }

  readonly #blockHash = (number: bigint): Uint8Array | undefined => this.blocks.at(number)?.block.hash()

  #mustRest(what: string): void {
    if (this.queue.busy)
      throw new UsageError(`${what} while a block is being made`, { details: ['await what was sent first'] })
  }
}
