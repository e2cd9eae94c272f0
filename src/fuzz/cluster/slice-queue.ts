import type { Job, Queue, QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { ignoreError, type Connection } from './connect.js'
import { readResult, type SliceResult } from './result.js'
import type { Slice } from './slice.js'
import { LIFETIME, RunStore } from './store.js'

/** A slice and the name of its job: a slice that is queued twice is one job. */
export interface QueuedSlice {
  readonly job: string
  readonly slice: Slice
}

/** What has become of a slice. */
export type SliceState =
  /** There is no job: the server has lost it, or it was withdrawn. */
  | { readonly is: 'absent' }
  | { readonly is: 'open' }
  | { readonly is: 'done'; readonly result: SliceResult }
  | { readonly is: 'failed'; readonly error: string }

/** How often a slice is tried that ends with an error. */
const ATTEMPTS = 3

export const jobOf = ({ run, id, index, stories }: Slice): string => `${run}.${id}.${index}.${stories}`

/** The jobs of a queue, as whoever leads a run sees them. */
export class SliceQueue {
  readonly #connection: Connection
  readonly #queue: Queue
  readonly #events: QueueEvents
  readonly #listening: Redis

  constructor(connection: Connection) {
    const { bullmq, redis, prefix, queue } = connection
    this.#connection = connection
    this.#queue = new bullmq.Queue(queue, { connection: redis, prefix })
    this.#listening = redis.duplicate({ connectionName: `${prefix}-events` })
    this.#events = new bullmq.QueueEvents(queue, { connection: this.#listening, prefix })
    this.#queue.on('error', ignoreError)
    this.#events.on('error', ignoreError)
    this.#listening.on('error', ignoreError)
  }

  /** @param onNews when a slice is done @param onProgress how far a slice has come */
  listen(onNews: () => void, onProgress: (job: string, stories: number, actions: number) => void): void {
    this.#events.on('completed', onNews)
    this.#events.on('failed', onNews)
    this.#events.on('progress', ({ jobId, data }) => {
      const { stories, actions } = data as { readonly stories?: unknown; readonly actions?: unknown }
      if (Number.isSafeInteger(stories) && Number.isSafeInteger(actions))
        onProgress(jobId, stories as number, actions as number)
    })
  }

  /** Queues a slice, unless it is there already. */
  async add({ job, slice }: QueuedSlice): Promise<void> {
    const keep = { age: LIFETIME }
    await this.#queue.add('slice', slice, {
      jobId: job,
      attempts: ATTEMPTS,
      removeOnComplete: keep,
      removeOnFail: keep,
    })
  }

  async stateOf(name: string): Promise<SliceState> {
    const job = await this.#job(name)
    if (job === undefined) return { is: 'absent' }
    const state = await job.getState()
    if (state !== 'completed' && state !== 'failed') return { is: 'open' }
    // Between the two questions it may have come to its end.
    const ended = (await this.#job(name)) ?? job
    if (state === 'failed') return { is: 'failed', error: ended.failedReason }
    try {
      return { is: 'done', result: readResult(ended.returnvalue, `slice ${name}`) }
    } catch (error) {
      return { is: 'failed', error: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Takes a slice out of the queue that no worker has. */
  async withdraw(name: string): Promise<void> {
    const job = await this.#job(name)
    if (job !== undefined && (await job.getState()) !== 'completed') await job.remove().catch(ignoreError)
  }

  async remove(name: string): Promise<void> {
    await (await this.#job(name))?.remove().catch(ignoreError)
  }

  /** Deletes the jobs of a run; one that a worker has is deleted when there is the next command. */
  async removeRun(run: string): Promise<void> {
    for (const job of await this.#jobs()) if (runOf(job) === run) await job.remove().catch(ignoreError)
  }

  /** Deletes runs that were forgotten, and jobs of runs that are gone. */
  async clean(): Promise<void> {
    for (const name of await RunStore.forgotten(this.#connection)) await new RunStore(this.#connection, name).delete()
    const runs = new Set(await RunStore.names(this.#connection))
    for (const job of await this.#jobs()) if (!runs.has(runOf(job))) await job.remove().catch(ignoreError)
  }

  /** How many slices can run at once at this moment. */
  workers(): Promise<number> {
    return this.#queue.getWorkersCount()
  }

  async close(): Promise<void> {
    await Promise.all([this.#events.close(), this.#queue.close()])
  }

  /** Ends what {@link close} could not, as the server is away. */
  disconnect(): void {
    this.#listening.disconnect()
  }

  async #job(name: string): Promise<Job | undefined> {
    return (await this.#queue.getJob(name)) as Job | undefined
  }

  async #jobs(): Promise<readonly Job[]> {
    const jobs = await this.#queue.getJobs(['waiting', 'active', 'delayed', 'completed', 'failed'])
    return jobs.filter((job) => job !== undefined)
  }
}

/** Jobs of others may hold anything. */
const runOf = ({ data }: Job): string => String((data as { readonly run?: unknown } | null)?.run)
