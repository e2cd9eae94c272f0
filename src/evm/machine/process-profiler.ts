import { Session } from 'node:inspector'
import { createHistogram, monitorEventLoopDelay, performance, type IntervalHistogram } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { getHeapSnapshot } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { refuse } from '../errors.js'
import type { Files } from './files.js'

/** The longest profile that one call takes, in seconds. */
const MAX_SECONDS = 600
/** Events of a trace that are kept: a longer one would not fit into memory. */
const MAX_EVENTS = 1_000_000

const TRACED = ['v8', 'node.perf', 'node.async_hooks']

type Loop = ReturnType<typeof performance.eventLoopUtilization>

/** Profiles of this process, taken with V8's inspector and Node's counters, as files. */
export class ProcessProfiler {
  readonly #files: Files
  readonly #closing = new AbortController()
  #session: Session | undefined
  #cpu: string | undefined
  #trace: { readonly file: string; readonly events: unknown[]; readonly session: Session } | undefined
  #blocked: IntervalHistogram | undefined
  #mutexes: { readonly fraction: number; readonly since: Loop } = {
    fraction: 0,
    since: performance.eventLoopUtilization(),
  }

  constructor(files: Files) {
    this.#files = files
  }

  /** Begins a sampled CPU profile. */
  async startCpu(file: string): Promise<void> {
    await this.#files.check(file)
    if (this.#cpu !== undefined) throw refuse('CPU profiling already in progress')
    this.#cpu = file
    await this.#post('Profiler.enable')
    await this.#post('Profiler.start')
  }

  /** Ends the profile and writes it in the form `.cpuprofile`. */
  async stopCpu(): Promise<void> {
    const file = this.#cpu
    if (file === undefined) throw refuse('CPU profiling not in progress')
    this.#cpu = undefined
    const { profile } = (await this.#post('Profiler.stop')) as { profile: unknown }
    await this.#files.write(file, JSON.stringify(profile))
  }

  /** Begins a trace of V8 and Node: collections, compilations, asynchronous work. */
  async startTrace(file: string): Promise<void> {
    await this.#files.check(file)
    if (this.#trace !== undefined) throw refuse('trace already in progress')
    // A trace covers the whole process, and only its main thread can take one.
    const session = new Session()
    if (isMainThread) session.connect()
    else session.connectToMainThread()
    const trace = { file, events: [] as unknown[], session }
    this.#trace = trace
    session.on('NodeTracing.dataCollected', ({ params }) => {
      if (trace.events.length < MAX_EVENTS) trace.events.push(...params.value)
    })
    try {
      await post(session, 'NodeTracing.start', { traceConfig: { includedCategories: TRACED } })
    } catch (error) {
      session.disconnect()
      this.#trace = undefined
      throw error
    }
  }

  /** Ends the trace and writes it in the form of Chrome's trace viewer. */
  async stopTrace(): Promise<void> {
    const trace = this.#trace
    if (trace === undefined) throw refuse('trace not in progress')
    this.#trace = undefined
    const { session } = trace
    const complete = new Promise<void>((resolve) => session.once('NodeTracing.tracingComplete', () => resolve()))
    await post(session, 'NodeTracing.stop')
    await complete
    // The last events are queued for the session after the announcement: one more answer follows them.
    await post(session, 'NodeTracing.getCategories')
    session.disconnect()
    await this.#files.write(trace.file, JSON.stringify({ traceEvents: trace.events }))
  }

  /** Go counts where goroutines block; the nearest equivalent here is how long the event loop was delayed. 0 ends it. */
  setBlockRate(rate: number): void {
    this.#blocked?.disable()
    this.#blocked = rate === 0 ? undefined : monitorEventLoopDelay({ resolution: 10 })
    this.#blocked?.enable()
  }

  /** Writes the delays of the event loop since the rate was set, in nanoseconds. */
  async writeBlock(file: string): Promise<void> {
    await this.#files.write(file, JSON.stringify(delays(this.#blocked ?? createHistogram())))
  }

  /**
   * Go counts how long goroutines wait for mutexes; a single thread has none, and the nearest equivalent is how much of its time it was
   * busy. Returns the fraction before.
   */
  setMutexFraction(fraction: number): number {
    const { fraction: before } = this.#mutexes
    // As in Go, a negative fraction only reads.
    if (fraction >= 0) this.#mutexes = { fraction, since: performance.eventLoopUtilization() }
    return before
  }

  /** Writes how busy the thread was since the fraction was set: milliseconds idle and active, and their ratio. */
  async writeMutex(file: string): Promise<void> {
    const { fraction, since } = this.#mutexes
    await this.#files.write(file, JSON.stringify({ fraction, ...performance.eventLoopUtilization(since) }))
  }

  /** Writes what is in the heap, in the form `.heapsnapshot`. */
  async writeMemory(file: string): Promise<void> {
    await this.#files.check(file)
    await this.#files.write(file, getHeapSnapshot())
  }

  /** @throws RpcError (-32000) when the file may not be written. */
  check(file: string): Promise<void> {
    return this.#files.check(file)
  }

  /** Runs a full garbage collection. */
  async collect(): Promise<void> {
    await this.#post('HeapProfiler.collectGarbage')
  }

  /** Lets a profile run. @throws RpcError when the node is closed meanwhile. */
  async wait(seconds: number): Promise<void> {
    if (!(seconds >= 0 && seconds <= MAX_SECONDS)) throw refuse(`want 0 to ${MAX_SECONDS} seconds`)
    try {
      await setTimeout(seconds * 1000, undefined, { signal: this.#closing.signal })
    } catch {
      throw refuse('the node was closed')
    }
  }

  /** Ends what runs; its files are not written. */
  close(): void {
    this.#closing.abort()
    this.#blocked?.disable()
    if (this.#trace !== undefined) {
      this.#trace.session.post('NodeTracing.stop')
      this.#trace.session.disconnect()
      this.#trace = undefined
    }
    this.#session?.disconnect()
    this.#session = undefined
  }

  #open(): Session {
    if (this.#session === undefined) {
      this.#session = new Session()
      this.#session.connect()
    }
    return this.#session
  }

  #post(method: string, params?: object): Promise<unknown> {
    return post(this.#open(), method, params)
  }
}

/** @throws RpcError (-32000) in the inspector's words. */
const post = (session: Session, method: string, params?: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    session.post(method, params, (error: Error | null, result?: object) => {
      if (error === null) resolve(result)
      else reject(refuse(`the inspector refused: ${error.message}`))
    })
  })

type Histogram = ReturnType<typeof createHistogram>

const delays = ({ count, min, max, mean, stddev, percentiles }: Histogram | IntervalHistogram): object =>
  count === 0 ? { count } : { count, min, max, mean, stddev, percentiles: Object.fromEntries(percentiles) }
