import { UsageError } from '../../base/index.js'
import { createSandboxWithin, type Action, type ActionInput } from '../../sandbox/internal.js'
import { variantsOf } from '../../schema/index.js'
import type { Budget } from '../budget.js'
import { CampaignRun } from '../campaign-run.js'
import { reachOf, type CampaignConfig } from '../config.js'
import { Corpus } from '../corpus/index.js'
import { ERROR_CODE, type Scene } from '../model/index.js'
import { withNamesIn } from '../names.js'
import { optionsOf, startCampaign, type Start } from '../setup.js'
import { readableLine } from '../step-text.js'
import { perform, type Story } from '../story.js'
import { TimeIsOver } from '../time-limit.js'
import type { ExecutedStep } from '../view.js'
import type { Place } from '../../vm/stand-in/index.js'
import { withThirdChain } from '../worlds/index.js'
import type { StepObserver } from './observer.js'
import { ComparedBuilds, type OtherBuild } from './builds.js'
import { DIFFERENCE_CLASSES, type Difference, type DifferenceClass } from './difference.js'
import { Reached } from './reached.js'
import { shrinkDifference, type ShownDifference } from './shrink-difference.js'
import { withoutInvariants } from './without-invariants.js'

/** The maximum number of differences that one run looks for, of each build. */
const MAX_DIFFERENCES = 20
/** How many queries are asked about what is in the storage alone. */
const MAX_QUESTIONS = 24
/** The share of the time that is for the search; the rest is for making its results smaller. */
const SEARCHING = 0.7

export interface CompareOptions {
  readonly seed: number
  readonly budget: Pick<Budget, 'seconds' | 'sequences'>
  /** The number of differences of each build after which it is left out; the search ends when none is left. */
  readonly differences?: number | undefined
  readonly clock: () => number
  /** Which differences count; all when left out. */
  readonly isWanted?: (difference: Difference) => boolean
  readonly stop?: () => boolean
  readonly onProgress?: (progress: CompareProgress) => void
}

/** What a comparison of two builds has done so far. */
export interface CompareProgress {
  readonly seconds: number
  readonly sequences: number
  readonly actions: number
  /** Steps that were made on both builds. */
  readonly compared: number
  readonly differences: number
}

/** A build to compare with, and the only places in which it differs; without them it is compared at each step. */
export interface Compared extends OtherBuild {
  readonly places?: readonly Place[]
}

/** A difference, and how it comes about. */
export interface FoundDifference {
  /** The build that differs. */
  readonly other: OtherBuild
  /** The contract and the call that differs: `vault/execute.claim`. */
  readonly about: string
  readonly classes: readonly DifferenceClass[]
  /** What differs, in words. */
  readonly what: readonly string[]
  /** Whether it is in the set-up already. */
  readonly inSetup: boolean
  /** All actions, the one that differs last; those of the set-up, or those after it. */
  readonly actions: readonly ActionInput[]
  /** The actions in words, each with its outcome on the first build; in the set-up only the last one. */
  readonly lines: readonly string[]
  readonly cluster: string
}

export interface Comparison extends CompareProgress {
  readonly found: readonly FoundDifference[]
  readonly setup: readonly Action[]
  /** The campaign as it ran. */
  readonly config: CampaignConfig
}

interface Noted extends ShownDifference {
  readonly inSetup: boolean
}

/** What may become of packets: they arrive, they time out, they are refused. @param chain the other chain */
const fatesOn = (chain: string): readonly (readonly ActionInput[])[] => [
  [{ action: 'relay' }],
  [{ action: 'skipPastTimeout', chain }, { action: 'relay' }],
  [{ action: 'relay', receiver: { errorCode: ERROR_CODE } }],
]

/** What counts as found. */
interface Wanted {
  readonly each: number
  readonly isWanted: (difference: Difference) => boolean
}

/** Executes each step on the contract and on other builds, and keeps what differs. */
class Comparing implements StepObserver {
  readonly #builds: ComparedBuilds
  readonly #reached: Reached
  readonly #wanted: Wanted
  /** By build, and by cluster. */
  readonly #found: ReadonlyMap<Compared, Map<string, Noted>>
  /** Queries that were answered, the latest first. */
  #questions: readonly ActionInput[] = []
  compared = 0

  constructor(builds: ComparedBuilds, checksum: string, others: readonly Compared[], wanted: Wanted) {
    this.#builds = builds
    this.#reached = new Reached(() => builds.holders, checksum)
    this.#wanted = wanted
    this.#found = new Map(others.map((one) => [one, new Map<string, Noted>()]))
  }

  /** The builds of which not enough was found. */
  get #left(): readonly Compared[] {
    return [...this.#found].flatMap(([one, found]) => (found.size < this.#wanted.each ? one : []))
  }

  get isDone(): boolean {
    return this.#left.length === 0
  }

  get found(): readonly Noted[] {
    return [...this.#found.values()].flatMap((found) => [...found.values()])
  }

  async execute(story: Story, input: ActionInput, run: () => Promise<ExecutedStep>): Promise<ExecutedStep> {
    return this.step(story.start, story.steps, input, run)
  }

  /** Tries what may become of the packets that were just sent, and asks the contracts a question, on both builds. */
  async look(scene: Scene): Promise<void> {
    await this.#tryFates(scene)
    await this.#ask(scene)
  }

  async #tryFates({ start, story }: Scene): Promise<void> {
    if (story.last.sent.length === 0) return
    const { sandbox, config } = start
    const here = await sandbox.snapshot()
    try {
      for (const fate of fatesOn(config.remote.chain)) {
        const steps = [...story.steps]
        for (const action of fate) steps.push(await this.step(start, steps, action, () => perform(start, action)))
        await sandbox.restore(here)
      }
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
    } finally {
      await sandbox.restore(here)
      sandbox.forget(here)
    }
  }

  async #ask(scene: Scene): Promise<void> {
    const { start, story, random } = scene
    for (const { config, schema } of start.subjects) {
      if (schema.query === undefined) continue
      const variants = variantsOf(schema.query, scene.around(config.chain))
      if (variants.length === 0) continue
      const msg = random.value(random.pick(variants).value)
      const query = { action: 'query', chain: config.chain, contract: config.label, msg } as const
      const { error } = await this.step(start, story.steps, query, () => perform(start, query))
      if (error === undefined) this.#questions = [query, ...this.#questions].slice(0, MAX_QUESTIONS)
    }
  }

  /** @param steps those before */
  async step(
    start: Start,
    steps: readonly ExecutedStep[],
    input: ActionInput,
    run: () => Promise<ExecutedStep>,
    inSetup = false,
  ): Promise<ExecutedStep> {
    this.compared++
    this.#reached.look()
    const due = (): readonly Compared[] =>
      this.#left.filter(({ places }) => places === undefined || this.#reached.any(places))
    const { step, differences } = await this.#builds.step(start, input, run, due, this.#questions)
    for (const [other, difference] of differences) {
      const found = this.#found.get(other)!
      if (this.#wanted.isWanted(difference) && !found.has(difference.cluster) && found.size < this.#wanted.each)
        found.set(difference.cluster, { other, difference, steps: [...steps], last: step, inSetup })
    }
    return step
  }
}

/**
 * Searches for action sequences after which other builds of a contract differ from it, and makes them smaller. It is deterministic in the campaign and the
 * seed, except for its end.
 * @returns undefined if the campaign's set-up does not store the contract @throws UsageError for a build that the chains refuse; what `startCampaign` throws
 */
export async function compareBuilds(
  campaign: CampaignConfig,
  checksum: string,
  others: readonly Compared[],
  options: CompareOptions,
  onTwins = false,
): Promise<Comparison | undefined> {
  const { clock, budget, seed, differences: each = MAX_DIFFERENCES, isWanted = () => true } = options
  const began = clock()
  const builds = new ComparedBuilds(checksum, onTwins)
  const config = { ...withoutInvariants(campaign), vms: builds.vms }
  const exact = await startCampaign(withThirdChain(config))
  try {
    if (builds.holders.length === 0) return undefined
    for (const other of others) builds.check(other)
    const comparing = new Comparing(builds, checksum, others, { each, isWanted })
    await compareSetup(exact, comparing)
    const { seconds } = budget
    const run = new CampaignRun(
      { ...exact, observer: comparing },
      {
        seed,
        clock,
        corpus: Corpus.open(undefined),
        budget: { ...budget, ...(seconds !== undefined && { seconds: SEARCHING * seconds }) },
        stop: () => comparing.isDone || options.stop?.() === true,
        onProgress: ({ sequences, actions }) => options.onProgress?.(progressOf(sequences, actions)),
      },
      [],
      began,
    )
    const progressOf = (sequences: number, actions: number): CompareProgress => ({
      seconds: (clock() - began) / 1000,
      sequences,
      actions,
      compared: comparing.compared,
      differences: comparing.found.length,
    })
    await run.all()
    const end = began + (seconds ?? Infinity) * 1000
    const found: FoundDifference[] = []
    for (const [i, one] of comparing.found.entries()) {
      // Each has its part of the time that is left.
      exact.limit.begin(clock, clock() + (end - clock()) / (comparing.found.length - i))
      const smaller = one.inSetup ? one : await shrunk(exact, builds, one)
      if (smaller !== undefined) found.push(inWords(exact, { ...smaller, inSetup: one.inSetup }))
    }
    const { sequences, actions } = run.progress()
    const { setup, config: ran } = exact
    return { ...progressOf(sequences, actions), differences: found.length, found: ranked(found), setup, config: ran }
  } finally {
    await exact.sandbox.close()
  }
}

/** Those of the weightiest class first, the shortest of each. */
const ranked = (found: readonly FoundDifference[]): readonly FoundDifference[] => {
  const rank = ({ classes, actions }: FoundDifference): number =>
    1000 * DIFFERENCE_CLASSES.indexOf(classes[0]!) + Math.min(actions.length, 999)
  return found.toSorted((a, b) => rank(a) - rank(b))
}

const WIDTH = 240
const short = (text: string): string => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text)

function inWords(start: Start, { other, difference, steps, last, inSetup }: Noted): FoundDifference {
  const { contract, kind, classes, lines, cluster, question } = difference
  const chain = Object.values(start.sandbox.chains).find(({ host }) => host.app.chainId === contract.chainId)
  const all = [...steps, last]
  return {
    other,
    about: `${chain?.host.labels.labelOf(contract.address) ?? contract.address}/${kind}`,
    classes,
    what: lines.map((line) => short(withNamesIn(start, chain?.key ?? 'neutron', line))),
    inSetup,
    actions: [...all.map(({ action }) => action as ActionInput), ...(question === undefined ? [] : [question])],
    lines: (inSetup ? [last] : all).map((step, i) => readableLine(start, i + 1, step)),
    cluster,
  }
}

async function shrunk(start: Start, builds: ComparedBuilds, found: Noted): Promise<ShownDifference | undefined> {
  try {
    return await shrinkDifference(start, builds, found)
  } catch (error) {
    if (error instanceof TimeIsOver) return found
    throw error
  }
}

/** Makes the steps of the set-up once more, on both builds. */
async function compareSetup(start: Start, comparing: Comparing): Promise<void> {
  const { config } = start
  const sandbox = createSandboxWithin(reachOf(config), optionsOf(config), { coverage: true, vms: config.vms })
  const there = { ...start, sandbox }
  try {
    const steps: ExecutedStep[] = []
    for (const action of start.setup)
      steps.push(await comparing.step(there, steps, action, () => perform(there, action), true))
  } finally {
    await sandbox.close()
  }
}
