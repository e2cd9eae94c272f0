import { Worker } from 'node:worker_threads'
import { receivedError } from '../pool/sent-error.js'
import { STACK_SIZE_MB } from '../pool/rules.js'
import type { Packed } from './packed.js'
import type { FromThread, SliceWork, ThreadTask } from './protocol.js'

/** The result of a slice as JSON. */
export type SliceOutcome = Extract<FromThread, { readonly type: 'done' }>['result']
type Progress = Omit<Extract<FromThread, { readonly type: 'progress' }>, 'type'>

/** A thread that runs the slices of one campaign, so that the thread that talks to Redis can renew locks in time. */
export class SliceThread {
  readonly #worker: Worker
  readonly #flag: Int32Array

  constructor(packed: Packed, coverage: boolean) {
    const stop = new SharedArrayBuffer(4)
    this.#flag = new Int32Array(stop)
    const task: ThreadTask = { packed, stop, coverage }
    this.#worker = new Worker(new URL('./slices.js', import.meta.url), {
      workerData: task,
      resourceLimits: { stackSizeMb: STACK_SIZE_MB },
    })
  }

  /** Runs a slice. The one before it must be done. @throws CampaignError if the campaign cannot run; Error if the JavaScript engine ended the thread */
  run(work: SliceWork, onProgress: (progress: Progress) => void): Promise<SliceOutcome> {
    Atomics.store(this.#flag, 0, 0)
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        this.#worker.off('message', onMessage).off('error', reject).off('exit', ended)
        settle()
      }
      const onMessage = (message: FromThread): void => {
        if (message.type === 'progress') onProgress(message)
        else if (message.type === 'done') end(() => resolve(message.result))
        else end(() => reject(receivedError(message.error)))
      }
      const ended = (code: number): void => end(() => reject(new Error(`the thread of the slice ended with ${code}`)))
      this.#worker.on('message', onMessage).on('error', reject).on('exit', ended)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      this.#worker.postMessage(work)
    })
  }

  /** Ends the slice after the current action sequence. */
  stop(): void {
    Atomics.store(this.#flag, 0, 1)
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }
}
