import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import { ForkError } from '../errors.js'
import type { Answers, Question, RpcAnswer, RpcCall, RpcSettings, WorkerStart } from './wire.js'

/** All forks of a process share one, since only one of them waits at a time. */
interface Thread {
  readonly worker: Worker
  readonly port: MessagePort
  readonly signal: Int32Array
}

let thread: Thread | undefined
let clients = 0

/** Calls a node and waits for the answers, since contracts and modules read their state synchronously. Another thread does the fetching. */
export class BlockingRpc {
  readonly #settings: RpcSettings
  readonly #client = clients++
  #requests = 0

  constructor(settings: RpcSettings) {
    this.#settings = settings
  }

  /** HTTP requests so far. */
  get requests(): number {
    return this.#requests
  }

  /** The answers in the order of the calls. @throws ForkError `unreachable` when one has no answer */
  call(calls: readonly RpcCall[]): readonly Exclude<RpcAnswer, { failed: string }>[] {
    const { port, signal } = (thread ??= start())
    Atomics.store(signal, 0, 0)
    port.postMessage({ client: this.#client, settings: this.#settings, calls } satisfies Question)
    Atomics.wait(signal, 0, 0, this.#longest(calls.length))
    const { answers, requests } = (receiveMessageOnPort(port)?.message ?? this.#nothing(calls)) as Answers
    this.#requests += requests
    return answers.map((answer) => {
      if ('failed' in answer) throw this.#unreachable(answer.failed)
      return answer
    })
  }

  /** More than all attempts can take. */
  #longest(calls: number): number {
    const { timeout, longestPause, tries, perSecond = Infinity } = this.#settings
    return (timeout + longestPause) * tries * (1 + calls / 10) + (calls * 1000) / perSecond
  }

  #nothing(calls: readonly RpcCall[]): Answers {
    void thread?.worker.terminate()
    thread = undefined
    return { answers: calls.map(() => ({ failed: 'the thread that fetches does not answer' })), requests: 0 }
  }

  #unreachable(why: string): ForkError {
    return new ForkError('unreachable', `no endpoint of the forked chain answers`, {
      details: why.split('; '),
    })
  }
}

function start(): Thread {
  const { port1: port, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const workerData: WorkerStart = { port: port2, signal }
  const worker = new Worker(new URL('./rpc-worker.js', import.meta.url), {
    workerData,
    transferList: [port2],
    // Options of this process, such as a loader, would have to be answered by the thread that waits.
    execArgv: [],
  })
  // An idle thread must not keep the process alive.
  worker.unref()
  port.unref()
  return { worker, port, signal }
}
