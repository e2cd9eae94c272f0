import { z } from 'zod'
import { FixtureError, UsageError } from '../../base/errors.js'
import { Corpus, type KeptStory } from '../corpus/index.js'
import { storyName } from '../corpus/story-file.js'
import { findingOf, ranked, writeFinding, type Finding } from '../finding.js'
import { joinedReach, ReachCount, type ContractReach } from '../reach/index.js'
import type { Start } from '../setup.js'
import { readResult, storyFiles, type SentFinding, type SliceResult } from './result.js'
import { count, storyKey, type Round, type StoryFile } from './slice.js'

/** How far a run has come: what it is gone on with from, when whoever led it is gone. */
const stateSchema = z.object({
  sudobox: z.literal(1),
  seed: count,
  /** Stories of a slice, and slices of a round. */
  slice: z.int().min(1),
  round: z.int().min(1),
  /** Rounds that are merged. */
  merged: count,
  seconds: z.number().min(0),
  corpus: z.array(storyKey),
  known: z.array(z.string()),
  /** All of it as if one slice had done it. */
  sum: z.unknown(),
})
export type RunState = z.output<typeof stateSchema>

/** @throws UsageError when it cannot be gone on with */
export function readState(text: string | null, run: string): RunState {
  const parsed = stateSchema.safeParse(text === null ? undefined : JSON.parse(text))
  if (!parsed.success)
    throw new UsageError(`the run ${run} cannot be resumed: the queue does not tell how far it has come`)
  return parsed.data
}

/** What to do with findings. */
export interface MergeOptions {
  readonly start: Start
  /** Folder into which stories are written as well. */
  readonly folder: Corpus
  readonly onFinding?: ((finding: Finding) => void) | undefined
}

/** Puts together what slices did, in the order of the slices: it does not matter when and where they ran. */
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
  #stories = 0
  #actions = 0

  /** @param stories with which the run begins, or goes on @param known clusters of what it has found already */
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
  get contracts(): readonly ContractReach[] {
    return this.#contracts
  }
  /** From what a round would start now. */
  get next(): Round {
    return { corpus: this.#corpus.stories.map(({ actions }) => storyName(actions)), known: [...this.#known] }
  }

  warn(text: string): void {
    this.#warnings.add(text)
  }

  /** Stories that came since this was last asked. */
  takeFresh(): readonly StoryFile[] {
    const fresh = storyFiles(this.#fresh)
    this.#fresh = []
    return fresh
  }

  /** Adds what came of a slice. @param isNew false: what was told before a run was resumed */
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
    for (const finding of result.findings) await this.#found(finding, isNew)
  }

  /** All that was added, as if it had come of one slice. */
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
    }
  }

  /** Goes on from the sum of a run that is resumed. */
  async resume({ sum }: RunState, run: string): Promise<void> {
    const { known } = this
    // They are known because of just these findings.
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
      return [{ label, messages, code: { ...untouched.code, ran: ran.map((one) => (one === 0 ? 0 : 1)) } }]
    })
  }

  /** A finding is told again here: its text and fixture do not come out of the queue, and its fixture names the files of this machine. */
  async #found(sent: SentFinding, isNew: boolean): Promise<void> {
    const { verdict, actions, seed } = sent
    if (this.#known.includes(verdict.cluster)) return
    let finding: Finding
    try {
      finding = await findingOf(this.#options.start, verdict, actions, seed)
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof FixtureError)) throw error
      this.warn(`a finding of ${verdict.invariant} could not be told again: ${error.shortMessage}`)
      return
    }
    this.#known.push(verdict.cluster)
    this.#sent.push(sent)
    this.#findings.push(finding)
    if (!finding.warning) writeFinding(finding)
    if (isNew) this.#options.onFinding?.(finding)
  }
}
