import type { Json } from '../base/json-value.js'
import { NO_BYTES, UsageError } from '../base/index.js'
import {
  App,
  BLOCK_RUNS,
  consensusParams,
  FiniteGasMeter,
  parseAccAddress,
  type AppSnapshot,
  type BlockRunWatch,
  type BlockStage,
  type Context,
  type Module,
  type ReleaseParts,
  type TxOutcome,
  type TxResult,
} from '../chain/index.js'
import { anteSteps, FEE_COLLECTOR, type AnteStep } from '../chain/ante/index.js'
import type { Layer } from '../store/index.js'
import { rfc3339Nano, type Coin, type DecCoins } from '../codec/index.js'
import type { HttpRoute } from '../codec/proto-file/index.js'
import type { Account } from '../modules/auth/index.js'
import { genesisOfConsensus } from '../modules/consensus/index.js'
import { allValidators, consensusKeyOf } from '../modules/staking/index.js'
import type { ContractManagerKeeper } from '../modules/contractmanager/index.js'
import type { FeeRefunderKeeper } from '../modules/feerefunder/index.js'
import { RECEIVER_FAULT, type AcknowledgementBytes } from '../modules/ibc/index.js'
import type { EthereumKeeper } from '../modules/evm/index.js'
import type { InterchainQueriesKeeper } from '../modules/interchainqueries/index.js'
import type { OracleKeeper } from '../modules/oracle/index.js'
import {
  countTx,
  FAULTS,
  type Faults,
  OBSERVER,
  type Observer,
  type WasmKeeper,
  recoveredQuery,
  TX_CONTRACTS,
} from '../modules/wasm/index.js'
import type { ChainOptions, GenesisDocument, GenesisMembers } from './chain-options.js'
import type { BaseKeepers, ChainParts } from './chain-parts.js'
import { merged, unknownParams } from './module-params.js'
import { EVM_MODULE, FAUCET, noContracts, type ContractParts, type SharedParts } from './common/base.js'
import { assertFreeNames, routesOfPlugin } from './plugin/index.js'
import { STAKING_ACCOUNTS } from './staking.js'
import { startGenesis } from './start-genesis.js'
import { ownValidators } from './first-validators.js'
import { startedAlike } from './starts.js'
import type { KnownDoubles, VmWithDoubles } from '../vm/doubles/index.js'
import type { Vm } from '../vm/internal.js'

/** Observes the calls of contracts, and injects faults. */
interface CallHooks {
  readonly observer?: Observer | undefined
  /** Faults to inject. */
  readonly faults?: Faults | undefined
}

/** How often the basic blocks of a code ran. */
export interface CodeCounters {
  /** Hash of the code, in hex. */
  readonly checksum: string
  readonly counters: Uint32Array
}

/** Hooks around what modules do at the beginning or end of a block. */
export interface BlockHooks extends CallHooks {
  readonly runs: BlockRunWatch
}

/** How a transaction of a sandbox is delivered. */
export interface DeliverOptions extends CallHooks {
  readonly observer: Observer
  readonly verifySignatures: boolean
  /** Whose messages run without a signature and a fee. */
  readonly impersonated?: Uint8Array | undefined
  /** Answers the packets of the transaction in place of their applications. */
  readonly receiver?: AcknowledgementBytes | undefined
  /** Leaves out gas, events and checks of the steps before the messages. */
  readonly light?: boolean | undefined
}

/** Gas limit of a block, and so of one transaction. Source: consensus params of the recordings. */
export const MAX_BLOCK_GAS = 100_000_000

/** A chain of a sandbox: the application with its keepers, and what a harness needs besides transactions and queries. */
export class ChainApp {
  readonly options: ChainOptions
  readonly keepers: BaseKeepers
  /** Names of gRPC services that its app registers besides those of all nodes. */
  readonly nodeServices: readonly string[]
  /** Delivers callbacks under the sudo limit and records failures; undefined if the chain has no callbacks. */
  declare readonly contractManager?: ContractManagerKeeper
  /** Knows prices of pairs of assets; undefined if the chain has no oracle. */
  declare readonly oracle?: OracleKeeper
  /** Runs transactions of Ethereum and calls of contracts in Solidity; undefined if the chain has no EVM inside. */
  declare readonly ethereum?: EthereumKeeper
  /** Undefined if contracts cannot register interchain queries. */
  declare readonly interchainQueries?: InterchainQueriesKeeper
  /** Escrows the relayer fees that contracts pay with a transfer; undefined if transfers accept none. */
  declare readonly relayerFees?: FeeRefunderKeeper
  /** The minimum gas prices; undefined if the chain has none. */
  declare readonly minimumGasPrices?: (ctx: Context) => DecCoins
  /** Whether its app takes no transaction without a fee: those of a sandbox that name none pay the least. */
  declare readonly demandsFees?: boolean
  readonly #app: App
  readonly #release: string | undefined
  readonly #later: NonNullable<ChainParts['later']>
  readonly #contracts: ContractParts | undefined
  #delivery: DeliverOptions | undefined

  constructor(common: SharedParts, parts: ChainParts) {
    const { options, keepers, plugins, bindings } = common
    this.options = options
    this.keepers = keepers
    this.#contracts = common.contracts
    this.nodeServices = parts.nodeServices ?? []
    const chainModules = [...common.modules, ...parts.modules]
    assertFreeNames(options.plugins ?? [], chainModules, [
      FEE_COLLECTOR,
      FAUCET,
      EVM_MODULE,
      ...Object.keys(STAKING_ACCOUNTS),
    ])
    for (const plugin of plugins) if (bindings) plugin.bind(bindings)
    const modulesWith = (own: readonly Module[]): readonly Module[] => [
      ...common.modules,
      ...own,
      ...plugins.map(({ module }) => module),
    ]
    const ante = (afterSetUp: readonly AnteStep[] = []): readonly AnteStep[] =>
      parts.ante?.([this.#observe, ...afterSetUp]) ??
      anteSteps({
        accounts: keepers.accounts,
        bank: keepers.bank,
        allowances: keepers.feegrant,
        afterSetUp: [countTx, this.#observe, ...this.#contractsOfTx(), ...afterSetUp],
        fee: parts.fee,
        afterSize: parts.afterSize,
        feeLast: parts.feeLast,
        signModes: parts.signModes,
        unordered: common.unordered,
      })
    this.#release = parts.release
    this.#later = parts.later ?? {}
    const later = Object.entries(this.#later).map(
      ([name, { rules, types, modules, order }]): [string, ReleaseParts] => [
        name,
        { release: rules, types, modules: modulesWith(modules), order, ante: ante(), guard: undefined },
      ],
    )
    this.#app = new App({
      chainId: options.chainId,
      prefix: options.prefix,
      release: common.release,
      types: common.types,
      modules: modulesWith(parts.modules),
      validators: ownValidators(options),
      order: parts.order,
      ante: ante(parts.afterSetUp),
      later: Object.fromEntries(later),
      post: parts.post ?? [],
      guard: parts.guard,
      watched: (ctx, stage) => this.#watched(ctx, stage),
      consensus: { ...(parts.consensus ?? consensusParams(MAX_BLOCK_GAS)), ...options.consensus },
      given: parts.given,
      beforeTx: parts.beforeTx,
      afterTx: parts.afterTx,
      gasTap: common.contracts?.vm.gasTree,
      txIndex: options.txIndex,
      ...(options.keepBlocks !== undefined && { keepBlocks: options.keepBlocks }),
      ...(options.keepHistory !== undefined && { keepHistory: options.keepHistory }),
    })
    common.connect(this.#app)
    this.#app.restore(startedAlike(this.constructor, options, () => this.#start(options)))
  }

  /** The release that runs; undefined for kinds with one. */
  get release(): string | undefined {
    return this.#app.running ?? this.#release
  }
  /** Releases that upgrades lead to from the one that runs, with the names of the plans that each carries out. */
  get upgrades(): ReadonlyMap<string, readonly string[]> {
    const next = this.#app.running === undefined ? Object.entries(this.#later) : []
    return new Map(next.map(([name, { plans }]) => [name, plans]))
  }

  /** Whether it runs CosmWasm contracts. */
  get runsWasm(): boolean {
    return this.#contracts !== undefined
  }
  /** @throws NotSupportedError on a chain without contracts, as the next two */
  get wasm(): WasmKeeper {
    return this.#withContracts.wasm
  }
  /** Runs its contracts. Chains with equal capabilities share one VM in a process. */
  get vm(): Vm {
    return this.#withContracts.vm
  }
  /** Contracts that a test wrote in TypeScript. */
  get doubles(): VmWithDoubles {
    return this.#withContracts.doubles
  }
  /** @throws NotSupportedError on a chain without CosmWasm contracts */
  requireContracts(): void {
    if (!this.runsWasm) noContracts(this.name)
  }
  /** Counters of the basic blocks of contracts' code, by the hash of the code in hex; of an app that counts coverage. */
  get codeCounters(): readonly CodeCounters[] {
    if (!this.runsWasm) return []
    return this.vm.checksums().map((checksum) => ({ checksum, counters: this.vm.coverage(checksum).counters }))
  }
  /** What it knows of doubles; undefined on a chain without contracts, which ignores what it is set to. */
  get knownDoubles(): KnownDoubles | undefined {
    return this.#contracts?.doubles.doubles
  }
  set knownDoubles(known: KnownDoubles | undefined) {
    if (this.#contracts !== undefined && known !== undefined) this.#contracts.doubles.doubles = known
  }
  get #withContracts(): ContractParts {
    return this.#contracts ?? noContracts(this.name)
  }

  /** Those of the release that runs. */
  get modules(): readonly Module[] {
    return this.#app.config.modules
  }
  get baseApp(): App {
    return this.#app
  }
  /** The chain-name segment of REST paths. */
  get name(): string {
    return this.options.name
  }
  get chainId(): string {
    return this.#app.chainId
  }
  get prefix(): string {
    return this.options.prefix
  }
  /** The REST paths of its plug-ins. */
  get routes(): readonly HttpRoute[] {
    return (this.options.plugins ?? []).flatMap(routesOfPlugin)
  }
  get denom(): string {
    return this.options.denom
  }
  /** Height of the last block. */
  get height(): number {
    return this.#app.last.height
  }
  /** Time of the last block in nanoseconds since 1970. */
  get time(): bigint {
    return this.#app.last.time
  }

  /** Delivers a transaction in the block that {@link block} has open, otherwise in a block of its own. */
  deliver(bytes: Uint8Array, options: DeliverOptions): TxResult {
    this.#delivery = options
    try {
      const { verifySignatures, impersonated, light } = options
      return this.#app.deliver(bytes, { verifySignatures, impersonated, light })
    } finally {
      this.#delivery = undefined
    }
  }

  /** Simulates a transaction. The state is unchanged. @param state that it sees; by default that of the chain */
  simulate(bytes: Uint8Array, observer: Observer, state?: Layer): TxOutcome {
    this.#delivery = { observer, verifySignatures: false }
    try {
      return this.#app.simulate(bytes, state)
    } finally {
      this.#delivery = undefined
    }
  }

  /** Does all of `work` in one block. On an error the chain is unchanged. @param time nanoseconds since 1970 */
  block<T>(time: bigint, work: () => T): T {
    const before = this.#app.snapshot()
    try {
      this.#app.beginBlock({ time })
      const result = work()
      this.#app.endBlock()
      return result
    } catch (error) {
      this.#app.restore(before)
      throw error
    }
  }

  /**
   * Runs work that is not a transaction in a block of its own, under a gas limit; the observer sees the calls of contracts. With `tx`, contracts
   * see that transaction in `env`.
   */
  runInBlock<T>(
    work: (ctx: Context) => T,
    options: CallHooks & {
      readonly gasLimit?: number
      readonly tx?: { readonly index: number; readonly bytes: Uint8Array } | undefined
    } = {},
  ): T {
    return this.#app.runInBlock(
      (ctx) => {
        const metered = options.gasLimit === undefined ? ctx : ctx.withGasMeter(new FiniteGasMeter(options.gasLimit))
        return work(hooked(metered, options))
      },
      options.tx && { txIndex: options.tx.index, txBytes: options.tx.bytes },
    )
  }

  /** Makes an empty block. @param time nanoseconds since 1970; the block interval after the last block when left out */
  nextBlock(time?: bigint): void {
    this.block(time ?? this.#app.nextTime, () => undefined)
  }

  /** The last state, for reading. */
  get context(): Context {
    return this.#app.queryContext()
  }

  account(address: Uint8Array): Account | undefined {
    return this.keepers.accounts.get(this.context, address)
  }

  /** Creates the account unless it exists. */
  openAccount(ctx: Context, address: Uint8Array): void {
    if (!this.keepers.accounts.has(ctx, address)) this.keepers.accounts.open(ctx, address)
  }

  /** Mints coins, which increases the supply and calls no hooks. @throws ChainError for invalid coins */
  mint(ctx: Context, to: Uint8Array, coins: readonly Coin[]): void {
    this.keepers.plainBank.mint(ctx, FAUCET, coins)
    this.keepers.plainBank.sendFromModule(ctx, FAUCET, to, coins)
  }

  /** @throws ChainError for a string that is not an address of this chain */
  address(text: string): Uint8Array {
    return parseAccAddress(this.prefix, text)
  }

  /** The label of a CosmWasm contract; undefined when the address has none. @throws ChainError as {@link address} */
  labelOf(contract: string): string | undefined {
    return this.#contracts?.wasm.contractInfo(this.context, this.address(contract))?.label
  }

  /** @param observer follows the calls of contracts @throws ChainError of the contract or the chain */
  querySmart(contract: string, message: Uint8Array, observer?: Observer): Uint8Array {
    const { context, wasm } = this
    const watched = observer === undefined ? context : context.withValue(OBSERVER, observer)
    const meter = new FiniteGasMeter(wasm.queryGasLimit)
    const ctx = watched.withGasMeter(meter)
    const { gasTree } = this.vm
    const depth = gasTree?.begin(`query on ${this.chainId}`)
    try {
      return wasm.contracts.querySmart(ctx, this.address(contract), message) ?? NO_BYTES
    } catch (error) {
      throw recoveredQuery(error, meter)
    } finally {
      if (depth !== undefined) gasTree?.end(depth)
    }
  }

  balances(address: string): readonly Coin[] {
    return this.keepers.bank.balances(this.context, this.address(address))
  }

  /** Sets params of a module, in the chain's JSON form; omitted members keep their values. @returns all params @throws UsageError */
  setParams(name: string, changes: Readonly<Record<string, Json>>): Json {
    const params = this.modules.find((module) => module.name === name)?.params
    if (!params) throw unknownParams(name, this.modules)
    return this.runInBlock((ctx) => {
      params.set(ctx, merged(name, params.get(ctx), changes))
      return params.get(ctx)
    })
  }

  /**
   * Writes one record straight into the state, with its indexes, in a block of its own. @param kind of the module's records
   * @param record in the form that it has in genesis @throws UsageError for an unknown kind or an invalid record
   */
  putRecord(name: string, kind: string, record: Json): void {
    const known = this.modules.flatMap((module) => Object.keys(module.put ?? {}).map((of) => `${module.name} ${of}`))
    const put = this.modules.find((module) => module.name === name)?.put
    const write = put !== undefined && Object.hasOwn(put, kind) ? put[kind] : undefined
    if (write === undefined)
      throw new UsageError(`${this.name} has no writable records "${name} ${kind}"`, {
        details: [`records: ${known.join(', ')}`],
      })
    this.runInBlock((ctx) => write(ctx, record))
    // A validator that a test wrote into the state has a node, as those of the genesis do.
    if (name === 'staking' && kind === 'validator') this.#standIn(this.context)
  }

  #standIn(ctx: Context): void {
    const { consensus } = this.#app
    const keys = allValidators(ctx).map(({ consensusPubkey }) => consensusKeyOf(consensusPubkey))
    const nodes = keys.reduce((known, key) => known.standingIn(key), consensus.nodes)
    if (nodes !== consensus.nodes) this.#app.consensus = consensus.withNodes(nodes)
  }

  /**
   * The state after the last block as a genesis from which a chain can continue, in the form that the chain's `export` command writes.
   * A genesis has no place for blocks, transactions and the position of the next transaction in its block.
   * @throws NotSupportedError if a proposal has a message whose JSON form is unknown
   */
  exportGenesis(): GenesisDocument {
    return {
      app_name: this.name,
      app_version: '',
      genesis_time: rfc3339Nano(this.time),
      chain_id: this.chainId,
      initial_height: this.height + 1,
      app_hash: null,
      consensus: {
        params: genesisOfConsensus(this.#app.seals.consensus, this.#app.config.release?.hasConsensusAuthority === true),
      },
      app_state: this.#app.exportGenesis() as GenesisMembers,
    }
  }

  snapshot(): AppSnapshot {
    return this.#app.snapshot()
  }
  restore(snapshot: AppSnapshot): void {
    this.#app.restore(snapshot)
  }

  /** Genesis and the first block; a forked chain continues after the block of the live one. */
  #start({ genesisTime, genesisHeight = 0, fork }: ChainOptions): AppSnapshot {
    if (fork !== undefined) {
      fork.open(this.#app.stores.names)
      this.#app.startAfter({ ...fork.point, baseOf: (store) => fork.base(store) })
      return this.#app.snapshot()
    }
    this.#app.initChain(
      startGenesis(this.options, this.modules, ownValidators(this.options), this.#app.config.release!.tokensPerPower),
      {
        time: genesisTime,
        height: genesisHeight,
      },
    )
    this.#app.beginBlock({ time: genesisTime + 1_000_000_000n })
    this.#app.endBlock()
    return this.#app.snapshot()
  }

  #watched(ctx: Context, stage: BlockStage): Context {
    const hooks = this.options.watchBlocks?.(stage)
    return hooks === undefined ? ctx : hooked(ctx.withValue(BLOCK_RUNS, hooks.runs), hooks)
  }

  readonly #observe: AnteStep = (ctx) => {
    if (this.#delivery === undefined) return ctx
    const { receiver } = this.#delivery
    const observed = hooked(ctx, this.#delivery)
    return receiver === undefined ? observed : observed.withValue(RECEIVER_FAULT, receiver)
  }

  #contractsOfTx(): readonly AnteStep[] {
    return this.options.txContracts ? [(ctx) => ctx.withValue(TX_CONTRACTS, new Set())] : []
  }
}

function hooked(ctx: Context, { observer, faults }: CallHooks): Context {
  const observed = observer === undefined ? ctx : ctx.withValue(OBSERVER, observer)
  return faults === undefined ? observed : observed.withValue(FAULTS, faults)
}
