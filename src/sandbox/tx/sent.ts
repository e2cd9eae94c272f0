import type { TxResult } from './result.js'

// Clients are told no more of a transaction than its hash, and of one that its simulation refuses no more than a text.
const MOST = 256
const results = new Map<string, TxResult>()

function keep(key: string, result: TxResult): void {
  results.delete(key)
  results.set(key, result)
  if (results.size > MOST) results.delete(results.keys().next().value!)
}

const refusal = (log: string, gasUsed: bigint | string): string => `${log} with gas used: '${gasUsed}'`

/** Keeps what a transaction of a client came to. */
export const keepSent = (result: TxResult): void => keep(result.hash, result)

/** Keeps why a simulation failed, which is what a client does first that looks for its fee. */
export const keepRefused = (result: TxResult): void => keep(refusal(result.rawLog, result.gasUsed), result)

/** What the last transaction with the hash came to, of the newest 256 that clients of this process sent; undefined for another. */
export const sentResult = (hash: string): TxResult | undefined => results.get(hash.toUpperCase())

const BROADCAST = /\b[0-9A-F]{64}\b/
const SIMULATED = /desc = ([^]*) with gas used: '(\d+)'/

/** The same for an error of a client: of a transaction that failed, or that its simulation refused. */
export function failedResult({ message }: Error): TxResult | undefined {
  const [, log, gas] = SIMULATED.exec(message) ?? []
  if (log !== undefined && gas !== undefined) return results.get(refusal(log, gas))
  return sentResult(BROADCAST.exec(message)?.[0] ?? '')
}
