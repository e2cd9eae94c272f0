import { hostname } from 'node:os'
import type { Job, Worker } from 'bullmq'
import { UsageError, version } from '../../base/index.js'
import { connect, ignoreError, type Connection, type QueuePlace } from './connect.js'
import { sliceSchema, type Slice, type StoryFile } from './slice.js'
import { SliceThread, type SliceOutcome } from './slice-thread.js'
import { RunStore } from './store.js'

/** Options of a worker. */
export interface ServeOptions extends QueuePlace {
  /** The number of slices that run at the same time. */
  readonly workers: number
  /** Ends after so many seconds without a slice; never when left out. */
  readonly idle?: number | undefined
  /** Ends the worker at once. Its slices run again elsewhere. */
  readonly signal?: AbortSignal
  /** Called when it is connected. */
  readonly onReady?: () => void
  readonly onSlice?: (done: SliceDone) => void
}

/** A slice that a worker has run. */
interface SliceDone {
  readonly slice: Slice
  /** The number of action sequences; fewer than requested if the run was ended. */
  readonly stories: number
  readonly seconds: number
  /** The error if it failed. */
  readonly error?: string
}

/** Milliseconds after which the slice of a lost worker runs again. The lock is renewed after half of them, by a thread that does nothing else. */
const LOCK = 10_000
/** Milliseconds between two checks for slices of lost workers. */
const STALLED_CHECK = 5000
/** How often a slice may lose its worker before it is given up. */
const MAX_LOSSES = 20
/** Milliseconds between two progress reports of a slice, and between two checks whether it has to end. */
const PAUSE = 500
/** Milliseconds that connections have to close, since the server may be down. */
const CLOSING = 2000

/**
 * Runs the slices in a queue until the signal, or until there have been none for `idle` seconds. The content of the queue is untrusted: nothing of
 * it is executed as code, names a file of this machine, or is written to disk.
 * @throws UsageError if the runs in the queue need another release; QueueError if the server cannot be used
 */
export async function serveQueue(options: ServeOptions): Promise<void> {
  const connection = await connect(options, `${options.prefix ?? 'sudobox'}-worker`)
  try {
    await refuseOtherReleases(connection)
    const server = new Server(connection, options)
    options.onReady?.()
    await server.run()
  } finally {
    connection.close()
  }
}

async function refuseOtherReleases(connection: Connection): Promise<void> {
  const heads = await Promise.all(
    (await RunStore.names(connection)).map((name) => new RunStore(connection, name).head()),
  )
  const versions = new Set(heads.flatMap((head) => head?.version ?? []))
  if (versions.size === 0 || versions.has(version())) return
  throw new UsageError(`the runs in the queue are of sudobox ${[...versions].join(', ')}; this is ${version()}`, {
    details: [`right: npx sudobox@${[...versions][0]} worker …`, 'the search differs between releases'],
  })
}

class Server {
  readonly #connection: Connection
  readonly #options: ServeOptions
  readonly #places: readonly Place[]
  #lastWork = performance.now()

  constructor(connection: Connection, options: ServeOptions) {
    this.#connection = connection
    this.#options = options
    const cache = new StoryCache(connection)
    this.#places = Array.from({ length: options.workers }, () => new Place(connection, cache))
  }

  async run(): Promise<void> {
    const { signal } = this.#options
    const workers = this.#places.map((place) => this.#worker(place))
    await this.#ended(signal)
    for (const place of this.#places) place.leave()
    const closing = Promise.all(workers.map(async (worker) => worker.close()))
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, CLOSING))])
    await Promise.all(this.#places.map(async (place) => place.close()))
  }

  #ended(signal: AbortSignal | undefined): Promise<void> {
    const { idle } = this.#options
    return new Promise((resolve) => {
      const look = setInterval(() => {
        if (this.#places.some(({ isBusy }) => isBusy)) this.#lastWork = performance.now()
        if (idle !== undefined && performance.now() - this.#lastWork >= idle * 1000) end()
      }, PAUSE)
      const end = (): void => {
        clearInterval(look)
        resolve()
      }
      signal?.addEventListener('abort', end)
      if (signal?.aborted === true) end()
    })
  }

  #worker(place: Place): Worker {
    const { bullmq, redis, prefix, queue } = this.#connection
    const work = async (job: Job, token?: string): Promise<unknown> => {
      const began = performance.now()
      const parsed = sliceSchema.safeParse(job.data)
      if (!parsed.success || parsed.data.version !== version())
        throw new bullmq.UnrecoverableError(`this slice is not one of sudobox ${version()}`)
      const slice = parsed.data
      const report = (stories: number, failure?: string): void =>
        this.#options.onSlice?.({
          slice,
          stories,
          seconds: (performance.now() - began) / 1000,
          ...(failure !== undefined && { error: failure }),
        })
      try {
        const result = await place.run(slice, (progress) => job.updateProgress(progress))
        report(result.stories)
        return result
      } catch (error) {
        if (place.isLeft) {
          await job.moveToWait(token)
          throw new bullmq.WaitingError()
        }
        report(0, error instanceof Error ? error.message : String(error))
        throw error
      }
    }
    const worker = new bullmq.Worker(queue, work, {
      connection: redis,
      prefix,
      name: `${hostname()}-${process.pid}`,
      lockDuration: LOCK,
      stalledInterval: STALLED_CHECK,
      maxStalledCount: MAX_LOSSES,
    })
    worker.on('error', ignoreError)
    return worker
  }
}

/** Action sequences of the current run, each fetched once. All are needed until the run ends, so none is evicted. */
class StoryCache {
  readonly #connection: Connection
  #run = ''
  #stories = new Map<string, StoryFile>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async get({ run, id }: Slice, names: readonly string[]): Promise<readonly StoryFile[]> {
    if (this.#run !== `${run}/${id}`) this.#stories = new Map()
    this.#run = `${run}/${id}`
    const stories = this.#stories
    const missing = names.filter((name) => !stories.has(name))
    const fetched = await new RunStore(this.#connection, run).stories(missing)
    for (const story of fetched) stories.set(story.name, story)
    return names.map((name) => stories.get(name)!)
  }
}

/** A place for one of the slices that run at the same time, with its thread. */
class Place {
  readonly #connection: Connection
  readonly #cache: StoryCache
  #thread: SliceThread | undefined
  /** The run that the thread is for. A thread is reused only within a run, because code coverage counters continue from slice to slice. */
  #of = ''
  isBusy = false
  /** Whether the worker is ending, so that the slice goes back into the queue. */
  isLeft = false

  constructor(connection: Connection, cache: StoryCache) {
    this.#connection = connection
    this.#cache = cache
  }

  async run(slice: Slice, onProgress: (progress: object) => Promise<void>): Promise<SliceOutcome> {
    this.isBusy = true
    try {
      return await this.#run(slice, onProgress)
    } finally {
      this.isBusy = false
    }
  }

  async #run(slice: Slice, onProgress: (progress: object) => Promise<void>): Promise<SliceOutcome> {
    const store = new RunStore(this.#connection, slice.run)
    const { corpus, known } = await store.round(slice.round)
    const stories = await this.#cache.get(slice, corpus)
    const thread = await this.#threadFor(slice, store)
    let progress: object | undefined
    const look = setInterval(() => {
      void store.status().then((status) => status !== 'running' && thread.stop(), ignoreError)
      if (progress !== undefined) void onProgress(progress).catch(ignoreError)
      progress = undefined
    }, PAUSE)
    try {
      return await thread.run({ seed: slice.seed, stories: slice.stories, corpus: stories, known }, (now) => {
        progress = { stories: now.stories, actions: now.actions }
      })
    } catch (error) {
      await this.close()
      throw error
    } finally {
      clearInterval(look)
    }
  }

  async #threadFor({ run, id, campaign, coverage }: Slice, store: RunStore): Promise<SliceThread> {
    const of = `${run}/${id}/${campaign}/${coverage}`
    if (this.#thread === undefined || this.#of !== of) {
      const packed = await store.packed(campaign)
      await this.close()
      this.#thread = new SliceThread(packed, coverage)
      this.#of = of
    }
    return this.#thread
  }

  leave(): void {
    this.isLeft = true
    void this.close()
  }

  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }
}
