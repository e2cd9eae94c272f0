import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

const root = join(import.meta.dirname, '../..')
/** As Vitest has Node load the sources (test/setup/plain-sources.ts); the built package where it does not. */
const COPY = join(root, 'node_modules/.cache/sudobox/src/sandbox/index.js')

interface Call {
  readonly id: number
  readonly method: string
  readonly params: Readonly<Record<string, string>>
}
// oxlint-disable-next-line typescript/no-explicit-any -- JSON of any shape
type Json = any

interface Tools {
  bytes(text: string): Uint8Array
  text(bytes: Uint8Array): string
  withProof(answer: Json, change: (proof: Json) => Json): Json
  decode(proof: string): Json
  withPage(answer: Json, change: (page: Json) => Json): Json
  ask(method: string, params: object): Promise<Json>
}

/** How answers are falsified. The functions run in the thread of the node, and see nothing but what they are given. */
export interface Falsified {
  /** Another answer to one call; undefined: the right one. */
  readonly answer?: (asked: { call: Call; answer: Json; given: Json; tools: Tools }) => Json
  /** Answers a request itself: true. @param count of requests since this was set, from 1 on */
  readonly http?: (asked: {
    request: IncomingMessage
    response: ServerResponse
    body: Json
    count: number
    given: Json
    honest: (body: Json) => Promise<Json>
    tools: Tools
  }) => unknown
}

/** A node whose chain has a token with holders, and blocks after that. */
export interface HostileNode {
  /** Answers falsely where it was told to. */
  readonly url: string
  /** The same chain, always right. */
  readonly real: string
  /** Of the last block with a transaction; there are some after it. */
  readonly height: number
  readonly alice: string
  readonly token: string
  /** Names of all stores. */
  readonly stores: readonly string[]
  /** @param given to the functions */
  falsify(how: Falsified, given?: unknown): Promise<void>
  close(): Promise<unknown>
}

export async function startHostileNode(): Promise<HostileNode> {
  const worker = new Worker(new URL('./hostile-node.mjs', import.meta.url), {
    workerData: {
      sources: existsSync(COPY) ? COPY : join(root, 'dist/sandbox/index.js'),
      wasm: join(root, 'contracts/artifacts/cw20_base.wasm'),
    },
    execArgv: [],
  })
  const [started] = (await once(worker, 'message')) as [Omit<HostileNode, 'falsify' | 'close'>]
  return {
    ...started,
    async falsify(how, given) {
      const texts = Object.fromEntries(Object.entries(how).map(([name, work]) => [name, String(work)]))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      worker.postMessage({ how: texts, given })
      await once(worker, 'message')
    },
    close: () => worker.terminate(),
  }
}
