import { COIN_TYPES, keysOfMnemonic } from '../../crypto/index.js'
import { Blockchain, type ChainBlock } from './blockchain.js'
import { Events } from './events.js'
import { refuse } from '../errors.js'
import { feeFractionAfter } from './fees.js'
import { applyMessage, type Outcome } from '../execution/apply.js'
import { Executor, Executors, type Judge } from '../execution/executor.js'
import { readQuickly } from '../execution/fast/reading.js'
import { callLimit, type TimeLimit } from '../execution/interruption.js'
import type { BlockContext, Call } from '../execution/message.js'
import { override, type Precompiles, type StateOverrides } from '../execution/overrides.js'
import type { Forks } from '../rules/forks.js'
import { BadBlocks } from './bad-blocks.js'
import { Branches } from './import/branches.js'
import { begin, developmentOrigin, type Origin } from './genesis/origin.js'
import { forgetOldBlocks } from './history.js'
import type { Hex } from '../hex.js'
import type { HostBlock, HostChain } from '../host/host.js'
import { assertPaid, assertPayable, assertSettles } from '../host/payable.js'
import { ChainMoved } from './whole-request.js'
import type { Turn } from '../requests/turns.js'
import { Keystore } from '../accounts/keystore.js'
import { assemble, type Assembled, type BlockPlan } from './miner.js'
import type { ResolvedOptions } from '../options/options.js'
import { TRAITS, type Traits } from '../options/traits.js'
import { mineWhatIsThere } from './mine-all.js'
import { pendingBlock } from './pending.js'
import { baseFeeOf, planOf, poolContextOf } from './plan.js'
import { TxPool, type PoolContext } from './tx-pool.js'
import type { AccountTrie } from '../state/roots.js'
import { State } from '../state/state.js'
import type { StateView } from '../state/view.js'
import { Budgets } from '../execution/budget.js'
import { BlockTime } from './time.js'
import type { SignedTransaction } from './transaction.js'
import { initialSettings, isPending, type BlockRef, type ChainSettings, type ChainSnapshot } from './values.js'

export { LATEST, isPending, type BlockRef, type ChainSettings, type ChainSnapshot } from './values.js'

/** An EVM chain in one process: its state, blocks and pool, and the operations on them. Knows nothing of JSON. */
export class EvmChain {
  readonly options: ResolvedOptions
  readonly traits: Traits
  readonly forks: Forks
  readonly state: State
  readonly blocks = new Blockchain()
  readonly pool = new TxPool()
  readonly events = new Events()
  readonly badBlocks = new BadBlocks()
  /** Imported blocks that are no longer on the chain. */
  readonly branches = new Branches()
  /** Blobs of transactions that were put into a block, by the hash of the transaction. */
  readonly blobs = new Map<Hex, readonly Hex[]>()
  readonly keystore: Keystore
  /** Bounds what answers to requests for traces hold. */
  readonly budgets: Budgets
  readonly time: BlockTime
  /** The chain alongside which this one runs; undefined when it is alone. */
  readonly host: HostChain | undefined
  settings: ChainSettings
  /** The chain as it was with the genesis alone. */
  readonly first: ChainSnapshot
  readonly #executors: Executors
  #miner: Promise<Executor> | undefined

  /** @param origin how the chain begins; without one as the options say. */
  constructor(options: ResolvedOptions, origin?: Origin) {
    this.options = options
    this.traits = TRAITS[options.profile]
    const { host } = options
    this.host = host
    this.budgets = new Budgets(options.limits.answerSize)
    const balances = host ?? options.balances
    this.state = new State(balances === undefined ? {} : { balances })
    this.time = new BlockTime(options.clock, host)
    const keys = keysOfMnemonic(options.accounts.mnemonic, options.accounts.count, COIN_TYPES.ethereum)
    this.keystore = new Keystore(keys, () => this.now(), host && (() => host.accounts()))
    this.settings = initialSettings(options, (origin?.header.gasLimit as bigint) ?? options.blockGasLimit)
    assertPayable(host, this.settings.coinbase)
    this.#executors = new Executors(() => this.#createExecutor())
    for (const holder of host?.start() ?? []) this.state.balanceChanged(holder)
    // Balances in the bank stay as they are.
    const funded = this.keystore.own().filter((address) => host === undefined || host.get(address) === 0n)
    const start =
      origin ?? developmentOrigin({ ...options, genesisTime: host?.nextTime() ?? options.genesisTime }, funded)
    this.forks = start.forks
    this.#open(start.header.timestamp)
    const block = begin(this.state, start)
    assertPaid(host, this.state)
    host?.commit(block.header.timestamp)
    this.blocks.append({ block, receipts: [], version: this.state.seal() })
    this.first = this.snapshot()
  }

  /** The time of the node's clock, in seconds since 1970; never before the head's. */
  now(): bigint {
    return this.time.now(this.blocks.head.block.header.timestamp)
  }

  /** The requested block; undefined when it does not exist. The pending one is made for the request. */
  async find(ref: BlockRef): Promise<ChainBlock | undefined> {
    return isPending(ref) ? pendingBlock(this) : this.blocks.find(ref)
  }

  /** @throws RpcError (-32000) `header not found` when there is no such block. */
  async block(ref: BlockRef): Promise<ChainBlock> {
    const found = await this.find(ref)
    if (found === undefined) throw refuse(ref.kind === 'hash' ? 'header for hash not found' : 'header not found')
    return found
  }

  /** The state after a block. */
  view({ version, state = this.state }: ChainBlock): StateView {
    return state.at(version)
  }

  /** A state of its own that starts from the one after a block. */
  fork({ version, state = this.state }: ChainBlock): State {
    return state.fork(version)
  }

  /** The trie of the state after a block. */
  trie(block: ChainBlock): AccountTrie {
    return (block.state ?? this.state).roots.at(block.version, this.view(block))
  }

  /** Rules, limits and accounts by which the pool judges a transaction for the next block. */
  poolContext(): PoolContext {
    return poolContextOf(this, this.#nextTime())
  }

  /**
   * Adds a transaction to the pool; with automining it is in a block when the promise is fulfilled, if a block can take it.
   * @throws RpcError (-32000) when the pool refuses it, or no block can include it.
   */
  async send(turn: Turn, transaction: SignedTransaction): Promise<Hex> {
    const pooled = this.pool.add(transaction, this.poolContext())
    this.events.emit('pending', pooled)
    if (this.settings.automine) {
      const rejected = await mineWhatIsThere(this, turn)
      const own = rejected.find(({ transaction }) => transaction.hash === pooled.hash)
      if (own !== undefined) throw refuse(own.reason)
    }
    return pooled.hash
  }

  /** A block after the head as planned, on a copy of the state: nothing of it is kept. */
  async draft(
    plan: BlockPlan,
    candidates: readonly SignedTransaction[],
    state: State = this.fork(this.blocks.head),
  ): Promise<Assembled> {
    const { head } = this.blocks
    const common = this.forks.at(head.number + 1n, plan.timestamp as bigint)
    this.#open(plan.timestamp as bigint, state)
    return this.#executors.run(state, common, callLimit(0), (executor) =>
      assemble(executor, head.block, plan, candidates, this.#judge),
    )
  }

  /** Runs a call on the state after a block; nothing of it is kept. */
  async call(call: Call, block: ChainBlock, overrides?: StateOverrides): Promise<Outcome> {
    const { message, context, common } = call
    if (overrides === undefined) {
      const read = this.#read(call, block)
      if (read !== undefined) return read
    }
    const state = this.fork(block)
    const precompiles = override(state, overrides ?? {}, common)
    return this.run(state, context, (executor) => applyMessage(executor, context, message), precompiles)
  }

  /** The outcome of a message that only reads; undefined when it does more, or if nothing has run under these rules yet. */
  #read({ message, context, common }: Call, block: ChainBlock): Outcome | undefined {
    const rules = this.#executors.rulesOf(common)
    return rules && readQuickly(this.view(block), rules, common, context, message, this.traits)
  }

  /** Runs work with an executor on a state under the rules of a block. */
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

  /**
   * Runs an edit between blocks, synchronously, once the chain alongside this one has been followed. Every change except to the pool goes through
   * here, or through a block.
   */
  async apply<T>(turn: Turn, edit: () => T): Promise<T> {
    while (this.isBehind) await this.catchUp(turn)
    const result = edit()
    turn.place()
    return result
  }

  /**
   * Changes the state between blocks (test control): the change belongs to the state after the head from now on, and
   * enters the root with the next block.
   */
  change(turn: Turn, edit: (state: State) => void): Promise<void> {
    return this.apply(turn, () => {
      this.#undoOnError(() => {
        edit(this.state)
        assertPaid(this.host, this.state)
        this.host?.settle(this.blocks.head.block.header.timestamp)
      })
      this.blocks.setHeadVersion(this.state.seal())
    })
  }

  snapshot(): ChainSnapshot {
    return {
      head: this.blocks.head,
      state: this.state.sealed,
      pool: this.pool.snapshot(),
      time: this.time.snapshot(),
      settings: this.settings,
    }
  }

  /**
   * Goes to a snapshot, also to a later one or one on another branch. The cost grows with the distance, not with the size of the state.
   * @throws UsageError when its blocks are no longer kept
   */
  restore(snapshot: ChainSnapshot): void {
    this.blocks.mustReach(snapshot.head)
    this.state.restore(snapshot.state)
    this.blocks.restore(snapshot.head)
    this.pool.restore(snapshot.pool)
    this.time.restore(snapshot.time)
    this.settings = snapshot.settings
  }

  /** {@link restore} within {@link apply}. The chain alongside it is not restored, but gets the balances of the snapshot. */
  revert(snapshot: ChainSnapshot): void {
    this.restore(snapshot)
    this.host?.settle(this.blocks.head.block.header.timestamp)
  }

  /** Changes settings from now on. @throws RpcError (-32000) for a coinbase that the bank of the chain alongside it does not pay */
  configure(turn: Turn, changed: Partial<ChainSettings>): Promise<void> {
    return this.apply(turn, () => {
      if (changed.coinbase !== undefined) assertPayable(this.host, changed.coinbase)
      this.settings = { ...this.settings, ...changed }
    })
  }

  /** Drops the blocks above this one and their effects. Within {@link apply}. */
  returnTo(block: ChainBlock): void {
    this.state.rewind(block.version)
    this.blocks.truncate(block.number)
    this.pool.prune(this.poolContext())
    this.host?.settle(this.blocks.head.block.header.timestamp)
  }

  /** Whether the chain alongside this one has made a block that has to be followed. */
  get isBehind(): boolean {
    return this.host?.ahead() !== undefined
  }

  /**
   * Follows the chain alongside this one.
   * @param turn of the request that needs this, if it is one
   * @throws ChainMoved when that request has not taken effect and must begin again because of that
   */
  async catchUp(turn?: Turn): Promise<void> {
    for (let next = this.host?.ahead(); next !== undefined; next = this.host?.ahead()) await this.#follow(next)
    if (turn?.isPlaced === false) throw new ChainMoved()
  }

  /** Makes one block, at which the turn takes its place. @param transactions instead of those in the pool */
  async mineOne(
    turn: Turn,
    timestamp?: bigint,
    transactions?: readonly SignedTransaction[],
  ): Promise<Assembled & { readonly mined: ChainBlock }> {
    const { blocks, state, pool, host } = this
    for (let isJudgedOneByOne = false; ;) {
      while (this.isBehind) await this.catchUp(turn)
      const parent = blocks.head
      if (timestamp !== undefined) this.time.setNext(timestamp, parent.block.header.timestamp)
      const time = this.#nextTime()
      const plan = planOf(this, time)
      const candidates = transactions ?? pool.best(state, baseFeeOf(plan))
      const judge = isJudgedOneByOne ? (): void => assertSettles(host!, state, time) : this.#judge
      const assembled = await this.#assemble(plan, candidates, host?.opening(time), judge)
      // The chain made blocks meanwhile, and this block must build on them.
      if (this.isBehind) {
        state.rewind(parent.version)
        continue
      }
      try {
        this.#undoOnError(() => host?.commit(time))
      } catch (error) {
        // Whichever transactions the bank refuses must not take others with them.
        if (isJudgedOneByOne || assembled.included.length === 0) throw error
        isJudgedOneByOne = true
        continue
      }
      turn.place()
      const mined = this.#append(assembled)
      this.time.taken(mined.block.header.timestamp)
      return { ...assembled, mined }
    }
  }

  /** The block of this chain for one of the chain alongside it: it takes over the changed balances, and has no transactions. */
  async #follow(next: HostBlock): Promise<void> {
    const { timestamp: last } = this.blocks.head.block.header
    const timestamp = next.timestamp > last ? next.timestamp : last + 1n
    const assembled = await this.#assemble(planOf(this, timestamp), [], next.balances)
    this.host!.follow(next)
    this.#append(assembled, true)
    this.time.followed(timestamp)
  }

  /** A block after the head, with its changes to the state. @param balances that others changed before it */
  async #assemble(
    plan: BlockPlan,
    candidates: readonly SignedTransaction[],
    balances: ReadonlyMap<Hex, bigint> = new Map(),
    judge?: Judge,
  ): Promise<Assembled> {
    const { head } = this.blocks
    const { version } = head
    try {
      const miner = await this.executor()
      for (const [address, balance] of balances) this.state.setBalance(address, balance)
      miner.use(this.state, this.forks.at(head.number + 1n, plan.timestamp as bigint))
      return await assemble(miner, head.block, plan, candidates, judge)
    } catch (error) {
      this.state.rewind(version)
      throw error
    }
  }

  /** Runs work on the state of the head, and undoes all of it on failure. */
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
    const feeFraction = feeFractionAfter(this.blocks.head, block, this.traits)
    const mined = this.blocks.append({ block, receipts, version: state.seal(), feeFraction }, isFollowed)
    this.settings = { ...this.settings, nextBaseFee: undefined, nextPrevRandao: undefined }
    for (const { hash, blobs } of assembled.included) {
      pool.remove(hash)
      if (blobs !== undefined) this.blobs.set(hash, blobs)
    }
    for (const { transaction, reason } of assembled.rejected) pool.drop(transaction.hash, reason)
    if (pool.size > 0) pool.prune(this.poolContext())
    forgetOldBlocks(this)
    this.events.emit('block', mined)
    return mined
  }

  /** Takes over balances that are others at the time of a block. */
  #open(timestamp: bigint, state = this.state): void {
    for (const [address, balance] of this.host?.opening(timestamp) ?? []) state.setBalance(address, balance)
  }

  #nextTime(): bigint {
    return this.time.next(this.blocks.head.block.header.timestamp)
  }

  /** The executor for work that changes the chain. */
  executor(): Promise<Executor> {
    return (this.#miner ??= this.#createExecutor())
  }

  #createExecutor(): Promise<Executor> {
    return Executor.create(
      this.forks,
      this.#blockHash,
      this.traits,
      this.options.execution,
      () => this.settings.signers,
    )
  }

  /** Judges each transaction alongside a chain. */
  get #judge(): Judge | undefined {
    return this.host && ((state) => assertPaid(this.host, state))
  }

  readonly #blockHash = (number: bigint): Uint8Array | undefined => this.blocks.at(number)?.block.hash()
}
