import * as fc from 'fast-check'
import { UsageError } from '../../base/index.js'
import type { ActionInput, Json } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { execute, learnedAround, type Recipe } from '../model/index.js'
import { PLACEHOLDER, through } from '../model/via.js'
import { shapeOf, type ReachCount } from '../reach/index.js'
import { variantsOf, type Surroundings } from '../../schema/index.js'
import type { Start, Subject } from '../setup.js'
import { perform } from '../story.js'
import { amountQueries, answersAbout, risenBy, type AmountPlace, type ClaimProposal } from './claims.js'
import { addressed, withContract } from './addressed.js'
import { notContracts } from './not-contracts.js'
import { configure, fewest, type TrialContext, type Configuring } from './configuring.js'
import { coinsNamedIn } from './payment.js'
import { TimeIsOver } from '../time-limit.js'
import { callsIn, coinsOf, WANTS_ADDRESSES, WANTS_FUNDS, WANTS_OTHERS } from './reading.js'
import { withLongTimeouts } from './timeouts.js'
import { unreadAnswer } from './unread.js'
import type { ExecutedStep } from '../view.js'

/** The number of messages of one kind that are tried in one state. */
const TRIES = 30
/** The maximum number of states: the start, after a gift of coins to the contract, a month later, and after accepted messages. */
const MAX_STATES = 10
/** A kind of message is given up after so many messages without a new error. */
const PATIENCE = 8
/** A kind of message that was refused so often is given up: the others need the time. */
const MAX_ATTEMPTS = 500
/** A contract that responds to each packet with another one would never stop. */
const MAX_PACKETS = 10
/** The maximum number of messages that are tried in place of one with which the contract did little. */
const MAX_BUSIER = 5
const MONTH = 30 * 86_400
const SEED = 1

/** The result of trying a contract's messages. */
export interface DryRun {
  readonly label: string
  /** One accepted message of each kind, with its sender and funds. */
  readonly accepted: readonly Recipe[]
  /** Messages that need more coins after all others were accepted, with coins that suffice. */
  readonly later: readonly Recipe[]
  /** The number of messages of which packets were answered with a result, and not with an error. */
  readonly answered: number
  /** Coins that the contract had to be given before some of them worked; undefined if none needed any. */
  readonly gift: string | undefined
  /** The query that likely returns what an actor may claim: its response rose by what was paid in. */
  readonly claims: ClaimProposal | undefined
  /** Amounts in the responses to queries about an address. */
  readonly amounts: readonly AmountPlace[]
  /** Accounts that the contract treated as contracts. */
  readonly notContracts: readonly string[]
  /** Messages to other contracts without which some of its own do not work. */
  readonly needs: readonly Recipe[]
  /** Messages that failed because the contract could not read a response of the placeholder, by the kind of the query. */
  readonly unread: ReadonlyMap<string, ActionInput>
}

interface State {
  readonly snapshot: number
  /** Whether the contract was given coins on the way here. */
  readonly given: boolean
}

/** Tries the messages of one contract. */
export class Trial {
  readonly #start: Start
  readonly #subject: Subject
  readonly #reach: ReachCount
  readonly #hooks: readonly Json[]
  readonly #earlier: readonly Configuring[]
  #needs: readonly Configuring[] | undefined
  readonly #accepted = new Map<string, Recipe>()
  readonly #actors: readonly string[]
  readonly #later = new Map<string, Recipe>()
  readonly #answered = new Set<string>()
  #claims: ClaimProposal | undefined
  /** The errors of one kind of message in one state. */
  readonly #errors = new Set<string>()
  #coins = ''
  #gift: string | undefined
  #amounts: readonly AmountPlace[] = []
  readonly #notContracts = new Set<string>()
  readonly #unread = new Map<string, ActionInput>()
  readonly #attempts = new Map<string, number>()
  /** Calls of contracts and modules in the last message. */
  #calls = 0

  constructor(start: Start, subject: Subject, reach: ReachCount, { hooks, earlier }: TrialContext) {
    this.#hooks = hooks
    this.#earlier = earlier
    this.#start = start
    this.#subject = subject
    this.#reach = reach
    this.#actors = start.config.actors.filter(({ chain }) => chain === subject.config.chain).map(({ name }) => name)
  }

  async run(): Promise<DryRun> {
    const { sandbox, snapshot } = this.#start
    const states: State[] = [{ snapshot, given: false }]
    try {
      await this.#all(snapshot, states)
    } catch (error) {
      if (!(error instanceof TimeIsOver)) throw error
    }
    for (const state of states.slice(1)) sandbox.forget(state.snapshot)
    const { label } = this.#subject.config
    const accepted = [...this.#accepted.values()]
    const notContracts = [...this.#notContracts]
    return {
      label,
      accepted,
      later: [...this.#later.values()],
      answered: this.#answered.size,
      gift: this.#gift,
      claims: this.#claims,
      amounts: this.#amounts,
      notContracts,
      needs: (this.#needs ?? []).map(({ recipe }) => recipe),
      unread: this.#unread,
    }
  }

  /** @param states the states from which messages are tried, the start first; more are appended */
  async #all(snapshot: number, states: State[]): Promise<void> {
    const { sandbox } = this.#start
    await sandbox.restore(snapshot)
    for (const further of [() => this.#give(), () => this.#wait()]) {
      await further()
      states.push({ snapshot: await sandbox.snapshot(), given: true })
    }
    if (this.#earlier.length > 0) await this.#afterOthers(snapshot, states)
    for (const [i, state] of states.entries()) {
      if (i >= MAX_STATES) break
      for (const next of await this.#from(state, i)) states.push(next)
    }
    for (let count = -1; count < this.#accepted.size;) {
      count = this.#accepted.size
      const state = await this.#afterAll(snapshot)
      states.push(state, ...(await this.#from(state, states.length)))
    }
    await this.#again(states.at(-1)!.snapshot)
  }

  /** Tries messages when the other contracts are configured. */
  async #afterOthers(snapshot: number, states: State[]): Promise<void> {
    const { sandbox } = this.#start
    states.push(...(await this.#from(states[0]!, 0)))
    const before = new Set(this.#accepted.keys())
    await configure(this.#start, snapshot, this.#earlier)
    const configured = { snapshot: await sandbox.snapshot(), given: false }
    states.push(configured, ...(await this.#from(configured, states.length)))
    const fresh = [...this.#accepted.values()].filter(({ variant }) => !before.has(variant))
    if (fresh.length > 0) this.#needs = await fewest(this.#start, snapshot, this.#earlier, this.#subject, fresh)
  }

  /** Sends the accepted messages once more: a message that had nothing to do at first may now send packets, and need coins for them. */
  async #again(snapshot: number): Promise<void> {
    const { sandbox } = this.#start
    for (const recipe of this.#accepted.values()) {
      await sandbox.restore(snapshot)
      const { denoms } = learnedAround(this.#start, this.#subject)
      for (const funds of [recipe.funds, ...this.#payments(recipe.msg, denoms)]) {
        const one = { ...recipe, funds }
        const error = await this.#attempt(execute(this.#subject, one), recipe.variant, snapshot)
        if (error !== undefined && WANTS_FUNDS.test(error)) continue
        if (error === undefined && funds !== recipe.funds) this.#later.set(recipe.variant, one)
        if (error === undefined && (await this.#isAnswered())) this.#answered.add(recipe.variant)
        break
      }
    }
  }

  /** Whether a packet that is on its way is answered with a result. */
  async #isAnswered(): Promise<boolean> {
    if (this.#start.sandbox.relayer.pending().length === 0) return false
    const { callbacks } = await perform(this.#start, { action: 'relay', limit: MAX_PACKETS })
    return callbacks.some(({ kind }) => kind === 'response')
  }

  /** Coins that a message may need. */
  #payments(msg: Json, denoms: readonly string[]): readonly string[] {
    const paid = denoms.flatMap((denom) => [`1000000${denom}`, `1${denom}`])
    const all = coinsOf(denoms, () => 10_000)
    // A contract that sends packets takes the relayers' fees of the chain in addition.
    const withFees = coinsOf(denoms, (denom) => (denom === this.#native ? 1_000_000 : 10_000))
    return [coinsNamedIn(msg), ...paid, `10000000${this.#native}`, all, withFees]
  }

  /** The state after all accepted messages, one after the other with what each begins: some messages need several others. */
  async #afterAll(snapshot: number): Promise<State> {
    const { sandbox } = this.#start
    await sandbox.restore(snapshot)
    if (this.#gift !== undefined) await this.#give()
    for (const recipe of this.#accepted.values()) {
      await perform(this.#start, execute(this.#subject, recipe))
      await perform(this.#start, { action: 'relay', limit: MAX_PACKETS })
      if (sandbox.queryRelayer.pending().length > 0) await perform(this.#start, { action: 'deliverQueries' })
    }
    return { snapshot: await sandbox.snapshot(), given: this.#gift !== undefined }
  }

  #wait(): Promise<void> {
    this.#start.sandbox.advance(MONTH)
    return Promise.resolve()
  }

  /** Gives the contract coins of every kind that its actors have. */
  async #give(): Promise<void> {
    const { label, chain } = this.#subject.config
    this.#coins = coinsOf(learnedAround(this.#start, this.#subject).denoms, () => 1000)
    const [from] = this.#actors
    const messages = [{ send: { to: label, amount: this.#coins } }]
    await perform(this.#start, { action: 'tx', chain, from: from!, messages })
  }

  /** Tries the kinds of messages that were not accepted yet. @returns the states after accepted ones */
  async #from({ snapshot, given }: State, seed: number): Promise<readonly State[]> {
    const { sandbox } = this.#start
    const next: State[] = []
    await sandbox.restore(snapshot)
    const around = { ...learnedAround(this.#start, this.#subject), messages: this.#hooks }
    for (const { name, value } of variantsOf(this.#subject.schema.execute!, around)) {
      if (this.#accepted.has(name) || (this.#attempts.get(name) ?? 0) > MAX_ATTEMPTS) continue
      const samples = new Map(
        fc.sample(value, { seed: SEED + seed, numRuns: TRIES }).map((msg) => [JSON.stringify(msg), msg] as const),
      )
      // In a campaign, `${` would start a variable.
      const usable = [...samples].flatMap(([text, msg]) => (text.includes('${') ? [] : [msg]))
      this.#errors.clear()
      let last = 0
      for (const [i, msg] of usable.entries()) {
        const known = this.#errors.size
        const recipe = await this.#firstThatWorks(name, msg, around, snapshot)
        if (this.#errors.size > known) last = i
        if (recipe === undefined && i - last >= PATIENCE) break
        if (recipe === undefined) continue
        this.#accepted.set(name, recipe)
        const busier = await this.#busier(recipe, usable.slice(i + 1), around, snapshot)
        this.#accepted.set(name, await this.#withTime(busier, snapshot))
        if (given) this.#gift = this.#coins
        const after = await sandbox.snapshot()
        await this.#lookForClaims(recipe, snapshot)
        next.push({ snapshot: await this.#relayed(after), given })
        await sandbox.restore(snapshot)
        break
      }
    }
    return next
  }

  /** Tries a message with the senders, funds and addresses that its errors suggest. The sandbox is after the one that worked, otherwise in the state. */
  async #firstThatWorks(
    variant: string,
    sample: Json,
    around: Surroundings,
    snapshot: number,
  ): Promise<Recipe | undefined> {
    const { label } = this.#subject.config
    const [first] = this.#actors
    const ways: Recipe[] = [{ label, variant, from: first!, msg: sample, funds: '' }]
    const known = new Set<string>()
    // What errors suggest is appended to the list meanwhile.
    for (const way of ways) {
      const key = JSON.stringify(way)
      if (known.has(key)) continue
      known.add(key)
      const error = await this.#attempt(execute(this.#subject, way), variant, snapshot)
      if (error === undefined) return way
      if (WANTS_ADDRESSES.test(error)) ways.push({ ...way, msg: addressed(way.msg, around) })
      if (WANTS_OTHERS.test(error)) for (const from of this.#senders()) ways.push({ ...way, from })
      if (way.funds === '' && WANTS_FUNDS.test(error))
        for (const funds of this.#payments(way.msg, around.denoms)) ways.push({ ...way, funds })
    }
    return undefined
  }

  /** If the contract sent no messages, the first of some others with which it does: an accepted message may have had nothing to do. The sandbox is after it. */
  async #busier(recipe: Recipe, others: readonly Json[], around: Surroundings, snapshot: number): Promise<Recipe> {
    const idle = this.#calls
    const renamed = this.#namingAnother(recipe)
    if (renamed !== undefined && (await this.#works(renamed, snapshot))) return renamed
    if (idle > (recipe.from.includes('/') ? 2 : 1)) return recipe
    for (const msg of others.slice(0, MAX_BUSIER)) {
      await this.#start.sandbox.restore(snapshot)
      const other = await this.#firstThatWorks(recipe.variant, msg, around, snapshot)
      if (other !== undefined && this.#calls > idle) return other
    }
    await this.#works(recipe, snapshot)
    return recipe
  }

  /** A message that names a contract, with another contract of the campaign instead: a contract is most useful when it is configured for that one. */
  #namingAnother(recipe: Recipe): Recipe | undefined {
    const { subjects } = this.#start
    const { config, address } = this.#subject
    const other = subjects.find((one) => one.address !== address && one.config.chain === config.chain)
    const msg = other && withContract(recipe.msg, other.address)
    return msg === undefined || JSON.stringify(msg) === JSON.stringify(recipe.msg) ? undefined : { ...recipe, msg }
  }

  /** Whether a message works in a state. The sandbox is after it, otherwise in the state. */
  async #works(recipe: Recipe, snapshot: number): Promise<boolean> {
    await this.#start.sandbox.restore(snapshot)
    return (await this.#attempt(execute(this.#subject, recipe), recipe.variant, snapshot)) === undefined
  }

  /** The message with longer timeouts if it works like that, otherwise as it is. The sandbox is after the one that is returned. */
  async #withTime(recipe: Recipe, snapshot: number): Promise<Recipe> {
    const longer = { ...recipe, msg: withLongTimeouts(recipe.msg) }
    if (JSON.stringify(longer.msg) === JSON.stringify(recipe.msg)) return recipe
    await this.#start.sandbox.restore(snapshot)
    if ((await this.#attempt(execute(this.#subject, longer), recipe.variant, snapshot)) === undefined) return longer
    await this.#attempt(execute(this.#subject, recipe), recipe.variant, snapshot)
    return recipe
  }

  get #native(): string {
    return this.#start.sandbox.chain(this.#subject.config.chain)!.host.app.denom
  }

  /** The actors, and one of them through the placeholder. */
  #senders(): readonly string[] {
    const isThere = this.#start.sandbox.chain(this.#subject.config.chain)!.addressOf(PLACEHOLDER) !== undefined
    return isThere ? [...this.#actors, through(PLACEHOLDER, this.#actors[0]!)] : this.#actors
  }

  /** The state after what a message began: its channels open, its packets and queries are answered. The same state if it began nothing. */
  async #relayed(snapshot: number): Promise<number> {
    const { sandbox } = this.#start
    await sandbox.restore(snapshot)
    let done = 0
    const act = async (action: ActionInput): Promise<void> => {
      const step = await perform(this.#start, action)
      done += step.results.length
      this.#learn(step)
    }
    if (sandbox.relayer.pending().length > 0) {
      await act({ action: 'relay', limit: MAX_PACKETS, receiver: { errorCode: 1 } })
      await sandbox.restore(snapshot)
    }
    await act({ action: 'relay', limit: MAX_PACKETS })
    if (sandbox.queryRelayer.pending().length > 0) await act({ action: 'deliverQueries' })
    if (done === 0) return snapshot
    sandbox.forget(snapshot)
    return sandbox.snapshot()
  }

  /** @returns the error, after restoring the state; undefined if the action worked */
  async #attempt(action: ActionInput, variant: string, snapshot: number): Promise<string | undefined> {
    let step: ExecutedStep
    try {
      step = await perform(this.#start, action)
    } catch (error) {
      // Nobody may have the coins that a message names.
      if (!(error instanceof UsageError)) throw error
      return error.shortMessage
    }
    this.#learn(step)
    const { error } = step
    this.#attempts.set(variant, (this.#attempts.get(variant) ?? 0) + 1)
    this.#calls = callsIn(step.results.flatMap(({ trace }) => trace))
    this.#reach.note(this.#subject, variant, error?.shortMessage)
    if (error === undefined) return undefined
    this.#errors.add(shapeOf(error.shortMessage))
    await this.#start.sandbox.restore(snapshot)
    return error.shortMessage
  }

  #learn(step: ExecutedStep): void {
    for (const address of notContracts(step)) this.#notContracts.add(address)
    const kind = unreadAnswer(step)
    if (kind !== undefined && !this.#unread.has(kind)) this.#unread.set(kind, step.action)
  }

  /** Compares the responses to queries about the payer before and after a payment. The sandbox is in the state before it afterwards. */
  async #lookForClaims({ from, funds }: Recipe, snapshot: number): Promise<void> {
    const { sandbox } = this.#start
    const chain = sandbox.chain(this.#subject.config.chain)!
    const about = () =>
      answersAbout(
        chain,
        this.#subject,
        learnedAround(this.#start, this.#subject),
        addressOfActor(chain.host, from),
        this.#start.limit,
      )
    const after = about()
    await sandbox.restore(snapshot)
    if (this.#amounts.length === 0) this.#amounts = amountQueries(after)
    if (funds !== '') this.#claims ??= risenBy(funds, about(), after)
  }
}
