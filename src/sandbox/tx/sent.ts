import { LRUCache } from 'lru-cache'
import type { TxResult } from './result.js'

// Clients learn only the hash of a transaction, and only an error text when its simulation fails.
const results = new LRUCache<string, TxResult>({ max: 256 })

const refusal = (log: string, gasUsed: bigint | string): string => `${log} with gas used: '${gasUsed}'`

/** Keeps the result of a client's transaction. */
export const keepSent = (result: TxResult): void => void results.set(result.hash, result)

/** Keeps why a simulation failed: clients simulate first to estimate the fee. */
export const keepRefused = (result: TxResult): void => void results.set(refusal(result.rawLog, result.gasUsed), result)

/** The last result for the hash, among the newest 256 transactions that clients of this process sent; undefined for any other. */
export const sentResult = (hash: string): TxResult | undefined => results.peek(hash.toUpperCase())

const BROADCAST = /\b[0-9A-F]{64}\b/
const SIMULATED = /desc = ([^]*) with gas used: '(\d+)'/

/** The result in a client's error: that of a transaction that failed, or whose simulation did. */
export function failedResult({ message }: Error): TxResult | undefined {
  const [, log, gas] = SIMULATED.exec(message) ?? []
  if (log !== undefined && gas !== undefined) return results.peek(refusal(log, gas))
  return sentResult(BROADCAST.exec(message)?.[0] ?? '')
}
