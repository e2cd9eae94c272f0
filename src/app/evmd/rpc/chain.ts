import { carriedIn, enveloped } from '../../../modules/evm/index.js'
import type { Block } from '../../../chain/index.js'
import { decimalTruncate } from '../../../codec/index.js'
import {
  Blockchain,
  Budgets,
  Events,
  feeCap,
  forksFrom,
  hex,
  initialSettings,
  keccak256,
  Keystore,
  refuse,
  resolveOptions,
  TRAITS,
  TxPool,
  unhex,
  type ChainBlock,
  type Hex,
  type NodeChain,
  type PoolContext,
  type SignedTransaction,
  type StateView,
  type Turn,
} from '../../../evm/inside.js'
import type { EvmdApp } from '../app.js'
import { denomOf } from '../commit.js'
import { ethereumBlock } from './blocks.js'
import type { EvmdNodeOptions } from './options.js'
import { viewOf } from './view.js'

/** The blocks and accounts of a chain that has the EVM inside, as a node of Ethereum knows them. */
export class InsideChain implements NodeChain {
  readonly options: NodeChain['options']
  readonly traits = TRAITS['cosmos-evm']
  readonly forks: NodeChain['forks']
  readonly blocks = new Blockchain()
  readonly pool = new TxPool()
  readonly events = new Events()
  readonly budgets: Budgets
  readonly keystore: Keystore
  readonly app: EvmdApp
  readonly #deliver: EvmdNodeOptions['deliver']
  readonly #withdraw: NonNullable<EvmdNodeOptions['withdraw']>
  /** The chain's own blocks, by height. */
  readonly #shown = new Map<number, Block>()
  readonly #views = new WeakMap<ChainBlock, StateView>()
  /** Those in the pool that the owner of the chain has. */
  readonly #handed = new Set<Hex>()
  #isStarted = false

  constructor({
    app,
    deliver,
    withdraw = () => undefined,
    keys = () => new Map(),
    namespaces,
    clientVersion,
    limits,
  }: EvmdNodeOptions) {
    this.app = app
    this.#deliver = deliver
    this.#withdraw = withdraw
    this.options = resolveOptions({
      profile: 'cosmos-evm',
      chainId: app.evmChainId,
      denom: app.denom,
      ...(namespaces && { namespaces }),
      ...(clientVersion !== undefined && { clientVersion }),
      ...(limits && { limits }),
    })
    this.forks = forksFrom(app.evmChainId, this.options.hardfork)
    this.budgets = new Budgets(this.options.limits.answerSize)
    this.keystore = new Keystore([], () => this.now(), keys)
  }

  get settings(): NodeChain['settings'] {
    return initialSettings(this.options, this.blocks.head.block.header.gasLimit)
  }

  now(): bigint {
    return this.app.time / 1_000_000_000n
  }

  view(block: ChainBlock): StateView {
    let view = this.#views.get(block)
    if (view === undefined)
      this.#views.set(block, (view = viewOf(this.app.state, this.app.baseApp.queryContext(block.version))))
    return view
  }

  poolContext(): PoolContext {
    const { head } = this.blocks
    const { number, timestamp, gasLimit } = head.block.header
    return { common: this.forks.at(number, timestamp), gasLimit, minimumTip: 0n, state: this.view(head) }
  }

  /** Source: cosmos/evm v0.7.3 rpc/backend/chain_info.go, x/vm/keeper/grpc_query.go `TraceCall`, whose context has no limit of blocks. */
  readonly feeMarket: NonNullable<NodeChain['feeMarket']> = {
    rules: (block) => {
      const { elasticityMultiplier, baseFeeChangeDenominator, minGasPrice } = this.#feesAfter(block)
      return {
        elasticity: elasticityMultiplier,
        changeDenominator: baseFeeChangeDenominator,
        leastPrice: minGasPrice,
      }
    },
    tracedBaseFee: (block) => {
      const fee = this.app.feemarket.calculated(this.app.baseApp.queryContext(block.version), undefined)
      return fee === undefined ? (block.block.header.baseFeePerGas ?? 0n) : decimalTruncate(fee)
    },
  }
  #feesAfter(block: ChainBlock) {
    return this.app.feemarket.params(this.app.baseApp.queryContext(block.version))
  }

  /** Adds a transaction to the pool, and hands over what can be in a block. @throws RpcError when the pool refuses it, or the chain does */
  async send(turn: Turn, transaction: SignedTransaction): Promise<Hex> {
    const before = this.pool.snapshot()
    const pooled = this.pool.add(transaction, this.poolContext())
    turn.place()
    for (const replaced of before)
      if (this.pool.get(replaced.hash) === undefined && this.#handed.delete(replaced.hash))
        this.#withdraw(this.envelope(replaced))
    this.events.emit('pending', pooled)
    const refused = new Map<Hex, string>()
    for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#handOver(next, refused)
    const reason = refused.get(pooled.hash)
    if (reason !== undefined) throw refuse(reason)
    return pooled.hash
  }

  /** The next transaction of the pool that a block can have and the owner does not. */
  #next(): SignedTransaction | undefined {
    const { head } = this.blocks
    return this.pool
      .best(this.view(head), head.block.header.baseFeePerGas ?? 0n)
      .find(({ hash }) => !this.#handed.has(hash))
  }

  /** @param refused gets the reason, by hash, of one that the chain refuses */
  async #handOver(transaction: SignedTransaction, refused: Map<Hex, string>): Promise<void> {
    const { hash } = transaction
    const bytes = this.envelope(transaction)
    this.#handed.add(hash)
    const { code, log } = this.#check(transaction, bytes)
    try {
      if (code !== 0) throw refuse(log)
      await this.#deliver(bytes)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      this.#drop(hash, 'shortMessage' in error ? String(error.shortMessage) : error.message, refused)
      return
    }
    this.catchUp(refused)
  }

  #drop(hash: Hex, reason: string, refused?: Map<Hex, string>): void {
    this.#handed.delete(hash)
    this.pool.drop(hash, reason)
    refused?.set(hash, reason)
  }

  /** Checks a transaction after those of its sender that come before it. */
  #check({ from, tx }: SignedTransaction, bytes: Uint8Array) {
    const { baseApp } = this.app
    const layer = baseApp.checkState()
    const own = this.pool.content(this.view(this.blocks.head)).pending.get(from) ?? []
    for (const earlier of own) if (earlier.nonce < tx.nonce) baseApp.checkTx(this.envelope(earlier), layer)
    return baseApp.checkTx(bytes, layer)
  }

  /** The transaction of the chain around one of Ethereum's. */
  envelope({ tx, from }: SignedTransaction): Uint8Array {
    const denom = denomOf(this.app.evm, this.app.context)
    return enveloped({
      from: unhex(from),
      raw: tx.serialize(),
      fee: { denom, amount: feeCap(tx) * tx.gasLimit },
      gasLimit: tx.gasLimit,
    })
  }

  /** Learns of what the chain did since: of new blocks, and of a return to earlier ones. @param refused gets the reasons of transactions that blocks refused */
  catchUp(refused?: Map<Hex, string>): void {
    const { baseApp } = this.app
    const { blocks } = this
    const last = baseApp.last.height
    while (blocks.size > 0 && baseApp.block(blocks.head.version) !== this.#shown.get(blocks.head.version))
      this.#forget()
    if (blocks.size > 0 && blocks.head.version === last) return
    const kept = baseApp.blocks()[Symbol.iterator]().next().value?.height ?? last
    // What is between is no longer kept.
    while (blocks.size > 0 && blocks.head.version < kept - 1) this.#forget()
    const first = blocks.size > 0 ? blocks.head.version + 1 : kept
    for (let height = first; height <= last; height++) this.#append(baseApp.block(height)!, refused)
    for (const { version } of blocks.keep(last - kept + 1)) this.#shown.delete(version)
    if (this.pool.size > 0) this.#prune()
    this.#isStarted = true
  }

  #append(block: Block, refused: Map<Hex, string> | undefined): void {
    const common = this.forks.at(BigInt(block.height), block.time / 1_000_000_000n)
    const appended = this.blocks.append(ethereumBlock(this.app, block, common, (hash) => this.pool.get(hash)))
    this.#shown.set(block.height, block)
    for (const { hash } of appended.receipts) {
      this.pool.remove(hash)
      this.#handed.delete(hash)
    }
    if (this.#handed.size > 0)
      for (const { code, log, bytes } of block.txs)
        if (code !== 0) for (const { raw } of carriedIn(bytes)) this.#drop(hex(keccak256(raw)), log, refused)
    if (this.#isStarted) this.events.emit('block', appended)
  }

  #forget(): void {
    this.#shown.delete(this.blocks.head.version)
    this.blocks.truncate(this.blocks.head.number - 1n)
  }

  #prune(): void {
    this.pool.prune(this.poolContext())
    for (const hash of this.#handed) if (this.pool.get(hash) === undefined) this.#handed.delete(hash)
  }
}
