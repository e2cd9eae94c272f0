import { pendingQueries } from '../chains/pending-queries.js'
import * as fc from 'fast-check'
import { UsageError } from '../../base/index.js'
import type { ActionInput, Json } from '../../sandbox/internal.js'
import { execute, learnedAround, type Recipe } from '../model/index.js'
import { PLACEHOLDER, through } from '../model/via.js'
import { shapeOf, type ReachCount } from '../reach/index.js'
import { variantsOf, type Surroundings } from '../../schema/index.js'
import { GasOfTries } from '../gas-of-tries.js'
import type { Start, Subject } from '../setup.js'
import { perform } from '../story.js'
import { ClaimSearch } from './claims.js'
import { isAnswered } from './answered.js'
import { errorsKey, type DryRun, type KnownErrors } from './result.js'
import { withContract } from './addressed.js'
import { notContracts } from './not-contracts.js'
import { closesByTimeout } from './lapsed.js'
import { configure, fewest, type TrialContext, type Configuring } from './prerequisites/configuring.js'
import { paymentsFor } from './payment.js'
import { TimeIsOver } from '../time-limit.js'
import { callsIn, coinsOf, WANTS_FUNDS } from './reading.js'
import { RefusedWays } from './prerequisites/refused-ways.js'
import { isParseError } from '../../vm/probe/index.js'
import { contentsOf, isCarrying } from './hooks.js'
import { leavesOf, messageIn } from './places.js'
import { quotedIn } from './repairs.js'
import { firstThatWorks } from './ways.js'
import { codeWords } from './code-words.js'
import { findPrerequisites } from './prerequisites/search.js'
import { withUsableLimits } from './limits.js'
import { performTry } from './perform-try.js'
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
/** So often if each error is one that it had in an earlier dry run, too. */
const MAX_ATTEMPTS_WITHOUT_NEWS = 100
/** A contract that responds to each packet with another one would never stop. */
const MAX_PACKETS = 10
/** The maximum number of messages that are tried in place of one with which the contract did little. */
const MAX_BUSIER = 5
const MONTH = 30 * 86_400
const SEED = 1

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
  /** Messages for binary members of the contract's own. */
  readonly #hooks: Json[]
  readonly #earlier: readonly Configuring[]
  #needs: readonly Configuring[] | undefined
  readonly #accepted = new Map<string, Recipe>()
  readonly #actors: readonly string[]
  readonly #later = new Map<string, Recipe>()
  readonly #answered = new Set<string>()
  readonly #claims: ClaimSearch
  /** The errors of one kind of message in one state. */
  readonly #errors = new Set<string>()
  #coins = ''
  #gift: string | undefined
  readonly #notContracts = new Set<string>()
  readonly #unread = new Map<string, ActionInput>()
  readonly #attempts = new Map<string, number>()
  /** Kinds of errors in earlier dry runs, and in this one. */
  readonly #known: KnownErrors
  readonly #seen = new Map<string, Set<string>>()
  readonly #refused = new RefusedWays()
  readonly #words: readonly string[]
  /** Words that an error quoted. */
  readonly #refusedWords = new Set<string>()
  readonly #gas: GasOfTries
  /** Calls of contracts and modules in the last message. */
  #calls = 0

  constructor(start: Start, subject: Subject, reach: ReachCount, { hooks, earlier, known }: TrialContext) {
    this.#known = known
    this.#hooks = [...hooks]
    this.#earlier = earlier
    this.#start = start
    this.#subject = subject
    this.#reach = reach
    this.#words = codeWords(start, subject)
    this.#claims = new ClaimSearch(start, subject)
    this.#gas = new GasOfTries(start.limit)
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
      claims: this.#claims.found,
      amounts: this.#claims.amounts,
      notContracts,
      needs: (this.#needs ?? []).map(({ recipe, arrivals }) => ({ ...recipe, ...(arrivals && { arrivals }) })),
      unread: this.#unread,
      errors: new Map([...this.#seen].map(([variant, shapes]) => [errorsKey(label, variant), shapes])),
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
    await this.#afterContents(states)
    await this.#afterPrerequisites(snapshot, states)
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

  /** Tries messages again with what the contract parses of their binary members. */
  async #afterContents(states: State[]): Promise<void> {
    const known = this.#hooks.length
    const seen = new Set<string>()
    for (const { recipe, error } of this.#refused.all) {
      const [place] = [...leavesOf(recipe.msg)].find(([, value]) => messageIn(value) !== undefined) ?? []
      const isOpen = !this.#accepted.has(recipe.variant) && !seen.has(recipe.variant) && !isCarrying(recipe.variant)
      if (place === undefined || !isOpen || !isParseError(error)) continue
      seen.add(recipe.variant)
      this.#hooks.push(...(await contentsOf(this.#start, this.#subject, recipe, place, this.#subject)))
    }
    if (this.#hooks.length > known) states.push(...(await this.#from(states[0]!, states.length)))
  }

  /** Tries refused messages after others that configure the contract for them. */
  async #afterPrerequisites(snapshot: number, states: State[]): Promise<void> {
    const own = [...this.#accepted.values()].map((recipe) => ({ subject: this.#subject, recipe }))
    const found = await findPrerequisites({
      start: this.#start,
      subject: this.#subject,
      snapshot,
      needs: this.#needs ?? [],
      configuring: [...own, ...this.#earlier],
      refused: this.#refused.all.filter(({ recipe }) => !this.#accepted.has(recipe.variant)),
      attempt: (way, at) => this.#attempt(way, at),
    })
    if (found.needs.length === (this.#needs ?? []).length) return
    for (const recipe of found.recipes) this.#accepted.set(recipe.variant, recipe)
    this.#needs = found.needs
    await configure(this.#start, snapshot, found.needs)
    const configured = { snapshot: await this.#start.sandbox.snapshot(), given: false }
    states.push(configured, ...(await this.#from(configured, states.length)))
  }

  /** Sends the accepted messages once more: a message that had nothing to do at first may now send packets, and need coins for them. */
  async #again(snapshot: number): Promise<void> {
    const { sandbox } = this.#start
    for (const recipe of this.#accepted.values()) {
      await sandbox.restore(snapshot)
      const { denoms } = learnedAround(this.#start, this.#subject)
      for (const funds of [recipe.funds, ...paymentsFor(recipe.msg, denoms, this.#native)]) {
        const one = { ...recipe, funds }
        const error = await this.#attempt(one, snapshot)
        if (error !== undefined && WANTS_FUNDS.test(error)) continue
        if (error === undefined && funds !== recipe.funds) this.#later.set(recipe.variant, one)
        if (error === undefined && (await isAnswered(this.#start, MAX_PACKETS))) this.#answered.add(recipe.variant)
        break
      }
    }
  }

  /** The state after all accepted messages, one after the other with what each begins: some messages need several others. */
  async #afterAll(snapshot: number): Promise<State> {
    const { sandbox } = this.#start
    await sandbox.restore(snapshot)
    if (this.#gift !== undefined) await this.#give()
    for (const recipe of this.#accepted.values()) {
      await perform(this.#start, execute(this.#subject, recipe))
      await perform(this.#start, { action: 'relay', limit: MAX_PACKETS })
      if (pendingQueries(sandbox).length > 0) await perform(this.#start, { action: 'deliverQueries' })
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
    // Enough for relayers' fees of the chain.
    const amount = (denom: string): number => (denom === this.#native ? 1_000_000 : 1000)
    this.#coins = coinsOf(learnedAround(this.#start, this.#subject).denoms, amount)
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
      if (this.#accepted.has(name) || this.#isGivenUp(name)) continue
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
        if (recipe === undefined && (i - last >= PATIENCE || this.#isGivenUp(name))) break
        if (recipe === undefined) continue
        this.#accepted.set(name, recipe)
        const busier = await this.#busier(recipe, usable.slice(i + 1), around, snapshot)
        this.#accepted.set(name, await this.#withTime(busier, snapshot))
        if (given) this.#gift = this.#coins
        const after = await sandbox.snapshot()
        await this.#claims.look(recipe, snapshot)
        for (const one of await this.#relayed(after)) next.push({ snapshot: one, given })
        await sandbox.restore(snapshot)
        break
      }
    }
    return next
  }

  #isGivenUp(variant: string): boolean {
    const attempts = this.#attempts.get(variant) ?? 0
    if (attempts > MAX_ATTEMPTS) return true
    const known = this.#known.get(errorsKey(this.#subject.config.label, variant))
    if (known === undefined || attempts <= MAX_ATTEMPTS_WITHOUT_NEWS) return false
    return [...(this.#seen.get(variant) ?? [])].every((shape) => known.has(shape))
  }

  /** Tries a message with the senders, funds and addresses that its errors suggest. The sandbox is after the one that worked, otherwise in the state. */
  async #firstThatWorks(
    variant: string,
    sample: Json,
    around: Surroundings,
    snapshot: number,
  ): Promise<Recipe | undefined> {
    const { label } = this.#subject.config
    const first: Recipe = { label, variant, from: this.#actors[0]!, msg: sample, funds: '' }
    return firstThatWorks(first, (way) => this.#attempt(way, snapshot), {
      around,
      words: this.#words.filter((word) => !this.#refusedWords.has(word)),
      senders: this.#senders(),
      payments: (msg) => paymentsFor(msg, around.denoms, this.#native),
    })
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
    return (await this.#attempt(recipe, snapshot)) === undefined
  }

  /** The message with longer timeouts if it works like that, otherwise as it is. The sandbox is after the one that is returned. */
  async #withTime(recipe: Recipe, snapshot: number): Promise<Recipe> {
    const longer = { ...recipe, msg: withUsableLimits(recipe.msg) }
    if (JSON.stringify(longer.msg) === JSON.stringify(recipe.msg)) return recipe
    await this.#start.sandbox.restore(snapshot)
    if ((await this.#attempt(longer, snapshot)) === undefined) return longer
    await this.#attempt(recipe, snapshot)
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

  /**
   * The states after what a message began: its channels open, its packets and queries are answered; and, if that closes a channel of the contract, its packets
   * have timed out. The same state if it began nothing.
   */
  async #relayed(snapshot: number): Promise<readonly number[]> {
    const { sandbox } = this.#start
    await sandbox.restore(snapshot)
    let done = 0
    const act = async (action: ActionInput): Promise<void> => {
      const step = await perform(this.#start, action)
      done += step.results.length
      this.#learn(step)
    }
    const lapsed: number[] = []
    if (sandbox.relayer.pending().length > 0) {
      await act({ action: 'relay', limit: MAX_PACKETS, receiver: { errorCode: 1 } })
      await sandbox.restore(snapshot)
      if (await closesByTimeout(this.#start, this.#subject)) lapsed.push(await sandbox.snapshot())
      await sandbox.restore(snapshot)
    }
    await act({ action: 'relay', limit: MAX_PACKETS })
    if (pendingQueries(sandbox).length > 0) await act({ action: 'deliverQueries' })
    if (done === 0) return [snapshot, ...lapsed]
    sandbox.forget(snapshot)
    return [await sandbox.snapshot(), ...lapsed]
  }

  /** @returns the error, after restoring the state; undefined if the action worked */
  async #attempt(recipe: Recipe, snapshot: number): Promise<string | undefined> {
    const { variant } = recipe
    let step: ExecutedStep
    try {
      step = await performTry(this.#start, this.#gas, variant, execute(this.#subject, recipe), snapshot)
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
    const shape = shapeOf(error.shortMessage)
    this.#errors.add(shape)
    this.#seen.set(variant, (this.#seen.get(variant) ?? new Set()).add(shape))
    this.#refused.note(recipe, error.shortMessage)
    for (const word of quotedIn(error.shortMessage)) this.#refusedWords.add(word)
    await this.#start.sandbox.restore(snapshot)
    return error.shortMessage
  }

  #learn(step: ExecutedStep): void {
    for (const address of notContracts(step)) this.#notContracts.add(address)
    const kind = unreadAnswer(step)
    if (kind !== undefined && !this.#unread.has(kind)) this.#unread.set(kind, step.action)
  }
}
