import { jsonText, UsageError, version } from '../../base/index.js'
import { countedCodes, writePart } from '../../coverage/index.js'
import { sequencesIn } from '../budget.js'
import type { Progress } from '../campaign.js'
import { Corpus } from '../corpus/index.js'
import { foundEnough, seedOf } from '../pool/rules.js'
import { CampaignError } from '../pool/sent-error.js'
import type { Start } from '../setup.js'
import { ignoreError, QueueError, type Connection } from './connect.js'
import { Merge, readState, type RunState } from './merge.js'
import type { Packed } from './packed.js'
import type { QueueOptions, QueueProgress, QueueReport } from './run-queue.js'
import { readStories, storyFiles, type SliceResult } from './result.js'
import type { Slice } from './slice.js'
import { jobOf, SliceQueue, type QueuedSlice } from './slice-queue.js'
import { LIFETIME, RunStore, type Head } from './store.js'
import { endOf, within } from './within.js'

const SLICE = 100
const ROUND = 8
/** Rounds in the queue at a time: workers continue with the second while the first is completed. */
const AHEAD = 2
/** Milliseconds between two checks if there are no events. */
const PAUSE = 500
/** Milliseconds that slices have to end after the request to stop. */
const GRACE = 10_000
const CLOSING = 2000

interface LeadOptions {
  /** Hash of the manifest. */
  readonly campaign: string
  readonly name: string
  /** Folder of the corpus. */
  readonly corpus: string | undefined
  /** When the budget's seconds started, by `performance.now()`. */
  readonly began: number
}

/** Leads a run: queues its slices, and merges their results. */
export class Lead {
  readonly #options: QueueOptions
  readonly #connection: Connection
  readonly #start: Start
  readonly #packed: Packed
  readonly #campaign: string
  readonly #store: RunStore
  readonly #queue: SliceQueue
  readonly #folder: Corpus
  readonly #began: number
  /** Slices that are not merged yet, in order. */
  readonly #outstanding: QueuedSlice[] = []
  /** Progress of running slices, by job. */
  readonly #live = new Map<string, { readonly stories: number; readonly actions: number }>()
  #merge: Merge
  #id = ''
  #seed: number
  #slice: number
  #round: number
  #merged = 0
  /** Index of this command's first slice, and of the next one to queue. */
  #first = 0
  #next = 0
  #failed = 0
  #earlier: Pick<Progress, 'sequences' | 'actions'> & { readonly seconds: number } = {
    sequences: 0,
    actions: 0,
    seconds: 0,
  }
  #workers = 0
  #lastFound = 0
  #wake: () => void = ignoreError

  constructor(
    options: QueueOptions,
    connection: Connection,
    start: Start,
    packed: Packed,
    { campaign, name, corpus, began }: LeadOptions,
  ) {
    this.#began = began
    this.#options = options
    this.#connection = connection
    this.#start = start
    this.#packed = packed
    this.#campaign = campaign
    this.#store = new RunStore(connection, name)
    this.#folder = Corpus.open(corpus)
    this.#merge = this.#newMerge(this.#folder.stories)
    this.#seed = options.seed
    this.#slice = options.slice ?? SLICE
    this.#round = options.round ?? ROUND
    this.#queue = new SliceQueue(connection)
  }

  async run(): Promise<QueueReport> {
    const { budget, signal } = this.#options
    const end = endOf(budget.seconds === undefined ? undefined : budget.seconds - this.#seconds, signal)
    const tick = setInterval(() => this.#options.onProgress?.(this.#progress()), PAUSE)
    try {
      await this.#queue.clean()
      await this.#open()
      this.#listen()
      const advancing = this.#advance(end.signal)
      advancing.catch(ignoreError)
      await Promise.race([advancing, end.over])
      this.#wake()
      const kept = await this.#close(advancing)
      if (this.#options.corpus !== undefined) this.#folder.minimise()
      const { coverage } = this.#options
      const { vms } = this.#start.config
      if (coverage !== undefined) writePart(coverage, 'queue', this.#merge.codes.of(countedCodes(vms!)))
      return { ...this.#progress(), ...this.#merge.measures, kept }
    } finally {
      end.stop()
      clearInterval(tick)
      await within(this.#queue.close(), CLOSING)
      this.#queue.disconnect()
    }
  }

  /** @returns whether the run is still in the queue */
  async #close(advancing: Promise<boolean>): Promise<boolean> {
    const isDone = await within(advancing, GRACE)
    if (isDone === undefined) return true
    if (this.#options.signal?.aborted === true && !isDone) {
      await within(this.#withdraw(), CLOSING)
      return true
    }
    return (await within(this.#finish(isDone), GRACE + CLOSING)) !== true
  }

  #newMerge(...[stories, known]: [Corpus['stories'], (readonly string[])?]): Merge {
    const onFinding: QueueOptions['onFinding'] = (finding) => {
      if (finding.level === 'error') this.#lastFound = performance.now()
      this.#options.onFinding?.(finding)
    }
    return new Merge({ start: this.#start, folder: this.#folder, onFinding }, stories, known)
  }

  /** Begins or resumes the run. */
  async #open(): Promise<void> {
    const { resume = false } = this.#options
    const { name } = this.#store
    const head = await this.#store.head()
    if (head === undefined && resume)
      throw new UsageError(`the queue holds no run "${name}" to resume`, {
        details: ['right: start one without --resume'],
      })
    if (head === undefined) {
      this.#id = await this.#store.newId()
      await this.#store.begin(this.#head(), this.#packed)
      const from = this.#merge.next
      await this.#store.commit({
        state: this.#state(),
        stories: storyFiles(this.#folder.stories),
        rounds: roundsFrom(0, from),
      })
    } else await this.#resume(head)
    for (let i = 0; i < AHEAD; i++) await this.#enqueue()
  }

  async #resume(head: Head): Promise<void> {
    const { name } = this.#store
    const state = readState(await this.#store.state(), name)
    const sum = { ...(state.sum as Pick<SliceResult, 'stories' | 'actions'>) }
    if (this.#options.resume !== true)
      throw new UsageError(`the queue already has a run "${name}"`, {
        details: [
          `so far: ${sum.stories} action sequences with seed ${state.seed}`,
          'right: --resume to continue it, or --name NAME for another run',
          `a run that is not continued is deleted after ${LIFETIME / 86_400} days`,
        ],
      })
    if (head.version !== version())
      throw new UsageError(`the run "${name}" is of sudobox ${head.version}; this is ${version()}`)
    if (head.campaign !== this.#campaign)
      throw new UsageError(`the run "${name}" is of another campaign, or its files were changed`, {
        details: [
          `it runs: ${head.title} (${head.campaign})`,
          `this is: ${this.#start.config.title} (${this.#campaign})`,
        ],
      })
    await this.#refuseOtherLead()
    this.#id = head.id
    this.#seed = state.seed
    this.#slice = state.slice
    this.#round = state.round
    this.#merged = state.merged
    this.#first = this.#next = state.merged * state.round
    this.#merge = this.#newMerge(readStories(await this.#store.stories(state.corpus), name), state.known)
    await this.#merge.resume(state, name)
    this.#earlier = { sequences: sum.stories, actions: sum.actions, seconds: state.seconds }
    await this.#store.begin(this.#head(), this.#packed)
  }

  /** Two commands that lead one run would merge every slice twice, and each would miss some of the progress. */
  async #refuseOtherLead(): Promise<void> {
    const { redis, prefix } = this.#connection
    const clients = String(await redis.client('LIST').catch(() => ''))
    const own = ` name=${prefix}-lead-${this.#store.name} `
    if (clients.split(own).length > 2)
      throw new UsageError(`another command already leads the run "${this.#store.name}"`)
  }

  #head(): Head {
    const { title } = this.#start.config
    return { id: this.#id, version: version(), campaign: this.#campaign, title, status: 'running' }
  }

  #state(): string {
    const { corpus, known } = this.#merge.next
    const state: RunState = {
      sudobox: 1,
      seed: this.#seed,
      slice: this.#slice,
      round: this.#round,
      merged: this.#merged,
      seconds: this.#seconds + this.#earlier.seconds,
      corpus: [...corpus],
      known: [...known],
      sum: this.#merge.sum,
    }
    return jsonText(state)
  }

  /** The number of action sequences that the budget leaves for a slice. */
  #storiesOf(index: number): number {
    const sequences = sequencesIn(this.#options.budget) ?? Infinity
    return Math.max(0, Math.min(this.#slice, sequences - (index - this.#first) * this.#slice))
  }

  /** Queues the next round. */
  async #enqueue(): Promise<void> {
    const round = this.#next / this.#round
    for (let i = 0; i < this.#round; i++, this.#next++) {
      const stories = this.#storiesOf(this.#next)
      if (stories === 0) continue
      const slice: Slice = {
        run: this.#store.name,
        id: this.#id,
        version: version(),
        campaign: this.#campaign,
        round,
        index: this.#next,
        seed: seedOf(this.#seed, 0, this.#next),
        stories,
        coverage: this.#options.coverage !== undefined,
      }
      const queued = { job: jobOf(slice), slice }
      this.#outstanding.push(queued)
      await this.#queue.add(queued)
    }
  }

  #listen(): void {
    this.#queue.listen(
      () => this.#wake(),
      (job, stories, actions) => {
        if (this.#outstanding.some((queued) => queued.job === job)) this.#live.set(job, { stories, actions })
      },
    )
  }

  /** Merges slices in order as they are done. @returns whether all slices of the budget are merged */
  async #advance(ending: AbortSignal): Promise<boolean> {
    let jobs: string[] = []
    while (!ending.aborted && !this.#hasEnough()) {
      const [next] = this.#outstanding
      if (next === undefined) return true
      if (await this.#take(next)) {
        jobs.push(next.job)
        if (this.#outstanding[0]?.slice.round === next.slice.round) continue
        await this.#completeRound(next.slice.round, jobs)
        jobs = []
        continue
      }
      this.#workers = await this.#queue.workers()
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, PAUSE)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return false
  }

  #hasEnough(): boolean {
    const found = this.#merge.findings.filter(({ level }) => level === 'error').length
    return foundEnough(this.#options.budget, found, performance.now() - this.#lastFound)
  }

  /** Merges a slice if it is done. @param isLast whether a slice that ended early is merged too */
  async #take(queued: QueuedSlice, isLast = false): Promise<boolean> {
    const state = await this.#queue.stateOf(queued.job)
    if (state.is === 'absent' && !isLast) await this.#restore(queued)
    if (state.is === 'absent' || state.is === 'open') return false
    if (state.is === 'failed') this.#giveUp(queued.slice, state.error)
    else if (state.result.cut && !isLast) {
      // It ended early because the run was being stopped, but the run continued: run it again.
      await this.#queue.remove(queued.job)
      await this.#queue.add(queued)
      return false
    } else {
      this.#failed = 0
      await this.#merge.add(state.result)
      this.#merge.at(this.#seconds)
    }
    this.#outstanding.splice(this.#outstanding.indexOf(queued), 1)
    this.#live.delete(queued.job)
    return true
  }

  #giveUp({ index }: Slice, error: string): void {
    this.#merge.warn(`slice ${index} was skipped: ${error}`)
    if (++this.#failed >= this.#round) throw new CampaignError('no slice of the campaign runs', { details: [error] })
  }

  async #restore(queued: QueuedSlice): Promise<void> {
    if ((await this.#store.head()) === undefined)
      throw new QueueError(`the server no longer holds the run "${this.#store.name}"`, {
        details: ['right: configure the server to lose no data: appendonly yes, maxmemory-policy noeviction'],
      })
    await this.#queue.add(queued)
  }

  /** The state after a complete round is where the next round but one starts. */
  async #completeRound(round: number, jobs: readonly string[]): Promise<void> {
    this.#merged = round + 1
    await this.#store.commit({
      state: this.#state(),
      stories: this.#merge.takeFresh(),
      rounds: new Map([[round + AHEAD, this.#merge.next]]),
      over: round,
    })
    for (const job of jobs) await this.#queue.remove(job)
    await this.#enqueue()
  }

  async #withdraw(): Promise<void> {
    for (const { job } of this.#outstanding) await this.#queue.withdraw(job)
  }

  /** Ends running slices early, merges their results, and deletes the run. */
  async #finish(isDone: boolean): Promise<true> {
    if (!isDone) {
      await this.#store.stop()
      await this.#withdraw()
      const until = performance.now() + GRACE
      const left = this.#outstanding.slice()
      for (const queued of left)
        while (performance.now() < until && !(await this.#take(queued, true))) {
          if ((await this.#queue.stateOf(queued.job)).is === 'absent') break
          await new Promise((resolve) => setTimeout(resolve, PAUSE / 5))
        }
    }
    await this.#queue.removeRun(this.#store.name)
    await this.#store.delete()
    return true
  }

  get #seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  #progress(): QueueProgress {
    const merge = this.#merge
    const live = [...this.#live.values()]
    const sum = (of: 'stories' | 'actions'): number => live.reduce((total, one) => total + one[of], merge[of])
    return {
      sequences: sum('stories') - this.#earlier.sequences,
      actions: sum('actions') - this.#earlier.actions,
      features: merge.features,
      corpus: merge.size,
      findings: merge.findings,
      warnings: merge.warnings,
      title: this.#start.config.title,
      seed: this.#seed,
      seconds: this.#seconds,
      workers: this.#workers,
      earlier: this.#earlier.sequences,
      run: this.#store.name,
    }
  }
}

const roundsFrom = <T>(round: number, from: T): ReadonlyMap<number, T> =>
  new Map(Array.from({ length: AHEAD }, (_, i) => [round + i, from]))
