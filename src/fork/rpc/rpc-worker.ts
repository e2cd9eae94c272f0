import { workerData } from 'node:worker_threads'
import { HttpRpc } from './http.js'
import type { Answers, RpcCall, WorkerStart } from './wire.js'

/** The thread that fetches while the chain waits. */
const { settings, port, signal } = workerData as WorkerStart
const rpc = new HttpRpc(settings)

port.on('message', (calls: readonly RpcCall[]) => {
  const before = rpc.requests
  const failed = (error: unknown) => calls.map(() => ({ failed: String(error) }))
  void rpc
    .call(calls)
    .catch(failed)
    .then((answers) => {
      port.postMessage({ answers, requests: rpc.requests - before } satisfies Answers)
      Atomics.store(signal, 0, 1)
      Atomics.notify(signal, 0)
    })
})
