import { errorsAtCallersLine, strictArguments, UsageError } from '../../base/index.js'
import type { EvmNode } from '../../evm/index.js'
import { afterwards, noting } from '../actions/around.js'
import { ActionLog, type Ended } from '../actions/log.js'
import type { Action, ActionInput, ActionOf } from '../actions/schema.js'
import type { CallbackMessageInput } from '../tx/callback-message.js'
import type { Contract } from './contract.js'
import { EvmJournal, type EvmLogger } from '../host/evm-link/journal.js'
import { refuseHostUse } from '../actions/host-use.js'
import { parseAction } from '../actions/parse.js'
import type { Outcome, Outcomes } from '../actions/outcome.js'
import type { Repeated } from '../actions/repeat.js'
import { isLogged, performers, type World } from '../actions/perform.js'
import { QueryRelayer } from './query-relayer.js'
import { rehearse } from '../record/rehearse.js'
import { headsOf } from '../record/heads.js'
import { Recording, type RecordOptions } from '../record/recording.js'
import type { SandboxParts } from './parts.js'
import { openChannels } from '../relayer/open-channels.js'
import { Relayer } from './relayer.js'
import type { TxResult } from '../tx/result.js'
import { SHOWN } from '../values/shown.js'
import type { SandboxServer, ServeOptions } from './serve.js'
import type { Json } from '../values/values.js'
import type { UsualChain } from './kinds.js'
import { linkBetween, type ChainLink } from './links.js'
import { SavedStates } from '../record/saved-states.js'
import { Snapshots } from './snapshots.js'
import { SandboxChain, type CallbackOptions } from './chain.js'

/** How often the basic blocks of one contract's code ran on one chain. */
export interface CodeCoverage {
  readonly chain: string
  /** SHA-256 of the code, in hex; Keccak-256 of that of a contract in Solidity. */
  readonly checksum: string
  /** One counter per block, live and shared by all sandboxes of the process that count; they wrap around at 2^32. */
  readonly counters: Uint32Array
}

/** How a sandbox was made, for its recordings. */
export interface Origin {
  /** In JSON, without plug-ins. */
  options(): Json
  /** Names of plug-ins, by chain. */
  readonly plugins: { readonly [chain: string]: readonly string[] }
  readonly links: readonly ChainLink[]
  /** From now on keeps in a folder what its forked chains read, with what they have read so far. */
  keepForks(folder: string): void
  /** Another one, made the same way. */
  again(): Sandbox
}

/** Synchronous actions; the others wait for the EVM. */
type Immediate = Exclude<Action['action'], 'evm' | 'repeat'>

/** What happened to a sandbox: an action ended (one of those that change something), a snapshot was taken or forgotten, or one was restored. */
export type SandboxChange = 'action' | 'snapshot' | 'restore'

/** What a sandbox consists of. */
interface SandboxInit extends Pick<World, 'hosts' | 'files' | 'relayer' | 'queryRelayer'> {
  readonly origin: Origin
}

/**
 * Chains, the relayers between them, and the log of actions. Made by `createSandbox()`.
 * @typeParam Name names of its chains
 */
export class Sandbox<Name extends string = UsualChain> {
  static {
    strictArguments(this, 'Sandbox')
    errorsAtCallersLine(this)
  }

  readonly chains: { readonly [Key in Name]: SandboxChain }
  /** Carries packets between the chains: on request, or automatically with the option `relayer: 'automatic'`. */
  readonly relayer: Relayer
  /** Delivers results of interchain queries: on request, or automatically with the option `queryRelayer: 'automatic'`. */
  readonly queryRelayer: QueryRelayer
  readonly #world: World
  /** What actions on the {@link World.light | light path} work on. */
  readonly #light: World
  readonly #byKey: ReadonlyMap<string, SandboxChain>
  readonly #servers: { close(): Promise<void> }[] = []
  readonly #recordings: Recording[] = []
  #keepsResults = false
  #ended: Promise<never> | undefined
  readonly #origin: Origin
  readonly #listeners = new Set<(change: SandboxChange) => void>()
  readonly #log = new ActionLog()
  readonly #snapshots = new Snapshots(this.#log)
  readonly #evmJournal = new EvmJournal({
    push: (action) => this.#pushRequest(action),
    follow: () => this.#follow(),
  })

  /** @param partsWith makes the parts, whose EVMs write to the journal */
  constructor(partsWith: (journal: EvmJournal) => SandboxInit) {
    const { hosts, files, relayer, queryRelayer, origin } = partsWith(this.#evmJournal)
    this.#origin = origin
    this.#byKey = new Map([...hosts].map(([key, host]) => [key, new SandboxChain(this, key, host)]))
    this.chains = Object.fromEntries(this.#byKey) as Sandbox<Name>['chains']
    this.relayer = new Relayer(this, relayer)
    this.queryRelayer = new QueryRelayer(this, queryRelayer)
    this.#world = {
      files,
      relayer,
      queryRelayer,
      hosts,
      host: (key) => (this.#byKey.get(key) ?? unknownChain(key, [...this.#byKey.keys()])).host,
      light: false,
      perform: (action) => this.#perform(action),
    }
    this.#light = { ...this.#world, light: true, perform: (action) => this.#perform(action, this.#light) }
  }

  /** For `console.log`. */
  [SHOWN](): string {
    const chains = [...this.#byKey.values()].map((chain) => `\n  ${chain[SHOWN]()}`)
    return `Sandbox with ${this.log.length} actions in its log${chains.join('')}`
  }

  /** The EVM of the first chain that has one. It starts on first use. @throws UsageError when none has */
  get evm(): EvmNode {
    const chain = [...this.#byKey.values()].find(({ host }) => host.evmLink !== undefined)
    if (chain !== undefined) return chain.evm
    throw new UsageError('no chain of this sandbox has an EVM', { details: ["right: a chain of kind 'neutron'"] })
  }

  /** The chain of that name; undefined when there is none. */
  chain(key: string): SandboxChain | undefined {
    return this.#byKey.get(key)
  }

  /** The links between the chains that were there from the start, in the order of the option `links`. */
  get links(): readonly ChainLink[] {
    return this.#origin.links
  }

  /**
   * The first of the {@link links} between two chains: `sandbox.link('hub', 'osmo').channels.hub` is the transfer channel on the hub.
   * @throws UsageError when they are not linked
   */
  link(one: Name, other: Name): ChainLink {
    return linkBetween(this.links, one, other)
  }

  /** All actions that change something, in order, failed ones included. */
  get log(): readonly Action[] {
    return this.#log.actions
  }

  /**
   * Runs one action. @throws UsageError for an invalid action, TxError for a transaction or callback that failed, ChainError for a query
   * that was refused, RpcError of the EVM.
   */
  async perform<Name extends Action['action']>(input: Extract<ActionInput, { action: Name }>): Promise<Outcomes[Name]> {
    return this.#ended ?? (this.#run(parseAction(input)) as Promise<Outcomes[Name]>)
  }

  /** {@link perform} for actions that complete synchronously. */
  performNow<Name extends Immediate>(input: Extract<ActionInput, { action: Name }>): Outcomes[Name] {
    return this.#run(parseAction(input)) as Outcomes[Name]
  }

  /** {@link performNow} for an action that is already in the schema's output form, as the sandbox's own methods build it. */
  performKnown<Name extends Immediate>(action: ActionOf<Name>): Outcomes[Name] {
    return this.#run(action) as Outcomes[Name]
  }

  /** An action in the schema's output form, on the {@link World.light | light path}. @internal */
  performLightly(action: Action): Outcome | Promise<Outcome> {
    return this.#run(action, this.#light)
  }

  /** {@link perform} for an action in the schema's output form. @internal */
  performPlain(action: ActionOf<'tx'>): TxResult | Promise<never> {
    return this.#ended ?? (this.#run(action) as TxResult)
  }

  /**
   * Runs one action a number of times; the log has it as one. Stops at the first run that the chain or the EVM refuses, unless `onError` is
   * `'continue'`. @throws RepeatError (a `TxError` with what ran before) when a transaction or callback failed; any other refusal is thrown as it is
   */
  async repeat(
    times: number,
    action: Exclude<ActionInput, { action: 'repeat' }>,
    options: { readonly onError?: 'stop' | 'continue' } = {},
  ): Promise<Repeated> {
    return this.perform({ action: 'repeat', times, do: action, ...options })
  }

  /** Calls the contract back as its chain does. See {@link SandboxChain.callback}. */
  async callback(contract: Contract, message: CallbackMessageInput, options: CallbackOptions = {}): Promise<TxResult> {
    return contract.chain.callback(contract, message, options)
  }

  /**
   * Coverage counters of all stored codes, and of the contracts in Solidity that ran. Needs `createSandbox(options, { coverage: true })`.
   * @throws UsageError when the sandbox was made without that option
   */
  coverage(): readonly CodeCoverage[] {
    return [...this.#world.hosts].flatMap(([chain, { app }]) => {
      if (app.options.vms?.observed.coverage !== true)
        throw new UsageError('this sandbox does not record coverage', {
          details: ['right: createSandbox(options, { coverage: true })'],
        })
      return app.codeCounters.map((one) => ({ chain, ...one }))
    })
  }

  /** Moves every chain's clock by a number of seconds and makes one block on each. @returns their heights, and what modules did in them by themselves */
  advance(seconds: number | bigint): Outcomes['advance'] {
    return this.performNow({ action: 'advance', seconds })
  }

  /** Saves everything: chains, EVM, names, log. @returns an id for {@link restore}; any number of snapshots may exist. */
  async snapshot(): Promise<number> {
    await (this.#ended ?? this.#idle())
    const id = this.#snapshots.take(this.#world)
    this.#notify('snapshot')
    return id
  }

  /** Goes back to a snapshot, any number of times. @throws UsageError for an unknown id. */
  async restore(id: number): Promise<void> {
    const saved = this.#snapshots.find(id)
    await (this.#ended ?? this.#idle())
    this.#snapshots.restore(this.#world, saved)
    this.#notify('restore')
  }

  /** Releases a snapshot and its memory. @throws UsageError for an unknown id. */
  forget(id: number): void {
    this.#snapshots.forget(id)
    this.#notify('snapshot')
  }

  /**
   * Records everything that is done to the sandbox, since it was created, as a fixture that replays it. `save()` of the recording writes it, and so
   * does {@link close}. Results are kept from this call on; earlier actions are run once more for the fixture. If the sandbox is also changed in ways
   * that are not actions, start the recording before them.
   * @param name a path that ends in `.json`, `.yaml` or `.yml`; or a name, for `fixtures/<name>.json`
   */
  record(name: string, options: RecordOptions = {}): Recording {
    const recording = this.#recording(name, options)
    this.keepResults()
    this.#recordings.push(recording)
    return recording
  }

  /** Keeps the results of actions from now on, for a recording that begins later. @internal */
  keepResults(): void {
    this.#keepsResults = true
  }

  #recording(name: string, options: RecordOptions): Recording {
    return new Recording(
      {
        ...this.#origin,
        files: this.#world.files,
        entries: () => this.#log.entries(),
        last: () => this.#log.snapshot(),
        onChange: (listener) => this.onChange(listener),
        rehearse: (actions) => rehearse({ again: () => this.#again() }, actions),
        heads: () => [...this.#byKey.keys()].flatMap((chain) => headsOf(chain, this.log)),
        perform: async (action): Promise<Ended> => ({ outcome: await this.#perform(action) }),
        settled: () => this.#settled(),
      },
      name,
      options,
    )
  }

  /**
   * Opens the ports of all chains and of their EVMs for real clients; transactions that come in are checked with their signatures, run at once
   * and logged. {@link close} closes the ports. @throws UsageError when an address cannot be listened on
   */
  async serve(options: ServeOptions = {}): Promise<SandboxServer> {
    // Loaded late: most sandboxes open no port.
    const { serveSandbox } = await import('./serve.js')
    const server = await serveSandbox(this.#byKey, options, (action) => this.performKnown(action))
    this.#servers.push(server)
    return server
  }

  /** Calls the listener after each change, until the returned function is called. The listener must not act on the sandbox. */
  onChange(listener: (change: SandboxChange) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** For saving its state in pieces, or resuming at a saved one. @param file see {@link SavedStates} @internal */
  savedStates(file: string): SavedStates {
    return new SavedStates({ ...this.#world, log: this.#log }, file)
  }

  /** For the explorer, see {@link SandboxParts}. @internal */
  parts(): SandboxParts {
    return {
      hosts: this.#world.hosts,
      files: this.#world.files,
      chains: this.#world.relayer.chains,
      channels: () => openChannels(this.#world.hosts, this.#world.relayer.chains, this.links),
      journeys: () => this.relayer.journeys,
      served: (chain) => this.#byKey.get(chain)!.served,
      automatic: () => [this.relayer.automatic, this.queryRelayer.automatic],
      actions: () => this.log.length,
      perform: async (action) => this.#run(action) as never,
      snapshots: () => this.#snapshots.list(),
      snapshot: () => this.snapshot(),
      restore: (id) => this.restore(id),
      forget: (id) => this.forget(id),
      recording: (file, options) => this.#recording(file, options),
      onChange: (listener) => this.onChange(listener),
      closeToo: (server) => void this.#servers.push(server),
    }
  }

  /** Nothing that is awaited of it from now on settles: a test that timed out in a loop stops there, and does not act alongside the next one. @internal */
  end(): void {
    this.#ended ??= new Promise(() => undefined)
  }

  /** Closes ports and the EVM, and writes recordings. @throws UsageError when a recording cannot be written */
  async close(): Promise<void> {
    for (const server of this.#servers.splice(0)) await server.close()
    try {
      for (const recording of this.#recordings.splice(0)) await recording.save()
    } finally {
      for (const chain of this.#byKey.values()) await chain.close()
    }
  }

  /** EVMs run concurrently with the actions: requests may be in progress. */
  async #idle(): Promise<void> {
    const { turns } = this.#evmJournal
    for (let work = turns.idle(); work !== undefined; work = turns.idle()) await work
  }

  /** Waits for requests in progress, and until the EVMs have caught up with their chains. */
  async #settled(): Promise<void> {
    await this.#idle()
    for (const host of this.#world.hosts.values()) await host.settled()
  }

  #run(action: Action, world = this.#world): Outcomes[Action['action']] | Promise<Outcomes[Action['action']]> {
    const entry = isLogged(action) ? this.#log.push(action) : undefined
    const keeps = this.#keepsResults
    if (entry === undefined || (!keeps && this.#listeners.size === 0)) return this.#perform(action, world)
    const run = (): Outcome | Promise<Outcome> =>
      keeps ? noting(entry, () => this.#perform(action, world)) : this.#perform(action, world)
    return afterwards(run, () => this.#notify('action'))
  }

  /** The action and what follows from it. */
  #perform(action: Action, world = this.#world): Outcomes[Action['action']] | Promise<Outcomes[Action['action']]> {
    refuseHostUse(action, world.files.reach)
    const performer = performers[action.action]
    // What follows from a repeated action follows from each of its runs.
    if (!performer.changes || action.action === 'repeat') return performer.run(world, action as never)
    return afterwards(
      () => performer.run(world, action as never),
      () => this.#follow(),
    )
  }

  /** Another sandbox, made the same way, that knows the same doubles. */
  #again(): Sandbox {
    const other = this.#origin.again()
    for (const [key, { host }] of this.#byKey) other.#byKey.get(key)!.host.app.knownDoubles = host.app.knownDoubles
    return other
  }

  /** The automatic work of the relayers. */
  #follow(): void {
    for (const host of this.#world.hosts.values()) this.#world.queryRelayer.tick(host)
    this.#world.relayer.tick()
  }

  #notify(change: SandboxChange): void {
    for (const listener of this.#listeners) listener(change)
  }

  #pushRequest(action: ActionOf<'evm'>): ReturnType<EvmLogger['push']> {
    const entry = this.#log.push(action)
    return (ended) => {
      if (this.#keepsResults) entry.ended = 'error' in ended ? ended : { outcome: ended }
      this.#notify('action')
    }
  }
}

/** @throws UsageError that lists the chains of the sandbox. */
function unknownChain(key: string, known: readonly string[]): never {
  throw new UsageError(`the sandbox has no chain "${key}"`, { details: [`chains: ${known.join(', ')}`] })
}
