import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { atCallersLine, strict } from '../../base/index.js'
import { sequencesIn, type Budget } from '../budget.js'
import type { Measures, Progress } from '../campaign.js'
import { readCampaign, readingOf } from '../campaign-file.js'
import type { CampaignConfig } from '../config.js'
import { Corpus } from '../corpus/index.js'
import { writeFinding, type Finding } from '../findings/finding.js'
import { readForks, type OnFork, type Pins } from '../forked/forks.js'
import { foundEnough, seedOf, STACK_SIZE_MB } from './rules.js'
import { AFTER_SEQUENCES, AT_ONCE, clockOfAll, type FromWorker, type WorkerTask } from './protocol.js'
import type { VmReleases } from '../../replay/internal.js'
import { receivedError, type SentError } from './sent-error.js'
import type { CampaignCost } from '../invariants/costs.js'
import type { SearchPart } from '../search/index.js'
import type { WorldName } from '../worlds/names.js'
import { readSchemas } from '../setup.js'
import { readState, writeState, type CampaignState } from './state.js'
import { ProgressTotals } from './progress-totals.js'

/** Options of a campaign on several cores. */
export interface PoolOptions {
  /** The campaign: a YAML or JSON file, or a module. */
  readonly file: string
  /** All random choices depend on it and on the corpus; with several workers also on when they see what others added to the corpus. */
  readonly seed: number
  /** For all workers together. An empty one: until something was found and a minute has passed without another finding. */
  readonly budget: Budget
  /** The search strategies to use; all when left out. */
  readonly search?: readonly SearchPart[] | undefined
  /** One per core when left out. */
  readonly workers?: number
  /** Folder of the corpus; the campaign's own when left out. */
  readonly corpus?: string | undefined
  /** Folder of the findings; the campaign's own when left out. */
  readonly found?: string | undefined
  /** Releases of the contract VM; see `readCampaign`. */
  readonly vm?: VmReleases | undefined
  /** The file to which the first contract is migrated. */
  readonly migrateTo?: string | undefined
  /** The worlds in which action sequences begin; the campaign's own when left out. */
  readonly worlds?: readonly WorldName[] | undefined
  /** Whether a campaign that is data may do what a module may; see `readCampaign`. */
  readonly trust?: boolean | undefined
  /** Folder for what the workers' contracts ran; see `readParts`. */
  readonly coverage?: string | undefined
  /** Whether to measure the CPU time that the parts of the campaign cost. Threads share it, so it takes one worker. */
  readonly costs?: boolean | undefined
  /** Resumes the campaign in the folder of the corpus, with its seed and totals. */
  readonly resume?: boolean
  /** Ends the campaign after the running action sequences. */
  readonly signal?: AbortSignal
  /** Ends the campaign at once, without the running action sequences, and with findings as small as they are. */
  readonly abandon?: AbortSignal
  /** Called several times a second. */
  readonly onProgress?: (progress: PoolProgress) => void
  /** Called while a chain waits for the live one that it was forked from. */
  readonly onFork?: OnFork
  /** Called for each finding, after its fixture is written: at once, and again when it has been shrunk. */
  readonly onFinding?: (finding: Finding) => void
}

/** The progress of all workers together. */
export interface PoolProgress extends Progress {
  readonly title: string
  readonly seed: number
  readonly seconds: number
  readonly workers: number
  /** Action sequences that were run before the campaign was resumed. */
  readonly earlier: number
}

/** The result of all workers together, in this run. */
export interface PoolReport extends PoolProgress, Measures {
  /** What the parts of the campaign cost, of the workers that came to their end; undefined for a campaign on several machines. */
  readonly costs?: readonly CampaignCost[]
}

/** How often a worker is restarted after the JavaScript engine has ended it, for instance because it was out of memory. */
const RESTARTS = 3
/** The least number of milliseconds between two writes of the state. */
const STATE_PAUSE = 2000

/**
 * Runs a campaign on all cores. Each worker has its own seed, and they share new action sequences through the corpus. The campaign can be interrupted at any
 * time. The fixture of a finding is written at once.
 * @example const { findings } = await runPool({ file: 'campaign.yaml', seed: 1, budget: { sequences: 500 } })
 *
 * @throws FixtureError for an invalid campaign, UsageError if there is none to resume, CampaignError if its setup fails
 */
export const runPool = atCallersLine(strict('runPool', runStories))

async function runStories(options: PoolOptions): Promise<PoolReport> {
  const config = await readCampaign(options.file, readingOf(options))
  // Errors in a schema are reported before workers start, which takes seconds.
  readSchemas(config)
  const folder = config.corpus
  const earlier = options.resume === true ? readState(folder ?? '', config.title) : undefined
  const pool = new Pool(options, config, folder, earlier)
  return pool.run()
}

class Pool {
  readonly #options: PoolOptions
  readonly #config: CampaignConfig
  readonly #title: string
  /** The folder of the corpus; undefined if the corpus is temporary. */
  readonly #kept: string | undefined
  readonly #earlier: CampaignState | undefined
  readonly #workers: number
  readonly #stop = new SharedArrayBuffer(4)
  readonly #tally: ProgressTotals
  readonly #began = performance.now()
  #stateWritten = 0
  #lastFound = 0
  /** Fixtures that this run wrote of findings that are still being shrunk. */
  readonly #unshrunk = new Set<string>()
  #error: SentError | undefined
  /** Where forks of live chains start. */
  #forks: Pins = {}

  constructor(
    options: PoolOptions,
    config: CampaignConfig,
    kept: string | undefined,
    earlier: CampaignState | undefined,
  ) {
    this.#options = options
    this.#config = config
    this.#title = config.title
    this.#kept = kept
    this.#earlier = earlier
    this.#workers = Math.max(1, options.workers ?? availableParallelism())
    this.#tally = new ProgressTotals(this.#workers)
  }

  async run(): Promise<PoolReport> {
    const { signal, abandon } = this.#options
    const end = (): void => this.#end()
    const endAtOnce = (): void => this.#end(AT_ONCE)
    const shared = this.#kept ?? mkdtempSync(join(tmpdir(), 'sudobox-corpus-'))
    signal?.addEventListener('abort', end)
    abandon?.addEventListener('abort', endAtOnce)
    if (signal?.aborted === true) end()
    if (abandon?.aborted === true) endAtOnce()
    let release = (): void => {}
    try {
      const forks = await readForks(this.#config, this.#options.onFork)
      release = forks.end
      this.#forks = forks.pins
      Corpus.open(shared)
      this.#remember(true)
      await Promise.all(Array.from({ length: this.#workers }, (_, index) => this.#work(index, shared)))
      if (this.#error !== undefined) throw receivedError(this.#error)
      if (this.#kept !== undefined) Corpus.open(this.#kept).minimise()
      this.#remember(true)
      return { ...this.#progress(), ...this.#tally.measures, costs: this.#tally.costs }
    } finally {
      signal?.removeEventListener('abort', end)
      abandon?.removeEventListener('abort', endAtOnce)
      release()
      if (this.#kept === undefined) rmSync(shared, { recursive: true, force: true })
    }
  }

  /** Runs a worker, and restarts it until one has ended by itself. */
  async #work(index: number, corpus: string): Promise<void> {
    const { file, found, vm, migrateTo, worlds, seed, budget, trust, search, coverage, costs } = this.#options
    for (let restart = 0; ; restart++) {
      const task: WorkerTask = {
        file,
        corpus,
        found,
        vm,
        migrateTo,
        worlds,
        search,
        costs: costs === true && this.#workers === 1,
        trust,
        coverage,
        forks: this.#forks,
        stop: this.#stop,
        seed: seedOf(this.#earlier?.seed ?? seed, this.#earlier?.runs ?? 0, index + restart * this.#workers),
        budget: this.#share(budget, index),
        sent: clockOfAll(),
      }
      const fault = await this.#until(index, task)
      if (fault === undefined || this.#stopped) return
      this.#tally.lost(index, fault)
      if (restart < RESTARTS) continue
      this.#fail({
        name: 'Error',
        message: `a worker ended repeatedly: ${fault}`,
        details: [],
        known: true,
        stack: undefined,
      })
      return
    }
  }

  /** @returns why the engine ended the worker; undefined if it ended by itself */
  #until(index: number, task: WorkerTask): Promise<string | undefined> {
    return new Promise((resolve) => {
      const worker = new Worker(new URL('./worker.js', import.meta.url), {
        workerData: task,
        resourceLimits: { stackSizeMb: STACK_SIZE_MB },
      })
      let ended = false
      let fault: string | undefined
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'error') {
          ended = true
          this.#fail(message.error)
          return
        }
        if (message.type === 'fork') {
          this.#options.onFork?.(message.progress)
          return
        }
        ended ||= message.type === 'done'
        this.#take(index, message)
      })
      worker.on('error', (error) => {
        fault = error.message
      })
      worker.on('exit', (code) => resolve(ended ? undefined : (fault ?? `exit code ${code}`)))
    })
  }

  #take(index: number, message: Exclude<FromWorker, { type: 'error' | 'fork' }>): void {
    if (message.type === 'done') this.#tally.done(message.report)
    const progress = message.type === 'done' ? message.report : message.progress
    for (const finding of this.#tally.take(index, progress, message.corpusWarnings)) {
      if (finding.level === 'error') {
        this.#write(finding)
        this.#lastFound = performance.now()
      }
      this.#options.onFinding?.(finding)
    }
    this.#removeReplaced()
    if (this.#hasEnough()) this.#end()
    this.#remember(false)
    this.#options.onProgress?.(this.#progress())
  }

  #write(finding: Finding): void {
    if (finding.isShrinking !== true) this.#unshrunk.delete(finding.file)
    else if (!existsSync(finding.file)) this.#unshrunk.add(finding.file)
    writeFinding(finding)
  }

  /** Removes the fixtures of findings that a smaller one has replaced. */
  #removeReplaced(): void {
    const files = new Set(this.#tally.findings.map(({ file }) => file))
    for (const file of this.#unshrunk) {
      if (files.has(file)) continue
      rmSync(file, { force: true })
      this.#unshrunk.delete(file)
    }
  }

  #hasEnough(): boolean {
    const found = this.#tally.findings.filter(({ level }) => level === 'error').length
    return foundEnough(this.#options.budget, found, performance.now() - this.#lastFound)
  }

  #share(budget: Budget, index: number): Budget {
    const { seconds, findings } = budget
    const sequences = sequencesIn(budget)
    const passed = (performance.now() - this.#began) / 1000
    return {
      ...(sequences !== undefined && {
        sequences: this.#tally.left(Math.floor((sequences + this.#workers - 1 - index) / this.#workers), index),
      }),
      ...(seconds !== undefined && { seconds: Math.max(0, seconds - passed) }),
      ...(findings !== undefined && { findings }),
    }
  }

  #progress(): PoolProgress {
    return {
      ...this.#tally.sums(),
      title: this.#title,
      seed: this.#earlier?.seed ?? this.#options.seed,
      seconds: (performance.now() - this.#began) / 1000,
      workers: this.#workers,
      earlier: this.#earlier?.stories ?? 0,
    }
  }

  /** Writes the state to disk. */
  #remember(now: boolean): void {
    if (this.#kept === undefined || (!now && performance.now() - this.#stateWritten < STATE_PAUSE)) return
    this.#stateWritten = performance.now()
    const { sequences, actions, seconds, seed } = this.#progress()
    const { runs = 0, ...before } = this.#earlier ?? { stories: 0, actions: 0, seconds: 0 }
    writeState(this.#kept, {
      sudobox: 1,
      title: this.#title,
      seed,
      runs: runs + 1,
      stories: before.stories + sequences,
      actions: before.actions + actions,
      seconds: before.seconds + seconds,
    })
  }

  #fail(error: SentError): void {
    this.#error ??= error
    this.#end()
  }

  #end(how = AFTER_SEQUENCES): void {
    const stop = new Int32Array(this.#stop)
    Atomics.store(stop, 0, Math.max(how, Atomics.load(stop, 0)))
  }
  get #stopped(): boolean {
    return Atomics.load(new Int32Array(this.#stop), 0) !== 0
  }
}
