import { createAddressFromString } from '@ethereumjs/util'
import { UsageError } from '../base/errors.js'
import { developmentKeys } from './accounts.js'
import { Blockchain, type ChainBlock } from './blockchain.js'
import { Events } from './events.js'
import { refuse } from './execution/refusal.js'
import { applyMessage, type Outcome } from './execution/apply.js'
import { Executor, Executors } from './execution/executor.js'
import type { BlockContext, Message } from './execution/message.js'
import { override, type BlockOverrides, type Precompiles, type StateOverrides } from './execution/overrides.js'
import { nextBaseFee } from './fees.js'
import type { Forks } from './forks.js'
import { BadBlocks } from './bad-blocks.js'
import { begin, developmentOrigin, type Origin } from './genesis.js'
import { keccak256 } from './hash.js'
import { unhex, type Hex } from './hex.js'
import { Keystore } from './keystore.js'
import { assemble, type Assembled, type BlockPlan } from './miner.js'
import type { ResolvedOptions } from './options.js'
import { Pool, type PoolContext, type Pooled } from './pool.js'
import { Queue } from './queue.js'
import { State, type SealedState } from './state/state.js'
import type { StateView } from './state/view.js'
import { BlockTime } from './time.js'
import type { SignedTransaction } from './transaction.js'

/** Which block a request means. `pending` is the block that would be made now. */
export type BlockRef =
  | { readonly kind: 'tag'; readonly tag: 'latest' | 'earliest' | 'pending' | 'safe' | 'finalized' }
  | { readonly kind: 'number'; readonly number: bigint }
  | { readonly kind: 'hash'; readonly hash: Hex }

export const LATEST: BlockRef = { kind: 'tag', tag: 'latest' }

/** What a node was at a moment; for {@link Engine.restore} of the same node. */
export interface EngineSnapshot {
  readonly head: ChainBlock
  readonly state: SealedState | undefined
  readonly pool: readonly Pooled[]
  readonly time: ReturnType<BlockTime['snapshot']>
  readonly settings: EngineSettings
}

/** What test-control methods change while the node runs. */
export interface EngineSettings {
  readonly automine: boolean
  readonly gasLimit: bigint
  readonly coinbase: Hex
  readonly extraData: Hex
  /** The least tip per unit of gas that the pool takes. */
  readonly minimumTip: bigint
  /** For the next block only. */
  readonly nextBaseFee: bigint | undefined
  readonly nextPrevRandao: Hex | undefined
  readonly impersonated: ReadonlySet<Hex>
  readonly impersonateAll: boolean
}

/** An EVM chain in one process: its state, its blocks, its pool, and what can be done to them. Knows nothing of JSON. */
export class Engine {
  readonly options: ResolvedOptions
  readonly forks: Forks
  readonly state: State
  readonly chain = new Blockchain()
  readonly pool = new Pool()
  readonly events = new Events()
  readonly badBlocks = new BadBlocks()
  readonly keystore: Keystore
  readonly time: BlockTime
  /** What changes the chain goes through here, one after the other. */
  readonly queue = new Queue()
  settings: EngineSettings
  /** The chain as it was with the genesis alone. */
  readonly first: EngineSnapshot
  private readonly executors: Executors
  private miner: Promise<Executor> | undefined

  /** @param origin how the chain begins; without one as the options say. */
  constructor(options: ResolvedOptions, origin?: Origin) {
    this.options = options
    this.state = new State(options.balances === undefined ? {} : { balances: options.balances })
    this.time = new BlockTime(options.clock)
    const keys = developmentKeys(options.accounts.mnemonic, options.accounts.count)
    this.keystore = new Keystore(keys, () => this.now())
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
    }
    this.executors = new Executors(() => Executor.create(this.forks, this.blockHash))
    const start = origin ?? developmentOrigin(options, this.keystore.addresses())
    this.forks = start.forks
    this.chain.append({ block: begin(this.state, start), receipts: [], version: this.state.seal() })
    this.first = this.snapshotNow()
  }

  /** The time of the node's clock, in seconds since 1970; never before the head's. */
  now(): bigint {
    return this.time.now(this.chain.head.block.header.timestamp)
  }

  /** The block that is meant; undefined when there is none. `pending` stands for the head: use {@link pendingBlock} for more. */
  find(ref: BlockRef): ChainBlock | undefined {
    if (ref.kind === 'hash') return this.chain.withHash(ref.hash)
    if (ref.kind === 'number') return this.chain.at(ref.number)
    return ref.tag === 'earliest' ? this.chain.genesis : this.chain.head
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
    const { head } = this.chain
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
    const { head } = this.chain
    const common = this.forks.at(head.number + 1n, plan.timestamp as bigint)
    return this.executors.run(this.state.fork(head.version), common, 0, (executor) =>
      assemble(executor, head.block, plan, candidates),
    )
  }

  /** The block that would be made now. */
  async pendingBlock(): Promise<Assembled> {
    const plan = this.plan()
    return this.draft(
      plan,
      this.pool.best(this.view(this.chain.head), (plan.baseFeePerGas as bigint | undefined) ?? 0n),
    )
  }

  /** Runs a message on the state after a block, in the circumstances of that block; nothing of it stays. */
  async call(
    message: Message,
    block: ChainBlock,
    overrides: { readonly state?: StateOverrides | undefined; readonly block?: BlockOverrides | undefined } = {},
  ): Promise<Outcome> {
    const state = this.state.fork(block.version)
    const precompiles = override(state, overrides.state ?? {}, block.block.header.common)
    const context = this.context(block, message, overrides.block)
    return this.run(state, context, (executor) => applyMessage(executor, context, message), precompiles)
  }

  /** Lends an executor for work on a state under the rules of a block. */
  run<T, C extends BlockContext>(
    state: State,
    context: C,
    job: (executor: Executor, context: C) => Promise<T>,
    precompiles?: Precompiles,
  ): Promise<T> {
    const common = this.forks.at(context.header.number, context.header.timestamp)
    return this.executors.run(state, common, this.options.limits.evmTimeout, (executor) => {
      if (precompiles !== undefined) executor.usePrecompiles(precompiles)
      return job(executor, context)
    })
  }

  /** What a message sees of the block. A message that offers no price sees no base fee, as in go-ethereum. */
  context(
    { block: { header } }: ChainBlock,
    message: Pick<Message, 'gasFeeCap'>,
    overrides: BlockOverrides = {},
  ): BlockContext {
    const free = message.gasFeeCap === 0n
    const { baseFeePerGas } = header
    return {
      header: {
        number: overrides.number ?? header.number,
        timestamp: overrides.time ?? header.timestamp,
        gasLimit: overrides.gasLimit ?? header.gasLimit,
        coinbase:
          overrides.feeRecipient === undefined ? header.coinbase : createAddressFromString(overrides.feeRecipient),
        difficulty: header.difficulty,
        prevRandao: overrides.prevRandao === undefined ? header.mixHash : unhex(overrides.prevRandao),
        ...(baseFeePerGas === undefined
          ? {}
          : { baseFeePerGas: free ? 0n : (overrides.baseFeePerGas ?? baseFeePerGas) }),
        getBlobGasPrice: () =>
          overrides.blobBaseFee ?? (header.common.isActivatedEIP(4844) ? header.getBlobGasPrice() : 0n),
      },
    }
  }

  /**
   * Changes the state between blocks (test control): the change belongs to the state after the head from now on, and
   * enters the root with the next block.
   */
  change(edit: (state: State) => void): Promise<void> {
    return this.queue.run(() => {
      edit(this.state)
      this.chain.setHeadVersion(this.state.seal())
    })
  }

  /** @throws UsageError while a block is being made. */
  snapshot(): EngineSnapshot {
    this.mustRest('snapshot()')
    return this.snapshotNow()
  }

  /** Goes to a snapshot, also to a later one or one of another line. Costs what lies between, not the size of the state. @throws UsageError while a block is being made. */
  restore(snapshot: EngineSnapshot): void {
    this.mustRest('restore()')
    this.restoreNow(snapshot)
  }

  /** {@link restore} for a job of the queue. */
  restoreNow(snapshot: EngineSnapshot): void {
    this.state.restore(snapshot.state)
    this.chain.restore(snapshot.head)
    this.pool.restore(snapshot.pool)
    this.time.restore(snapshot.time)
    this.settings = snapshot.settings
  }

  /** {@link snapshot} for a job of the queue. */
  snapshotNow(): EngineSnapshot {
    return {
      head: this.chain.head,
      state: this.state.sealed,
      pool: this.pool.snapshot(),
      time: this.time.snapshot(),
      settings: this.settings,
    }
  }

  /** Changes how things go from now on, after what is being done. */
  configure(changed: Partial<EngineSettings>): Promise<void> {
    return this.queue.run(() => {
      this.settings = { ...this.settings, ...changed }
    })
  }

  /** Drops the blocks above this one and what they did. For a job of the queue. */
  returnTo(block: ChainBlock): void {
    this.state.rewind(block.version)
    this.chain.truncate(block.number)
    this.pool.prune(this.state)
  }

  /** Returns to the genesis. For a job of the queue. */
  reset(): void {
    this.restoreNow(this.first)
  }

  /** Makes blocks until nothing in the pool can go into one. For a job of the queue. Returns what no block can take. */
  async mineWhatIsThere(): Promise<Assembled['rejected']> {
    const rejected: Assembled['rejected'][number][] = []
    while (this.candidates().length > 0) {
      const mined = await this.mineOne()
      rejected.push(...mined.rejected)
      if (mined.included.length === 0 && mined.rejected.length === 0) break
    }
    return rejected
  }

  private candidates(): Pooled[] {
    return this.pool.best(this.state, (this.plan().baseFeePerGas as bigint | undefined) ?? 0n)
  }

  /** Makes one block. For a job of the queue. */
  async mineOne(timestamp?: bigint): Promise<Assembled & { readonly mined: ChainBlock }> {
    const { chain, state, pool } = this
    const parent = chain.head
    if (timestamp !== undefined) this.time.setNext(timestamp, parent.block.header.timestamp)
    const plan = this.plan()
    const candidates = pool.best(state, (plan.baseFeePerGas as bigint | undefined) ?? 0n)
    const miner = (await this.executor()).use(state, this.forks.at(parent.number + 1n, plan.timestamp as bigint))
    const assembled = await assemble(miner, parent.block, plan, candidates).catch((error: unknown) => {
      state.rewind(parent.version)
      throw error
    })
    const mined = chain.append({ block: assembled.block, receipts: assembled.receipts, version: state.seal() })
    this.time.taken(mined.block.header.timestamp)
    this.settings = { ...this.settings, nextBaseFee: undefined, nextPrevRandao: undefined }
    for (const { hash } of assembled.included) pool.remove(hash)
    for (const { transaction } of assembled.rejected) pool.remove(transaction.hash)
    pool.prune(state)
    this.events.emit('block', mined)
    return { ...assembled, mined }
  }

  private plan(): BlockPlan {
    const { head } = this.chain
    const { settings } = this
    const timestamp = this.time.next(head.block.header.timestamp)
    const common = this.forks.at(head.number + 1n, timestamp)
    return {
      timestamp,
      gasLimit: settings.gasLimit,
      coinbase: createAddressFromString(settings.coinbase),
      extraData: settings.extraData,
      // There is no beacon chain to draw it: a value that follows from the chain alone.
      mixHash: settings.nextPrevRandao === undefined ? keccak256(head.block.hash()) : unhex(settings.nextPrevRandao),
      ...(common.isActivatedEIP(1559) ? { baseFeePerGas: settings.nextBaseFee ?? nextBaseFee(head) } : {}),
    }
  }

  /** The executor of what changes the chain. For a job of the queue. */
  executor(): Promise<Executor> {
    return (this.miner ??= Executor.create(this.forks, this.blockHash))
  }

  private readonly blockHash = (number: bigint): Uint8Array | undefined => this.chain.at(number)?.block.hash()

  private mustRest(what: string): void {
    if (this.queue.busy)
      throw new UsageError(`${what} while a block is being made`, { details: ['await what was sent first'] })
  }
}
