import type { Common } from '@ethereumjs/common'
import { getActivePrecompiles } from '@ethereumjs/evm'
import { createVM, type VM } from '@ethereumjs/vm'
import type { Forks } from '../rules/forks.js'
import type { Hex } from '../hex.js'
import type { Execution } from '../options/options.js'
import type { Traits } from '../options/traits.js'
import { StateManager } from '../state/manager.js'
import { State } from '../state/state.js'
import { FastEVM } from './fast/evm.js'
import type { Table } from './fast/table.js'
import { Interruption, type TimeLimit } from './interruption.js'
import { Stop } from '../errors.js'
import { withSigners } from './signers.js'

/** Hash of the block at a height, for the opcode BLOCKHASH; undefined when there is no such block. */
export type BlockHashes = (number: bigint) => Uint8Array | undefined

/** Overrides of ECRECOVER's results; see {@link withSigners}. */
export type Signers = () => ReadonlyMap<Hex, Hex>

/** Judges a transaction by the state after it, and throws if that may not be. */
export type Judge = (state: State) => void

const NO_HASH = new Uint8Array(32)
const NO_SIGNERS: ReadonlyMap<Hex, Hex> = new Map()

/**
 * A VM and its current state. It runs one thing at a time: its journal and its transient storage
 * belong to what runs.
 */
export class Executor {
  readonly vm: VM
  readonly traits: Traits
  readonly interruption: Interruption
  readonly #manager: StateManager
  readonly #canonical: BlockHashes
  /** The source of BLOCKHASH: the chain's own blocks, unless a simulation has others. */
  #blockHashes: BlockHashes
  /** Precompiled contracts of the fork, even while others are in use. */
  precompiles: ReturnType<typeof getActivePrecompiles>
  /** The rules in use, as a value that headers and blocks may share: those of the VM itself change with the fork. */
  rules: Common
  #moved = false
  #judge: Judge | undefined
  readonly #signers: Signers

  private constructor(
    vm: VM,
    traits: Traits,
    manager: StateManager,
    interruption: Interruption,
    canonical: BlockHashes,
    signers: Signers,
  ) {
    this.vm = vm
    this.traits = traits
    this.interruption = interruption
    this.#manager = manager
    this.#canonical = canonical
    this.#blockHashes = canonical
    this.#signers = signers
    this.precompiles = vm.evm.precompiles
    this.rules = vm.common
  }

  static async create(
    forks: Forks,
    blockHashes: BlockHashes,
    traits: Traits,
    execution: Execution = 'quick',
    signers: Signers = () => NO_SIGNERS,
  ): Promise<Executor> {
    const manager = new StateManager(new State())
    const blockchain = {
      getBlock: (number: number) => Promise.resolve({ hash: () => executor.#blockHashes(BigInt(number)) ?? NO_HASH }),
      putBlock: () => Promise.resolve(),
      shallowCopy: () => blockchain,
    }
    const common = forks.copy()
    const interruption = new Interruption()
    const evm = await FastEVM.create({ common, stateManager: manager, blockchain }, execution, interruption)
    const vm = await createVM({ common, stateManager: manager, blockchain, evm })
    const executor = new Executor(vm, traits, manager, interruption, blockHashes, signers)
    vm.events.on('afterTx', () => executor.#judge?.(executor.state))
    return executor
  }

  get evm(): FastEVM {
    return this.vm.evm as FastEVM
  }

  get state(): State {
    return this.#manager.state
  }

  /** From now on it works on this state under the rules of this fork. */
  use(state: State, common: Common): this {
    this.#manager.state = state
    this.rules = common
    this.vm.common.setHardfork(common.hardfork())
    this.#blockHashes = this.#canonical
    const hasSigners = this.#signers().size > 0
    if (this.#moved || hasSigners) this.usePrecompiles(getActivePrecompiles(this.vm.common))
    this.#moved = hasSigners
    this.precompiles = this.evm.precompiles
    return this
  }

  /** Runs a transaction whose sender may be a contract, which the rules do not allow (EIP-3607). */
  async fromAnyone<T>(sender: Hex, job: () => Promise<T>): Promise<T> {
    this.#manager.allowSender(sender)
    try {
      return await job()
    } finally {
      this.#manager.allowSender(undefined)
    }
  }

  /** Whether a transaction that runs now is {@link judged}. */
  get isJudged(): boolean {
    return this.#judge !== undefined
  }

  /** Runs a transaction, which fails without any effect if the judge throws. */
  async judged<T>(judge: Judge, job: () => Promise<T>): Promise<T> {
    this.#judge = judge
    try {
      return await job()
    } finally {
      this.#judge = undefined
    }
  }

  /** Other hashes for BLOCKHASH than those of the chain's blocks, until the next {@link use}. */
  useBlockHashes(blockHashes: BlockHashes): void {
    this.#blockHashes = blockHashes
  }

  /** Other precompiled contracts than those of the fork, until the next {@link use}. */
  usePrecompiles(precompiles: ReturnType<typeof getActivePrecompiles>): void {
    // The library reads the map that it exposes, and makes a new one for each fork.
    const used = this.evm.precompiles
    const wanted = [...withSigners(precompiles, this.#signers())]
    if (this.precompiles === used) this.precompiles = new Map(used)
    used.clear()
    for (const [address, contract] of wanted) used.set(address, contract)
    this.#moved = true
  }
}

/** Executors for calls, so that a long call does not block others. Created on demand, then kept. */
export class Executors {
  readonly #idle: Executor[] = []
  /** The quick loop's tables of the forks that were in use. */
  readonly #rules = new Map<string, Table | undefined>()
  readonly #create: () => Promise<Executor>

  constructor(create: () => Promise<Executor>) {
    this.#create = create
  }

  /** The quick loop's table of a fork; undefined until something ran under it, and if the library must run everything. */
  rulesOf(common: Common): Table | undefined {
    return this.#rules.get(common.hardfork())
  }

  /** @throws Stop (-32000) when it takes longer than the limit */
  async run<T>(state: State, common: Common, limit: TimeLimit, job: (executor: Executor) => Promise<T>): Promise<T> {
    const executor = this.#idle.pop() ?? (await this.#create())
    let stopped = false
    try {
      return await executor.interruption.over(limit, () => {
        executor.use(state, common)
        this.#rules.set(common.hardfork(), executor.evm.rules)
        return job(executor)
      })
    } catch (error) {
      stopped = error instanceof Stop
      throw error
    } finally {
      if (!stopped) this.#idle.push(executor)
    }
  }
}
