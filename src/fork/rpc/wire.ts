import type { MessagePort } from 'node:worker_threads'

/** A call of CometBFT's JSON-RPC. */
export interface RpcCall {
  readonly method: string
  readonly params: Readonly<Record<string, string | number | boolean>>
}

/** The result, the node's error, or why there is no answer at all. */
export type RpcAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data: string } }
  | { readonly failed: string }

export interface RpcSettings {
  readonly endpoints: readonly string[]
  /** How many HTTP requests may be in progress. */
  readonly parallel: number
  /** Most HTTP requests a second; undefined: no limit. */
  readonly perSecond: number | undefined
  /** Milliseconds until one HTTP request is given up. */
  readonly timeout: number
  /** How often a request is made before it counts as failed. */
  readonly tries: number
  /** Milliseconds before the second try; each further one waits twice as long. */
  readonly pause: number
  /** Most milliseconds between two tries, whatever the server asks for. */
  readonly longestPause: number
  /** Bytes of the largest response that is read. */
  readonly mostBytes: number
  /** JSON values of the largest response that is parsed: each takes two bytes of the text, and dozens of memory. */
  readonly mostValues: number
}

/** The start data of the thread that fetches. */
export interface WorkerStart {
  readonly port: MessagePort
  /** Becomes 1 when the answers to a message are there. */
  readonly signal: Int32Array
}

export interface Question {
  /** The client: each has its own endpoints, and knows which of them failed. */
  readonly client: number
  readonly settings: RpcSettings
  readonly calls: readonly RpcCall[]
}

export interface Answers {
  readonly answers: readonly RpcAnswer[]
  /** HTTP requests that were made for them. */
  readonly requests: number
}
