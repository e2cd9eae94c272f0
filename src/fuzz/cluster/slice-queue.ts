import type { Job, Queue, QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { ignoreError, type Connection } from './connect.js'
import { readResult, type SliceResult } from './result.js'
import type { Slice } from './slice.js'
import { LIFETIME, RunStore } from './store.js'

/** A slice and the name of its job. A slice that is queued twice is one job. */
export interface QueuedSlice {
  readonly job: string
  readonly slice: Slice
}

/** The state of a slice in the queue. */
export type SliceState =
  /** The server has lost the job, or it was withdrawn. */
  | { readonly is: 'absent' }
  | { readonly is: 'open' }
  | { readonly is: 'done'; readonly result: SliceResult }
  | { readonly is: 'failed'; readonly error: string }

/** How often a slice that fails is tried. */
const ATTEMPTS = 3

export const jobOf = ({ run, id, index, stories }: Slice): string => `${run}.${id}.${index}.${stories}`

/** The jobs of a queue, for the command that leads a run. */
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

  /** @param onNews called when a slice is done or has failed @param onProgress called with the progress of a slice */
  listen(onNews: () => void, onProgress: (job: string, stories: number, actions: number) => void): void {
    this.#events.on('completed', onNews)
    this.#events.on('failed', onNews)
    this.#events.on('progress', ({ jobId, data }) => {
      const { stories, actions } = data as { readonly stories?: unknown; readonly actions?: unknown }
      if (Number.isSafeInteger(stories) && Number.isSafeInteger(actions))
        onProgress(jobId, stories as number, actions as number)
    })
  }

  /** Queues a slice unless it is queued already. */
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
    // The first copy may be from before the job ended.
    const ended = (await this.#job(name)) ?? job
    if (state === 'failed') return { is: 'failed', error: ended.failedReason }
    try {
      return { is: 'done', result: readResult(ended.returnvalue, `slice ${name}`) }
    } catch (error) {
      return { is: 'failed', error: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Removes a slice that no worker has taken from the queue. */
  async withdraw(name: string): Promise<void> {
    const job = await this.#job(name)
    if (job !== undefined && (await job.getState()) !== 'completed') await job.remove().catch(ignoreError)
  }

  async remove(name: string): Promise<void> {
    await (await this.#job(name))?.remove().catch(ignoreError)
  }

  /** Deletes the jobs of a run. {@link clean} of the next command deletes those that a worker still has. */
  async removeRun(run: string): Promise<void> {
    for (const job of await this.#jobs()) if (runOf(job) === run) await job.remove().catch(ignoreError)
  }

  /** Deletes abandoned runs, and jobs of runs that do not exist. */
  async clean(): Promise<void> {
    for (const name of await RunStore.forgotten(this.#connection)) await new RunStore(this.#connection, name).delete()
    const runs = new Set(await RunStore.names(this.#connection))
    for (const job of await this.#jobs()) if (!runs.has(runOf(job))) await job.remove().catch(ignoreError)
  }

  /** How many slices the connected workers can run at the same time. */
  workers(): Promise<number> {
    return this.#queue.getWorkersCount()
  }

  async close(): Promise<void> {
    await Promise.all([this.#events.close(), this.#queue.close()])
  }

  /** Closes the connection if {@link close} could not because the server is down. */
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

/** The data of jobs is untrusted. */
const runOf = ({ data }: Job): string => String((data as { readonly run?: unknown } | null)?.run)
