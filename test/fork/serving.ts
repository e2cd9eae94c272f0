import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What a recorded node was asked. */
interface Served {
  readonly requests: number
  /** Several may be in one request. */
  readonly calls: number
  /** What was not recorded. */
  readonly refused: readonly string[]
}

/** A recorded node in a thread of its own: a fork waits for its answers. */
export class Serving {
  readonly url: string
  readonly #worker: Worker

  private constructor(url: string, worker: Worker) {
    this.url = url
    this.#worker = worker
  }

  /** @param lines of a recording: calls, stores and queries among them are answered */
  static async start(height: number, lines: readonly object[]): Promise<Serving> {
    const said = lines.filter((line) => 'call' in line || 'store' in line || 'path' in line)
    const worker = new Worker(new URL('./recorded-server.mjs', import.meta.url), {
      workerData: { height, lines: said },
    })
    const [{ url }] = (await once(worker, 'message')) as [{ url: string }]
    return new Serving(url, worker)
  }

  async served(): Promise<Served> {
    const answer = once(this.#worker, 'message') as Promise<[Served]>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    this.#worker.postMessage('')
    return (await answer)[0]
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
