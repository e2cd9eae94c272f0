import { UsageError } from '../base/index.js'
import type { ActionInput } from '../sandbox/internal.js'
import { sequencesIn } from './budget.js'
import { Cliffs } from './cliffs/cliffs.js'
import type { CampaignOptions, Measures, Progress } from './campaign.js'
import { certificatesOf } from './cliffs/certificate.js'
import { levelOf } from './config.js'
import { Costs, PARTS, type CampaignCost } from './invariants/costs.js'
import { TRY_GAS } from './gas-of-tries.js'
import { findingLevel } from './findings/level.js'
import type { KeptStory } from './corpus/corpus.js'
import { StoryCoverage, type Feature } from './coverage.js'
import { RandomSource } from './random-source.js'
import {
  ALL_PARTS,
  KeptEnds,
  MadeStates,
  Novelty,
  Operands,
  Refusals,
  SavedStates,
  Shapes,
  reregistering,
  scenario,
  type Continuation,
  type MadeState,
  type ScenarioStep,
  type Search,
} from './search/index.js'
import { Findings, plainActions } from './findings/findings.js'
import { change } from './invariants/judge.js'
import type { Situation } from './invariants/index.js'
import {
  executed,
  intrudedBy,
  leastUsed,
  Memory,
  weightsOf,
  nextAction,
  sceneOf,
  type Scene,
  type Weights,
} from './model/index.js'
import { ReachCount } from './reach/index.js'
import type { Start } from './setup.js'
import { executeIfEffective } from './shrink/shrink.js'
import { kindOf } from './callbacks.js'
import { namedFeatures } from './step-kind.js'
import { Story } from './story.js'
import { isScheduled } from './layers/schedules.js'
import { TimeIsOver } from './time-limit.js'
import { Oracle, type Verdict } from './oracle.js'
import { withDecimals, Worlds } from './worlds/index.js'
import type { ExecutedStep } from './view.js'
import type { WorldName } from './worlds/names.js'

/** The number of failed attempts after which an action sequence ends. */
const PATIENCE = 12
/** The share of steps that begin a scenario; the share that use the least used message; the number of messages tried until one works. */
const SCENARIOS = 0.05
const RARELY_USED = 0.2
const MAX_TRIES = 4
/** How many actions are executed to shrink findings for each that the search executes. */
const SHRINKING = 0.5
/** The share of steps that look for numbers that a contract expects. */
const OPERANDS = 0.03

/** The share of all actions that may measure gas; they take less time than others, which are also judged. */
const MEASURING = 0.15
/** The actions that may measure gas beyond that share where a callback reads what grows. */
const EARLY_MEASURING = 600

/** One run: action sequence after action sequence, until its budget is spent. */
export class CampaignRun {
  readonly #start: Start
  readonly #options: CampaignOptions
  readonly #memory: Memory
  readonly #random: RandomSource
  readonly #oracle: Oracle
  readonly #costs: Costs
  readonly #coverage: StoryCoverage
  readonly #cliffs: Cliffs
  readonly #reach: ReachCount
  readonly #search: Search
  readonly #states: SavedStates
  readonly #operands: Operands
  /** The remaining steps of the current scenario. */
  #scenario: ScenarioStep[] = []
  readonly #findings: Findings
  /** The actions that may be executed for shrinking. */
  #forShrinking = 0
  readonly #warnings = new Set<string>()
  readonly #novelty = new Novelty()
  readonly #shapes: Shapes
  readonly #refusals = new Refusals()
  #refused: string | undefined
  readonly #ends: KeptEnds
  readonly #worlds: Worlds
  /** In milliseconds of the clock. */
  readonly #began: number
  #stories = 0
  #actions = 0

  /** @param warnings from before the first action sequence @param began the clock's time when the campaign began */
  constructor(exact: Start, options: CampaignOptions, warnings: readonly string[], began: number) {
    const start = { ...exact, light: true }
    this.#began = began
    start.limit.begin(options.clock, began + (options.budget.seconds ?? Infinity) * 1000, options.abandon)
    for (const warning of warnings) this.#warnings.add(warning)
    this.#start = start
    this.#options = options
    this.#memory = new Memory(start)
    this.#random = new RandomSource(options.seed)
    this.#findings = new Findings(exact, this.#memory, options.seed, options.known)
    this.#costs = new Costs(start.limit, options.cpu)
    this.#oracle = new Oracle(start.config, undefined, (cluster) => this.#findings.isKnown(cluster), {}, this.#costs)
    this.#coverage = new StoryCoverage(start.sandbox)
    this.#cliffs = new Cliffs(start, this.#memory)
    this.#reach = new ReachCount(start)
    this.#search = options.search === undefined ? ALL_PARTS : new Set(options.search)
    this.#states = new SavedStates(start)
    this.#operands = new Operands(start)
    this.#ends = new KeptEnds(start)
    this.#shapes = new Shapes(start)
    this.#worlds = new Worlds(start, options.seed)
    const silent = start.subjects.filter(({ config }) => config.claims === undefined)
    if (silent.length > 0 && levelOf(start.config, 'I1') !== false)
      this.#warnings.add(
        `the campaign does not say what actors may claim from ${silent.map(({ config }) => `"${config.label}"`).join(', ')}: in its entry under contracts, add one line, such as claims: { query: { balance: { address: "\${actor}" } }, at: "/amount" }; without it, only a part of invariant I1 is checked`,
      )
  }

  progress(): Progress {
    return {
      sequences: this.#stories,
      actions: this.#actions,
      features: this.#options.corpus.features.size,
      corpus: this.#options.corpus.size,
      findings: this.#findings.all,
      warnings: [
        ...this.#warnings,
        ...this.#worlds.impossible.map((name) => `the world "${name}" of the campaign cannot be made here`),
        ...this.#findings.inconsistencies,
      ],
    }
  }

  get measures(): Measures {
    const { contracts } = this.#reach
    const certificates = certificatesOf(this.#cliffs.evidence, contracts, this.#findings.all)
    return { contracts, checks: this.#oracle.counts, growths: this.#cliffs.measured, certificates }
  }

  /** What the parts of the campaign cost. */
  get costs(): readonly CampaignCost[] {
    return this.#costs.all
  }

  /** Whether the time is over. The running action sequence ends at once and is not counted. */
  get #isLate(): boolean {
    return this.#start.limit.isOver
  }

  async all(): Promise<void> {
    const { budget, stop, onProgress } = this.#options
    const over = (): boolean =>
      stop?.() === true ||
      this.#isLate ||
      this.#stories >= (sequencesIn(budget) ?? Infinity) ||
      this.#findings.errors >= (budget.findings ?? Infinity)
    do {
      while (!over()) {
        try {
          const { done } = this.#start.limit
          await this.#story()
          if (!this.#isLate) this.#stories++
          if (!over()) await this.#cliff()
          const searched = this.#start.limit.done - done
          if (!over()) await this.#costs.of(PARTS.shrinking, () => this.#shrink(searched))
        } catch (error) {
          if (!(error instanceof TimeIsOver)) throw error
        }
        this.#reach.at((this.#options.clock() - this.#began) / 1000)
        onProgress?.(this.progress())
      }
      await this.#costs.of(PARTS.shrinking, () => this.#findings.finish())
      // Two findings may turn out to be one when they are shrunk.
    } while (!over())
  }

  /** Shrinks findings while the search goes on. @param searched the actions that the search has just executed */
  async #shrink(searched: number): Promise<void> {
    this.#forShrinking = this.#findings.areShrunk ? 0 : this.#forShrinking + SHRINKING * searched
    this.#forShrinking -= await this.#findings.shrink(this.#forShrinking)
  }

  /** Keeps a finding; that it is replayed is a part of shrinking it. */
  async #found(story: Story, shown: Verdict): Promise<void> {
    await this.#costs.of(PARTS.shrinking, () => this.#findings.add(story.actions, shown))
  }

  /** Runs one action sequence up to its end or its first violation. */
  async #story(): Promise<void> {
    const { config } = this.#start
    const world = this.#worlds.next()
    const elsewhere = await this.#elsewhere(world)
    const { story, further } = elsewhere ?? (await this.#beginning())
    // The steps that make the world come on top.
    const most = config.length + (elsewhere?.story.steps.length ?? 0)
    this.#coverage.begin()
    this.#oracle.begin()
    this.#scenario = further.map((action) => () => action)
    const features = new Set<Feature>()
    const weights = weightsOf(this.#random, world === 'upgrade')
    const length = story.steps.length + further.length + 2 + this.#random.below(config.length - 1)
    for (let wasted = 0; story.steps.length < Math.min(length, most) && wasted < PATIENCE;) {
      const outcome = await this.#step(story, weights, features)
      if (outcome === 'broken') this.#cliffs.learn(story, story.steps.length - 1)
      if (outcome === 'broken' || this.#isLate) return
      if (outcome === 'nothing') wasted++
    }
    this.#cliffs.learn(story)
    const shown = await this.#atEnd(story)
    if (shown !== undefined) await this.#found(story, shown)
    else if (!this.#oracle.isSpent) await this.#keep(story, features)
  }

  /** Begins an action sequence in another world than the plain one. */
  async #elsewhere(world: WorldName): Promise<Continuation | undefined> {
    const story = world === 'plain' ? undefined : await this.#worlds.begin(world)
    return story && { story, further: [] }
  }

  /** Begins an action sequence at the start, at a saved state, or after a part of an action sequence from the corpus. */
  async #beginning(): Promise<Continuation> {
    const { stories } = this.#options.corpus
    const saved = this.#search.has('states') && this.#random.chance(0.35)
    const there = saved ? await this.#states.goOn(this.#random) : undefined
    if (there !== undefined) return there
    const isNew = !this.#search.has('corpus') || stories.length === 0 || this.#random.chance(0.4)
    return { story: isNew ? await Story.begin(this.#start) : await this.#fromKept(stories), further: [] }
  }

  async #fromKept(stories: readonly KeptStory[]): Promise<Story> {
    // Recent action sequences have been varied least, so the later of two choices is taken.
    const kept = stories[Math.max(this.#random.below(stories.length), this.#random.below(stories.length))]!
    const end = this.#ends.has(kept) && this.#random.chance(0.6) ? await this.#ends.goOn(kept) : undefined
    if (end !== undefined) return end
    const story = await Story.begin(this.#start)
    const actions = kept.actions.slice(0, 1 + this.#random.below(kept.actions.length))
    const dropped = this.#random.chance(0.3) ? this.#random.below(actions.length) : -1
    for (const [i, action] of actions.entries()) if (i !== dropped && !this.#isLate) await this.#replay(story, action)
    return story
  }

  async #replay(story: Story, action: ActionInput): Promise<void> {
    const { sandbox } = this.#start
    const here = await sandbox.snapshot()
    await executeIfEffective(story, action, here)
    sandbox.forget(here)
  }

  async #step(story: Story, weights: Weights, features: Set<Feature>): Promise<'stepped' | 'nothing' | 'broken'> {
    const { sandbox } = this.#start
    const scene = sceneOf(story, this.#memory, weights, this.#random, this.#search)
    const before = await sandbox.snapshot()
    this.#refused = undefined
    this.#coverage.start()
    try {
      const stepped = await this.#next(story, scene, before)
      if (stepped === undefined) return 'nothing'
      if (!stepped) return await this.#judgeRefusal(story)
      this.#actions++
      this.#memory.packets.learn(this.#start, story.last)
      const saves = this.#search.has('states') && !this.#oracle.isSpent
      const fresh = this.#coverage.step(saves)
      for (const feature of namedFeatures(story)) features.add(feature)
      if (fresh.length > 0 && this.#search.has('dictionary')) this.#memory.dictionary.readState()
      const made = saves ? new MadeStates(this.#start, this.#coverage) : undefined
      const situation = { ...this.#situation(story, before, fresh.length > 0), onTwin: () => made?.note() }
      await this.#start.observer?.look(sceneOf(story, this.#memory, weights, this.#random, this.#search))
      const shown = (await this.#oracle.judge(situation, 'step')) ?? (await this.#oracle.judge(situation, 'twin'))
      if (shown !== undefined) {
        await this.#found(story, shown)
        return 'broken'
      }
      // An action sequence that went on from a state with a known violation would report it again.
      if (made !== undefined && !this.#oracle.isSpent) {
        await this.#states.offer(story, fresh)
        await this.#share(story, before, made)
      }
      return 'stepped'
    } finally {
      sandbox.forget(before)
    }
  }

  /** Shares the states that judging made with the search. */
  async #share(story: Story, before: number, made: MadeStates): Promise<void> {
    const { sandbox } = this.#start
    const isFrom = (wanted: boolean): readonly MadeState[] => made.all.filter(({ fromBefore }) => fromBefore === wanted)
    for (const { actions } of isFrom(false)) await this.#states.share(story, actions)
    if (isFrom(true).length === 0) return
    const here = await sandbox.snapshot()
    await sandbox.restore(before)
    for (const { actions } of isFrom(true)) await this.#states.share(story.upTo(story.steps.length - 1), actions)
    await sandbox.restore(here)
    sandbox.forget(here)
  }

  /** Chooses a step and executes it. @returns whether it did something; undefined if there was no step to choose */
  async #next(story: Story, scene: Scene, here: number): Promise<boolean | undefined> {
    const random = this.#random
    if (this.#scenario.length === 0 && this.#search.has('scenarios') && random.chance(SCENARIOS))
      this.#scenario = scenario(scene)
    if (this.#scenario.length === 0 && this.#search.has('scenarios')) this.#scenario = reregistering(scene)
    while (this.#scenario.length > 0) {
      const action = this.#scenario.shift()!(scene)
      if (action !== undefined && (await this.#execute(story, action, here))) return true
    }
    if (this.#search.has('operands') && random.chance(OPERANDS))
      for (const action of await this.#operands.suggest(scene, here))
        if (await this.#execute(story, action, here)) return true
    if (this.#search.has('works') && random.chance(RARELY_USED)) {
      for (const make of leastUsed(scene, true).slice(0, MAX_TRIES))
        if (await this.#execute(story, make(), here)) return true
      return false
    }
    const action = nextAction(scene)
    return action && this.#execute(story, action, here)
  }

  /** Executes a step and learns from its outcome, refusals included. */
  async #execute(story: Story, chosen: ActionInput, here: number): Promise<boolean> {
    const message = executed(chosen)
    const isEndless =
      message !== undefined && this.#memory.isEndless(message.contract, kindOf(JSON.stringify(message.msg)))
    const sent = withDecimals(story, chosen, this.#random)
    const action = bounded(story, isEndless ? withLittleGas(sent) : sent)
    const subject = message && this.#start.subjects.find(({ config }) => config.label === message.contract)
    if (message === undefined || subject === undefined) {
      const did = await executeIfEffective(story, action, here)
      const intruded = did ? undefined : intrudedBy(this.#start, action)
      if (intruded !== undefined) this.#memory.refusesImpostor(intruded.config.label)
      return did
    }
    let step: ExecutedStep
    try {
      step = await story.execute(action, ({ error }) => error === undefined)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      await this.#start.sandbox.restore(here)
      return false
    }
    const moved = (): boolean =>
      step.sent.length > 0 || change(story.before, story.state, this.#start.fees) !== undefined
    this.#memory.learn(subject, step, step.error === undefined && moved())
    const kind = kindOf(JSON.stringify(message.msg))
    this.#reach.note(subject, kind, step.error?.shortMessage)
    if (step.error === undefined) return true
    await this.#start.sandbox.restore(here)
    const place = `${subject.config.label}/${kind}`
    if (story.state.atRest && this.#refusals.isLookedAt(place, step, this.#random)) this.#refused = place
    return false
  }

  /** Checks for a dead end after a message was refused while the state was at rest. */
  async #judgeRefusal(story: Story): Promise<'nothing' | 'broken'> {
    if (this.#refused === undefined || story.steps.length === 0) return 'nothing'
    const shown = await this.#oracle.judge({ ...this.#situation(story, undefined), refused: this.#refused }, 'end')
    if (shown === undefined) return 'nothing'
    await this.#found(story, shown)
    return 'broken'
  }

  async #atEnd(story: Story): Promise<Verdict | undefined> {
    if (story.steps.length === 0 || !this.#random.chance(0.25)) return undefined
    return this.#oracle.judge(this.#situation(story, undefined), 'end')
  }

  async #keep(story: Story, features: Set<Feature>): Promise<void> {
    const { corpus } = this.#options
    const named = [...features]
    const code = this.#coverage.storyIfNew(corpus.features)
    if (code === undefined && named.every((feature) => corpus.features.has(feature))) return
    const kept: KeptStory = {
      actions: plainActions(story.actions),
      features: [...(code ?? this.#coverage.story()), ...named],
    }
    if (!corpus.offer(kept)) return
    await this.#ends.keep(corpus.stories.at(-1)!, story)
  }

  /** Measures how the gas of one callback grows, if there is one left to measure. */
  async #cliff(): Promise<void> {
    const { config } = this.#start
    if (levelOf(config, 'I2') === false || !this.#hasGasToMeasure) return
    const cliff = await this.#costs.of(PARTS.gas, () => this.#cliffs.next())
    if (cliff === undefined) return
    const { text, about, actions } = cliff
    if (actions === undefined) return void this.#warnings.add(text)
    const level = findingLevel(config, 'I2', { text })
    const verdict = { invariant: 'I2', level, text, about, cluster: `I2 ${text}` } as const
    await this.#costs.of(PARTS.shrinking, () => this.#findings.add(actions, verdict, true))
  }

  get #hasGasToMeasure(): boolean {
    const beyond = this.#cliffs.spent - MEASURING * this.#start.limit.done
    return beyond <= 0 || (beyond <= EARLY_MEASURING && this.#cliffs.isPromising)
  }

  /** @param ranNewCode whether the last step did */
  #situation(story: Story, before: number | undefined, ranNewCode = false): Situation {
    const common = { start: this.#start, memory: this.#memory, random: this.#random }
    let shape: string | undefined
    const isNew = (what: string): boolean => this.#novelty.isNew(what, (shape ??= this.#shapes.of(story)), ranNewCode)
    return { ...common, story, before, thorough: false, isNew, excused: () => false }
  }
}

/** Deliveries per step while a schedule runs, which may send a packet in each block. */
const MAX_DELIVERIES = 20

const withLittleGas = (action: ActionInput): ActionInput =>
  action.action === 'tx' && action.gasLimit === undefined ? { ...action, gasLimit: TRY_GAS } : action

/** The action with a bound on its deliveries. */
const bounded = (story: Story, action: ActionInput): ActionInput =>
  action.action === 'relay' && action.limit === undefined && isScheduled(story)
    ? { ...action, limit: MAX_DELIVERIES }
    : action
