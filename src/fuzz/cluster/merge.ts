import { z } from 'zod'
import { FixtureError, UsageError } from '../../base/index.js'
import type { Measures } from '../campaign.js'
import { Corpus, type KeptStory } from '../corpus/index.js'
import { storyName } from '../corpus/story-file.js'
import { joinedChecks } from '../checks.js'
import { certificatesOf, joinedEvidence } from '../cliffs/certificate.js'
import { joinedGrowths } from '../cliffs/growth.js'
import { findingOf, ranked, writeFinding, type Finding } from '../findings/finding.js'
import { joinedReach, MomentsCount, ReachCount, type ContractReach } from '../reach/index.js'
import type { Start } from '../setup.js'
import { CodeTotals } from './code-totals.js'
import { readResult, sentEvidence, storyFiles, type SentFinding, type SliceResult } from './result.js'
import { count, storyKey, type Round, type StoryFile } from './slice.js'

/** The state of a run after a round, from which it can be resumed. */
const stateSchema = z.object({
  sudobox: z.literal(1),
  seed: count,
  /** Action sequences of a slice, and slices of a round. */
  slice: z.int().min(1),
  round: z.int().min(1),
  /** Rounds that are merged. */
  merged: count,
  seconds: z.number().min(0),
  corpus: z.array(storyKey),
  known: z.array(z.string()),
  /** The sum of all results, in the form of one slice's result. */
  sum: z.unknown(),
})
export type RunState = z.output<typeof stateSchema>

/** @throws UsageError for a state from which the run cannot be resumed */
export function readState(text: string | null, run: string): RunState {
  const parsed = stateSchema.safeParse(text === null ? undefined : JSON.parse(text))
  if (!parsed.success)
    throw new UsageError(`the run ${run} cannot be resumed: its state in the queue is missing or invalid`)
  return parsed.data
}

/** What a merge needs and reports to. */
export interface MergeOptions {
  readonly start: Start
  /** The corpus in the folder of this command, to which new action sequences are added too. */
  readonly folder: Corpus
  readonly onFinding?: ((finding: Finding) => void) | undefined
}

/** Merges the results of slices in the order of the slices, so that the outcome does not depend on when and where they ran. */
export class Merge {
  readonly #options: MergeOptions
  readonly #corpus: Corpus
  readonly #known: string[]
  readonly #findings: Finding[] = []
  readonly #sent: SentFinding[] = []
  readonly #warnings = new Set<string>()
  readonly #untouched: readonly ContractReach[]
  #fresh: KeptStory[] = []
  #contracts: readonly ContractReach[]
  #checks: SliceResult['checks'] = []
  #growths: SliceResult['growths'] = []
  #evidence: SliceResult['certificates'] = []
  readonly #moments = new MomentsCount()
  readonly codes = new CodeTotals()
  #stories = 0
  #actions = 0

  /** @param stories the corpus at the beginning @param known clusters of earlier findings */
  constructor(options: MergeOptions, stories: readonly KeptStory[], known: readonly string[] = []) {
    this.#options = options
    this.#corpus = Corpus.holding(stories)
    this.#known = [...known]
    this.#untouched = new ReachCount(options.start).contracts
    this.#contracts = this.#untouched
  }

  get stories(): number {
    return this.#stories
  }
  get actions(): number {
    return this.#actions
  }
  get features(): number {
    return this.#corpus.features.size
  }
  get size(): number {
    return this.#corpus.size
  }
  get findings(): readonly Finding[] {
    return ranked(this.#findings)
  }
  get warnings(): readonly string[] {
    return [...this.#warnings, ...this.#options.folder.warnings.map(({ file, text }) => `${file}: ${text}`)]
  }
  get measures(): Measures {
    const contracts = this.#contracts.map((one) => ({ ...one, overTime: this.#moments.of(one.label) }))
    const certificates = certificatesOf(this.#evidence, contracts, this.findings)
    return { contracts, checks: this.#checks, growths: this.#growths, certificates }
  }
  /** The state from which a round would start now. */
  get next(): Round {
    return { corpus: this.#corpus.stories.map(({ actions }) => storyName(actions)), known: [...this.#known] }
  }

  warn(text: string): void {
    this.#warnings.add(text)
  }

  /** Action sequences that were added since the last call. */
  takeFresh(): readonly StoryFile[] {
    const fresh = storyFiles(this.#fresh)
    this.#fresh = []
    return fresh
  }

  /** Adds the result of a slice. @param isNew false for results from before the run was resumed, whose findings were already reported */
  async add(result: SliceResult, isNew = true): Promise<void> {
    this.#stories += result.stories
    this.#actions += result.actions
    for (const story of result.kept) {
      if (!this.#corpus.offer(story)) continue
      this.#fresh.push(story)
      this.#options.folder.offer(story)
    }
    for (const warning of result.warnings) this.#warnings.add(warning)
    this.#contracts = joinedReach([this.#contracts, this.#reached(result)])
    this.#checks = joinedChecks([this.#checks, result.checks])
    this.#growths = joinedGrowths([this.#growths, result.growths])
    this.#evidence = joinedEvidence([this.#evidence, result.certificates])
    this.codes.add(result.codes)
    for (const finding of result.findings) await this.#found(finding, isNew)
  }

  /** Records the coverage if a moment for it has passed. @param seconds since the campaign began */
  at(seconds: number): void {
    this.#moments.at(seconds, () => this.#contracts)
  }

  /** The sum of all results, in the form of one slice's result. */
  get sum(): object {
    return {
      cut: false,
      stories: this.#stories,
      actions: this.#actions,
      kept: [],
      findings: this.#sent.map(({ verdict, ...rest }) => ({ ...rest, verdict })),
      warnings: [...this.#warnings],
      contracts: this.#contracts.map(({ label, messages, code }) => ({
        label,
        messages,
        ran: Buffer.from(code.ran).toString('base64'),
      })),
      checks: this.#checks,
      growths: this.#growths,
      certificates: sentEvidence(this.#evidence),
      codes: this.codes.sums,
    }
  }

  /** Restores the sum of a run that is resumed. */
  async resume({ sum }: RunState, run: string): Promise<void> {
    const { known } = this
    // These findings are in the list themselves, and known ones would be ignored.
    this.#known.length = 0
    await this.add(readResult(sum, run), false)
    for (const cluster of known) if (!this.#known.includes(cluster)) this.#known.push(cluster)
  }

  get known(): readonly string[] {
    return [...this.#known]
  }

  #reached({ contracts }: SliceResult): readonly ContractReach[] {
    return contracts.flatMap(({ label, messages, ran }) => {
      const untouched = this.#untouched.find((one) => one.label === label)
      if (untouched === undefined || untouched.code.ran.length !== ran.length) return []
      const code = { ...untouched.code, ran: ran.map((one) => (one === 0 ? 0 : 1)) }
      return [{ label, messages, code, overTime: [] }]
    })
  }

  /** Replays a finding here, so that its text and fixture do not come from the queue and its fixture names files of this machine. */
  async #found(sent: SentFinding, isNew: boolean): Promise<void> {
    const { verdict, actions, seed } = sent
    if (this.#known.includes(verdict.cluster)) return
    let finding: Finding
    try {
      finding = await findingOf(this.#options.start, verdict, actions, seed)
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof FixtureError)) throw error
      this.warn(`a finding of ${verdict.invariant} could not be replayed: ${error.shortMessage}`)
      return
    }
    this.#known.push(verdict.cluster)
    this.#sent.push(sent)
    this.#findings.push(finding)
    if (finding.level === 'error') writeFinding(finding)
    if (isNew) this.#options.onFinding?.(finding)
  }
}
