import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import type { TxResult } from './result.js'

/** How many results a chain keeps for its clients: the newest. */
const MAX_SENT = 256

const BROADCAST = /\b[0-9A-F]{64}\b/
const SIMULATED = /desc = ([^]*) with gas used: '(\d+)'/

const refusal = (log: string, gasUsed: bigint | string): string => `${log} with gas used: '${gasUsed}'`

/**
 * Results of what clients sent to one chain. Over a port a client learns only the hash of its transaction, and only an error text when its
 * simulation fails.
 */
export class SentResults {
  readonly #results = new LRUCache<string, TxResult>({ max: MAX_SENT })

  /** Keeps the result of a client's transaction. */
  keep(result: TxResult): void {
    this.#results.set(result.hash, result)
    noteResult(result)
  }

  /** Keeps why a simulation failed: clients simulate first to estimate the fee. */
  keepRefused(result: TxResult): void {
    this.#results.set(refusal(result.rawLog, result.gasUsed), result)
    noteResult(result)
  }

  /** @param sent what a client returned or threw, or a hash */
  find(sent: unknown): TxResult | undefined {
    const known = resultBehind(sent)
    if (known !== undefined) return known
    if (typeof sent === 'string') return this.#results.peek(sent.toUpperCase())
    if (sent instanceof Error) return this.#failed(sent)
    return typeof sent === 'object' && sent !== null && 'transactionHash' in sent
      ? this.#results.peek(String(sent.transactionHash).toUpperCase())
      : undefined
  }

  #failed({ message }: Error): TxResult | undefined {
    const [, log, gas] = SIMULATED.exec(message) ?? []
    if (log !== undefined && gas !== undefined) return this.#results.peek(refusal(log, gas))
    return this.#results.peek(BROADCAST.exec(message)?.[0] ?? '')
  }
}

/** What clients in this process returned or threw, with the results behind it. */
const RESULTS = new WeakMap<object, TxResult>()

/** The result of the transaction, or of the refused simulation, behind what a client in this process returned or threw; undefined for anything else. */
export const resultBehind = (value: unknown): TxResult | undefined =>
  typeof value === 'object' && value !== null ? RESULTS.get(value) : undefined

/** The call of a client that is under way, with the last result of what it sent. */
const CALL = new AsyncLocalStorage<{ result?: TxResult }>()

function noteResult(result: TxResult): void {
  const call = CALL.getStore()
  if (call !== undefined) call.result = result
}

/** Makes a call of a client in this process. What it returns or throws is known by {@link resultBehind} afterwards, if the call sent anything. */
export async function sending<T>(call: () => Promise<T>): Promise<T> {
  // A method of the client may call another one.
  const sent = CALL.getStore() ?? {}
  const known = (value: unknown): void => {
    if (typeof value === 'object' && value !== null && sent.result !== undefined) RESULTS.set(value, sent.result)
  }
  try {
    const value = await CALL.run(sent, call)
    known(value)
    return value
  } catch (error) {
    known(error)
    throw error
  }
}
