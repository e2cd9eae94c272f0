import { workerData } from 'node:worker_threads'
import { HttpRpc } from './http.js'
import type { Answers, Question, WorkerStart } from './wire.js'

/** Clients whose endpoints are remembered. */
const MAX_CLIENTS = 64

/** The thread that fetches while a chain waits. */
const { port, signal } = workerData as WorkerStart
const clients = new Map<number, HttpRpc>()

function clientOf({ client, settings }: Question): HttpRpc {
  const rpc = clients.get(client) ?? new HttpRpc(settings)
  clients.delete(client)
  clients.set(client, rpc)
  for (const [oldest] of clients) if (clients.size > MAX_CLIENTS) clients.delete(oldest)
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
