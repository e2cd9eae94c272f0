import { sha256 } from '../../crypto/index.js'
import { toHex, toUtf8 } from '../../base/index.js'
import { keyBytes, type Key } from '../../store/index.js'
import type { VmErrorKind } from '../errors.js'

/** An error of the VM as results print it. */
export interface ErrorRecord {
  readonly kind: VmErrorKind
  readonly text: string
}

/** A text that a contract printed. */
export interface DebugLine {
  readonly msg: string
  readonly gas_remaining: bigint
}

/** A query of a contract, and its answer. */
export interface QueryRecord {
  readonly request: string
  readonly response: string | null
  readonly backend_error: string | null
  readonly gas_limit: bigint
  readonly cost: number
  readonly externally_used: number
}

/** Keys and values in hex. */
export type StoreRecord = Readonly<Record<string, string>>

/** VM gas of one run. */
export interface GasRecord {
  readonly gas_left: bigint
  readonly gas_used_internally: bigint
  readonly gas_used_externally: bigint
}

/** A step run again under another gas limit. */
export interface SweepRun extends GasRecord {
  readonly gas_limit: bigint
  readonly error?: ErrorRecord
  readonly result_sha256?: string
  readonly storage_after_sha256: string
}

/** One step. Of `result`, `result_base64`, `error` and `create_error` there is exactly one. */
export interface VmScriptStepResult extends Partial<GasRecord> {
  readonly name: string
  readonly entry: string
  readonly env_raw: string
  readonly info_raw?: string
  readonly msg_raw: string
  readonly migrate_info_raw?: string
  readonly gas_limit: bigint
  readonly memory_limit: number
  readonly storage_before_sha: string
  readonly result?: string
  readonly result_base64?: string
  readonly error?: ErrorRecord
  readonly create_error?: ErrorRecord
  readonly memory_pages_before?: number
  readonly memory_pages_after?: number
  /** Whether the next step finds what this one wrote: not if it failed, in the VM or with the contract's `{"error": …}`. */
  readonly persisted: boolean
  readonly storage_after: StoreRecord
  readonly storage_calls?: readonly string[]
  readonly queries?: readonly QueryRecord[]
  readonly debug?: readonly DebugLine[]
  readonly sweep?: readonly SweepRun[]
}

/** What a VM script prints. Gas is in bigints; {@link printVmScriptResult} makes the JSON. */
export interface VmScriptResult {
  readonly vm: string
  readonly wasm: string
  readonly wasm_sha256: string
  readonly wasm_bytes: number
  readonly check_wasm: 'ok' | ErrorRecord
  readonly balances: Readonly<Record<string, readonly { denom: string; amount: string }[]>>
  readonly reuse_instance: boolean
  readonly steps: readonly VmScriptStepResult[]
}

export const storeRecord = (rows: readonly (readonly [Key, Uint8Array])[]): StoreRecord =>
  Object.fromEntries(rows.map(([key, value]) => [toHex(keyBytes(key)), toHex(value)]))

/** Hash of the compact JSON of the store with sorted keys. Hand-made, since numeric-looking keys would move in an object. */
export function storeSha256(rows: readonly (readonly [Key, Uint8Array])[]): string {
  const members = rows.map(([key, value]) => `"${toHex(keyBytes(key))}":"${toHex(value)}"`)
  return toHex(sha256(toUtf8(`{${members.join(',')}}`)))
}

/** The result as JSON text; gas is printed as whole numbers, however large. */
export function printVmScriptResult(result: VmScriptResult, space?: number): string {
  const marked = JSON.stringify(
    result,
    (_key, value: unknown) => (typeof value === 'bigint' ? `${BIGINT}${value}` : value),
    space,
  )
  return marked.replaceAll(MARKED, '$1')
}

/** Marks a number in a string; no text of a result can hold it unescaped. */
const BIGINT = '\u0000bigint:'
const MARKED = /"\\u0000bigint:(\d+)"/g
