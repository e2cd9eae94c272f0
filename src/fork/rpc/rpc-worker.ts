import { workerData } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { HttpRpc } from './http.js'
import type { Answers, Question, WorkerStart } from './wire.js'

/** The thread that fetches while a chain waits. */
const { port, signal } = workerData as WorkerStart
/** Clients by their numbers: each remembers which of its endpoints answer. */
const clients = new LRUCache<number, HttpRpc>({ max: 64 })

function clientOf({ client, settings }: Question): HttpRpc {
  let rpc = clients.get(client)
  if (rpc === undefined) clients.set(client, (rpc = new HttpRpc(settings)))
  return rpc
}

async function answer(question: Question): Promise<Answers> {
  const rpc = clientOf(question)
  const before = rpc.requests
  const answers = await rpc
    .call(question.calls)
    .catch((error: unknown) => question.calls.map(() => ({ failed: String(error) })))
  return { answers, requests: rpc.requests - before }
}

port.on('message', (question: Question) => {
  void answer(question).then((answers) => {
    port.postMessage(answers)
    Atomics.store(signal, 0, 1)
    Atomics.notify(signal, 0)
  })
})
