import type { Json } from '../base/json-value.js'
import { ChainError, NO_BYTES, UsageError } from '../base/index.js'
import type { Types } from '../codec/proto-json/index.js'
import { MultiStore, type Layer, type Trees } from '../store/index.js'
import type { TxMode } from './ante/step.js'
import type { AppConfig, BlockPosition, Genesis } from './app-config.js'
import type { AppSnapshot, DeliverOptions, Era, TxPlace } from './app-types.js'
import { Archive } from './block/archive.js'
import { infoOf, isSameBeginning, type BegunBlock } from './block/begun.js'
import type { Block, OpenBlock, TxResult } from './block/block.js'
import { blockGasLimit, consensusParams, type ConsensusParams } from './block/consensus.js'
import type { BlockInfo, Context } from './context.js'
import { InfiniteGasMeter } from './gas.js'
import { tapped } from './gas-tap.js'
import { HEADER_INFO, headerInfo } from './block/header-info.js'
import { BLOCK_GAS_USED, BLOCK_TXS, blockGasMeter } from './block/block-gas.js'
import { assertFollows } from './block/follows.js'
import { orderModules, runBlockers, type OrderedModules } from './block/blockers.js'
import { absentModules, assertKnown, exportModules, initModules } from './genesis.js'
import { GrpcQueryRouter, MessageRouter } from './routers.js'
import { checkTx, refused, runTx, type TxOutcome, type TxRunner } from './tx/run.js'
import { ErrInvalidHeight, ErrOutOfGas, ErrUnknownRequest } from './sdk-errors.js'
import { SignedBlock, type Seals } from './block/signed-block.js'
import type { Validator } from './block/validators.js'
import { SDK_0_53 } from './release.js'
import type { StartAfter } from './start-after.js'
import type { Module } from './module.js'
import { newContext } from './state-context.js'
import { txHash } from './tx/tx.js'
import { Consensus } from './block/consensus-state.js'

export type { AppConfig, BlockPosition, Genesis } from './app-config.js'
export type { AppSnapshot, DeliverOptions, Era, TxPlace } from './app-types.js'

const FIVE_SECONDS = 5_000_000_000n

/** What is made of the parts of a release. */
interface RunningParts {
  readonly config: AppConfig
  readonly queries: GrpcQueryRouter
  readonly modules: OrderedModules
  readonly runner: TxRunner
}

function runningParts(config: AppConfig): RunningParts {
  const router = new MessageRouter(config.modules, config.prefix, config.guard, config.release, config.types)
  return {
    config,
    queries: new GrpcQueryRouter(config.modules, config.release),
    modules: orderModules(config),
    runner: { router, ante: config.ante, post: config.post ?? [] },
  }
}

/**
 * A chain without a network: genesis, blocks, transactions, queries. Source: cosmos-sdk baseapp.
 * `initChain` first; then either `deliver`, which puts each transaction into a block of its own,
 * or `beginBlock`, `deliver` as often as wanted, `endBlock`.
 */
export class App {
  readonly stores: MultiStore
  readonly #first: AppConfig
  readonly #archive: Archive
  #running: string | undefined
  #parts: RunningParts
  /** Those of the next block. */
  #params: ConsensusParams
  /** How many blocks and heights are both kept. */
  readonly #keep: number
  readonly #listeners = new Set<(block: Block) => void>()
  #last: BlockInfo
  /** Nanoseconds between a block without a given time and the previous one. */
  blockInterval: bigint
  /** Oldest first; replaced, never changed. */
  #eras: readonly Era[]
  #open: OpenBlock | undefined
  /** The last block that was begun, if its blockers did nothing that observers want to see again. */
  #begun: BegunBlock | undefined
  #started = false
  #consensus: Consensus
  #genesis: Genesis | undefined

  constructor(config: AppConfig) {
    this.#first = config
    this.#parts = runningParts(config)
    this.stores = new MultiStore(
      config.modules.flatMap(({ stores }) => stores ?? []),
      config.keepHistory === undefined ? {} : { keepHistory: config.keepHistory },
    )
    this.#archive = new Archive({ txIndex: config.txIndex ?? true, keepBlocks: config.keepBlocks ?? Infinity })
    this.#params = config.consensus ?? consensusParams(0)
    this.#keep = Math.min(config.keepBlocks ?? Infinity, config.keepHistory ?? Infinity)
    this.#consensus = Consensus.start(config, [], 1)
    this.blockInterval = config.blockInterval ?? FIVE_SECONDS
    this.#last = { chainId: config.chainId, height: 0, time: 0n }
    this.#eras = [{ chainId: config.chainId, from: 0 }]
  }

  /** That of the release that runs. */
  get config(): AppConfig {
    return this.#parts.config
  }
  get router(): MessageRouter {
    return this.#parts.runner.router
  }
  get queries(): GrpcQueryRouter {
    return this.#parts.queries
  }

  /** The types of its messages and queries. */
  get types(): Types {
    return this.router.types
  }

  /** The release that it went on with; undefined for the first. */
  get running(): string | undefined {
    return this.#running
  }

  /**
   * Goes on with another release from the next block on, whose modules migrate the state.
   * @throws UsageError when a block is open, or for a release that it does not know
   */
  continueAs(release: string): void {
    if (this.#open !== undefined) throw new UsageError(`block ${this.#open.info.height} is open: end it first`)
    const { later = {} } = this.#first
    if (!Object.hasOwn(later, release))
      throw new UsageError(`the app has no release ${JSON.stringify(release)} to go on with`, {
        details: [`those it has: ${Object.keys(later).join(', ') || 'none'}`],
      })
    this.#run(release)
    this.stores.mount(this.config.modules.flatMap(({ stores }) => stores ?? []))
  }

  #run(release: string | undefined): void {
    if (release === this.#running) return
    this.#running = release
    this.#parts = runningParts(
      release === undefined ? this.#first : { ...this.#first, ...this.#first.later![release]! },
    )
    this.#begun = undefined
  }

  /** The id of the next block. */
  get chainId(): string {
    return this.#eras.at(-1)!.chainId
  }
  /** All chain ids so far, oldest first. */
  get eras(): readonly Era[] {
    return this.#eras
  }
  chainIdAt(height: number): string {
    return (this.#eras.findLast(({ from }) => from <= height) ?? this.#eras[0]!).chainId
  }

  /** Changes the chain id from the next block on, as some upgrades do. @throws UsageError when a block is open */
  rename(chainId: string): void {
    if (this.#open !== undefined) throw new UsageError(`block ${this.#open.info.height} is open: end it first`)
    this.#eras = [...this.#eras, { chainId, from: this.#last.height + 1 }]
  }

  /** Validators of the next block, and params of the consensus. */
  get seals(): Seals {
    return { validators: this.#consensus.roster.validators, consensus: this.#params }
  }
  /** Validators of a height, as headers have them: from the first height to the one after the next block. */
  validatorsAt(height: number): readonly Validator[] {
    return this.#consensus.at(height)
  }
  /** Validators, their nodes, and evidence. Assigning takes effect with the next block. @throws UsageError when a block is open */
  get consensus(): Consensus {
    return this.#consensus
  }
  set consensus(consensus: Consensus) {
    if (this.#open !== undefined) throw new UsageError(`block ${this.#open.info.height} is open: end it first`)
    this.#consensus = consensus
  }

  /** The last finished block; height 0 before the first. */
  get last(): BlockInfo {
    return this.#last
  }
  /** Default time of the next block: the block interval after the last, in nanoseconds since 1970. */
  get nextTime(): bigint {
    return this.#last.time + this.blockInterval
  }
  /** The block in progress. */
  get open(): BlockInfo | undefined {
    return this.#open?.info
  }

  /**
   * Writes the genesis state; it belongs to the first block.
   * @param genesis states by module name; a module that is left out starts with its default
   * @param position height and time before the first block (default 0 and 0)
   * @throws UsageError for a module that the chain lacks, for an invalid state, or when the chain has already started; ChainError as a module reports it
   */
  initChain(genesis: Readonly<Record<string, Json>> = {}, position: BlockPosition = {}): void {
    if (this.#started) throw new UsageError('the chain has started: initChain comes once, before the first block')
    assertKnown(this.config.modules, genesis)
    this.#last = { chainId: this.config.chainId, height: position.height ?? 0, time: position.time ?? 0n }
    const { states, updates } = this.stores.working.attempt((layer) =>
      initModules(this.#parts.modules.genesis, this.#context(layer, this.#last), genesis),
    )
    this.#started = true
    this.#consensus = Consensus.start(this.config, updates, this.#last.height + 1)
    this.#genesis = { states, height: this.#last.height, time: this.#last.time }
  }

  /**
   * Starts after a block of another chain. Modules of which that chain has no store start with their default state.
   * @throws UsageError when the chain has already started
   */
  startAfter({ height, time, validators, votes, baseOf }: StartAfter): void {
    if (this.#started) throw new UsageError('the chain has started: startAfter comes once, before the first block')
    this.stores.startOn(height, baseOf)
    this.#last = { chainId: this.config.chainId, height, time }
    const absent = absentModules(this.#parts.modules.genesis, baseOf)
    this.stores.working.attempt((layer) => initModules(absent, this.#context(layer, this.#last), {}))
    this.#started = true
    this.#consensus = Consensus.start(this.config, validators, height + 1, votes)
  }

  /** The genesis that the chain started with; undefined before that. */
  get genesis(): Genesis | undefined {
    return this.#genesis
  }

  /** States of all modules that export one, as of the last block. */
  exportGenesis(): Readonly<Record<string, Json>> {
    return exportModules(this.#parts.modules.genesis, this.queryContext())
  }

  /** @throws UsageError when a block is open, or height or time do not follow */
  beginBlock(position: BlockPosition = {}): BlockInfo {
    if (!this.#started) throw new UsageError('the chain has not started: call initChain first')
    if (this.#open !== undefined) throw new UsageError(`block ${this.#open.info.height} is open: end it first`)
    const { height = this.#last.height + 1, time = this.nextTime } = position
    const at = { chainId: this.chainId, height, time, head: this.stores.head, consensus: this.#consensus }
    if (this.#begun !== undefined && isSameBeginning(this.#begun, at)) {
      this.stores.restore(this.#begun.stores)
      this.#open = this.#begun.open
      return this.#open.info
    }
    const proposal = this.#consensus.propose(this.chainId, height)
    const given = this.config.given?.(height) ?? {}
    const { proposer = proposal.proposer, votes } = given
    const info = { ...infoOf(at, { ...proposal, proposer }), ...(votes && { votes }) }
    assertFollows(this.#last, info)
    const header = headerInfo(this.#archive.block(this.#last.height) && this.stores.latest, proposal, info, given.hash)
    const before = this.#paramsContent
    const { events, isQuiet } = this.#runBlockers('BeginBlock', info, { header })
    this.#open = { info, proposal, txs: [], events, gasUsed: 0, before, header }
    const isRepeatable = isQuiet && this.config.gasTap === undefined
    this.#begun = isRepeatable ? { ...at, open: this.#open, stores: this.stores.snapshot() } : undefined
    return info
  }

  /**
   * Runs a transaction in the open block, or in a block of its own when none is open. A failed transaction is a result, not an exception.
   * @throws NotSupportedError, UsageError; state and chain are then as before
   */
  deliver(bytes: Uint8Array, options: DeliverOptions & BlockPosition = {}): TxResult {
    if (this.#open !== undefined) return this.#deliver(this.#open, bytes, options)
    return this.#orRestore(this.snapshot(), () => {
      this.beginBlock(options)
      const result = this.#deliver(this.#open!, bytes, options)
      this.endBlock()
      return result
    })
  }

  /**
   * Runs work outside of transactions (a callback that a test delivers by hand, coins for an account) on a branch of the open block, or of a
   * block of its own when none is open. Modules see the given transaction, if any. Its events become the block's. On an error,
   * its writes and events are dropped and the error is rethrown; the block is kept.
   */
  runInBlock<T>(work: (ctx: Context) => T, position: BlockPosition & TxPlace = {}): T {
    const before = this.#open === undefined ? this.snapshot() : undefined
    if (before) this.beginBlock(position)
    const open = this.#open!
    const branch = this.#context(this.stores.working, open.info, position).branch()
    try {
      const value = tapped(this.config.gasTap, 'call', `call by ${this.chainId}`, () => work(branch.ctx))
      branch.write()
      this.#open = { ...open, events: [...open.events, ...branch.ctx.events.events] }
      return value
    } catch (error) {
      branch.discard()
      throw error
    } finally {
      if (before) this.#orRestore(before, () => this.endBlock())
    }
  }

  /** Undoes a block that fails. */
  #orRestore<T>(before: AppSnapshot, work: () => T): T {
    try {
      return work()
    } catch (error) {
      this.restore(before)
      throw error
    }
  }

  /** Runs end blockers, keeps the state as that of the height. @throws UsageError when no block is open */
  endBlock(): Block {
    const open = this.#open
    if (open === undefined) throw new UsageError('no block is open: call beginBlock first')
    const { info, proposal, txs, before } = open
    const ended = this.#runBlockers('EndBlock', info, { txs })
    const consensus = this.#consensus.after(info.height, proposal, ended.updates)
    const { commitment } = this.stores.commit(info.height)
    const seals: Seals = { validators: proposal.roster.validators, consensus: this.#params, proposal }
    const signed = new SignedBlock(seals, open, this.#archive.block(this.#last.height)?.signed, commitment)
    if (before !== this.#paramsContent) this.#params = this.#keptParams!.params(this.stateContext())
    const block: Block = {
      ...info,
      txs,
      events: [...open.events, ...ended.events],
      signed,
      updates: ended.updates,
      params: this.#params,
    }
    this.#consensus = consensus
    // Blocks that are no longer kept must not stay unsigned forever.
    if (signed.pending > this.#keep) void signed.header
    this.#archive.add(block)
    this.#last = open.info
    this.#open = undefined
    for (const listener of this.#listeners) listener(block)
    return block
  }

  /** Calls the listener with every finished block, until the returned function is called. The listener must not use the chain before it has returned. */
  onBlock(listener: (block: Block) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** A copy of the state for checks that follow each other. */
  checkState(): Layer {
    return this.stores.working.copy()
  }

  /** The check before a transaction enters the mempool: all ante steps, on a copy of the state, which a transaction that passes changes. */
  checkTx(bytes: Uint8Array, layer = this.checkState()): TxOutcome {
    const ctx = this.#context(layer, this.#checked, { txBytes: bytes, txIndex: this.#open?.txs.length ?? 0 })
    this.config.beforeTx?.(ctx)
    return tapped(this.config.gasTap, 'ignored', 'check of a transaction', () =>
      checkTx(this.#parts.runner, ctx, { simulate: false, verifySignatures: true }),
    )
  }

  /** Runs a transaction on a copy of the state, or on that of checks, without gas limit, fee check or signatures. Nothing is kept. */
  simulate(bytes: Uint8Array, state = this.stores.working): TxOutcome {
    const layer = state.copy()
    // Without a position in a block: contracts see no transaction.
    const ctx = this.#context(layer, this.#checked, { txBytes: bytes })
    const mode = { simulate: true, verifySignatures: false }
    this.config.beforeTx?.(ctx)
    return tapped(this.config.gasTap, 'ignored', 'simulation', () =>
      runTx(this.#parts.runner, ctx, mode, new InfiniteGasMeter()),
    )
  }

  /**
   * Answers a gRPC query on the state of a finished height (the last one by default; before the first block, on genesis).
   * @throws ChainError sdk/6 for an unknown path, sdk/26 for a height in the future, or as the module reports it; UsageError for a height that is not kept
   */
  query(path: string, request: Uint8Array = NO_BYTES, options: { readonly height?: number } = {}): Uint8Array {
    const handler = this.queries.handler(path)
    if (handler === undefined)
      throw new ChainError({
        ...ErrUnknownRequest,
        log: 'unknown query path: unknown request',
        details: [`path: ${path}`],
      })
    return tapped(this.config.gasTap, 'call', `query on ${this.chainId}`, () =>
      handler(this.queryContext(options.height), request),
    )
  }

  /** A context over a copy of the state of a finished height, for queries: writes to it are lost. */
  queryContext(height?: number): Context {
    if (height !== undefined && height > this.#last.height)
      throw ErrInvalidHeight.error('cannot query with height in the future; please provide a valid height')
    const info = height === undefined ? this.#last : (this.#archive.block(height) ?? { ...this.#last, height })
    const at = height ?? this.stores.latest?.height
    const layer = at === undefined ? this.stores.working.copy() : this.stores.layerAt(at)
    // The proposer is that of the last block at each height. Source: cosmos-sdk v0.54.3 baseapp `CreateQueryContext`
    const { proposer } = this.#last
    return this.#context(layer, {
      chainId: info.chainId,
      height: info.height,
      time: info.time,
      ...(proposer && { proposer }),
    })
  }

  /**
   * A context that writes into the state in progress, for what happens outside of transactions: direct writes of a test, a callback of a relayer.
   * Its gas meter is infinite unless another one is given.
   */
  stateContext(): Context {
    return this.#context(this.stores.working, this.#open?.info ?? this.#last)
  }

  block(height: number): Block | undefined {
    return this.#archive.block(height)
  }
  /** Kept blocks, oldest first, or newest first. */
  blocks(newestFirst = false): Iterable<Block> {
    return this.#archive.blocks(newestFirst)
  }
  /** @param hash in hex, of either case */
  tx(hash: string): TxResult | undefined {
    return this.#archive.tx(hash.toUpperCase())
  }

  /** Costs the same whatever the size of the state; any number may be alive. */
  snapshot(): AppSnapshot {
    return {
      stores: this.stores.snapshot(),
      archive: this.#archive.snapshot(),
      last: this.#last,
      eras: this.#eras,
      open: this.#open,
      started: this.#started,
      genesis: this.#genesis,
      consensus: this.#consensus,
      params: this.#params,
      blockInterval: this.blockInterval,
      running: this.#running,
    }
  }
  /** @param trees for a snapshot that another process has saved: see {@link MultiStore.newestTrees} */
  restore(snapshot: AppSnapshot, trees?: Trees): void {
    // What observers saw of a block that is undone must not be taken for the next one's.
    if (this.#open !== undefined) this.#begun = undefined
    this.#run(snapshot.running)
    this.stores.restore(snapshot.stores, trees)
    this.#archive.restore(snapshot.archive)
    this.#last = snapshot.last
    this.#eras = snapshot.eras
    this.#open = snapshot.open
    this.#started = snapshot.started
    this.#genesis = snapshot.genesis
    this.#consensus = snapshot.consensus
    this.#params = snapshot.params
    this.blockInterval = snapshot.blockInterval
  }

  #deliver(open: OpenBlock, bytes: Uint8Array, options: DeliverOptions): TxResult {
    const index = open.txs.length
    const layer = this.stores.working.branch()
    const { verifySignatures = true, impersonated, light } = options
    const mode: TxMode = { simulate: false, verifySignatures, impersonated, light }
    const { release = SDK_0_53 } = this.config
    const blockGas = blockGasMeter(release.metersBlocks ? blockGasLimit(this.#params) : 0, open.gasUsed)
    let outcome: TxOutcome
    try {
      const ctx = this.#context(layer, open.info, { txBytes: bytes, txIndex: index })
        .withValue(HEADER_INFO, open.header)
        .withValue(BLOCK_TXS, open.txs)
      this.config.beforeTx?.(ctx)
      outcome = blockGas.isOutOfGas
        ? refused(ErrOutOfGas.error('no block gas left to run tx'))
        : tapped(this.config.gasTap, 'call', `transaction on ${this.chainId}`, () =>
            runTx(this.#parts.runner, ctx.withValue(BLOCK_GAS_USED, open.gasUsed), mode, blockGas),
          )
    } catch (error) {
      layer.discard()
      throw error
    }
    layer.write()
    outcome = this.config.afterTx?.(outcome, open.txs) ?? outcome
    const result: TxResult = { ...outcome, height: open.info.height, index, hash: txHash(bytes), bytes }
    this.#open = { ...open, txs: [...open.txs, result], gasUsed: release.metersBlocks ? blockGas.consumed : 0 }
    return result
  }

  #runBlockers(
    mode: 'BeginBlock' | 'EndBlock',
    info: BlockInfo,
    of: Parameters<typeof runBlockers>[3],
  ): ReturnType<typeof runBlockers> {
    return this.stores.working.attempt((layer) =>
      runBlockers(this.#parts.modules, mode, this.#context(layer, info), of),
    )
  }

  get #keptParams(): Module['consensus'] {
    return this.config.modules.find(({ consensus }) => consensus !== undefined)?.consensus
  }

  /** What the store of the consensus params contains: another object after a write. */
  get #paramsContent(): object | undefined {
    const { store } = this.#keptParams ?? {}
    return store === undefined ? undefined : this.stores.content(this.stores.working, store)
  }

  /** The block that checks and simulations see. */
  get #checked(): BlockInfo {
    return this.#open?.info ?? { ...this.#last, height: Math.max(this.#last.height, 1) }
  }

  #context(layer: Layer, block: BlockInfo, { txBytes, txIndex }: TxPlace = {}): Context {
    const { prefix, release, gasTap } = this.config
    const bytes = txBytes !== undefined && { txBytes }
    return newContext(this.stores, layer, {
      block,
      prefix,
      release,
      consensus: this.#params,
      txIndex,
      gasTap,
      ...bytes,
    })
  }
}
