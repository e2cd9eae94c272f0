import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How a callback ended: the contract accepted it, returned an error or trapped, or used up its gas. */
export type CallbackOutcome = 'accepted' | 'failed' | 'out of gas'

/** One callback that a test ran. */
export interface CallbackRun {
  /** Path of the contract's file, relative to the working directory. */
  readonly contract: string
  /** SHA-256 of the file, in hex. */
  readonly sha256: string
  /** For `sudo` the kind of its message, such as `timeout`; otherwise the entry point, such as `ibc_packet_ack`. */
  readonly callback: string
  readonly outcome: CallbackOutcome
  /** SDK gas, decimal. */
  readonly gas: string
  /** The gas that it may use; undefined for a call by a schedule. */
  readonly limit: string | undefined
}

/** All runs of one callback of a contract. */
interface CallbackRow {
  readonly contract: string
  readonly sha256: string
  readonly callback: string
  /** The smallest limit that it ran under. */
  limit?: string
  /** How often it ended in this way, and the most gas that it used then. */
  readonly outcomes: Partial<Record<CallbackOutcome, { readonly runs: number; readonly gas: string }>>
}

/** What the files of all processes of a run say, by contract and callback. */
export function readRuns(folder: string): readonly CallbackRow[] {
  const rows = new Map<string, CallbackRow>()
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  const lines = names.flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
  for (const line of lines) add(rows, JSON.parse(line) as CallbackRun)
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function add(rows: Map<string, CallbackRow>, { contract, sha256, callback, outcome, gas, limit }: CallbackRun): void {
  const key = JSON.stringify([contract, sha256, callback])
  const row = rows.get(key) ?? { contract, sha256, callback, outcomes: {} }
  rows.set(key, row)
  const before = row.outcomes[outcome] ?? { runs: 0, gas: '0' }
  row.outcomes[outcome] = { runs: before.runs + 1, gas: BigInt(gas) > BigInt(before.gas) ? gas : before.gas }
  if (limit !== undefined && (row.limit === undefined || BigInt(limit) < BigInt(row.limit))) row.limit = limit
}
