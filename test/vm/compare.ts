import { isDeepStrictEqual } from 'node:util'
import type { VmScriptResult } from 'sudobox/vm'
import { printVmScriptResult } from 'sudobox/vm'

/** Comparison of a result with the native VM's: what is compared, and what is left out because it belongs to a parser. */

interface ErrorRecord {
  readonly kind?: string
  readonly text?: string
}
interface Run {
  readonly [field: string]: unknown
  readonly gas_limit?: unknown
  readonly error?: ErrorRecord
  readonly create_error?: ErrorRecord
}
interface Step extends Run {
  readonly name?: string
  readonly sweep?: readonly Run[]
}
export interface NativeResult {
  /** `cosmwasm-vm <release>` */
  readonly vm: string
  readonly wasm_sha256: string
  readonly steps: readonly Step[]
}

/** The release that made a result. */
export const versionOf = ({ vm }: NativeResult): string => vm.replace('cosmwasm-vm ', '')

const STEP_FIELDS = [
  'result',
  'result_base64',
  'gas_left',
  'gas_used_internally',
  'gas_used_externally',
  'memory_pages_before',
  'memory_pages_after',
  'storage_after',
]
const SWEEP_FIELDS = ['gas_left', 'gas_used_internally', 'gas_used_externally', 'result_sha256', 'storage_after_sha256']
const PARSER_TAILS = [
  /(Deserialization error: ).*$/s,
  /(Could not compile: ).*$/s,
  /(Could not get memory 'memory': ).*$/s,
]

/** The text without the tail that only the native parser can write. */
export const withoutParserTail = (text: string): string =>
  PARSER_TAILS.reduce((shortened, tail) => shortened.replace(tail, '$1'), text)

const canonical = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

const errorOf = (run: Run): ErrorRecord | undefined => {
  const error = run.error ?? run.create_error
  return error && { kind: error.kind ?? '', text: withoutParserTail(error.text ?? '') }
}

export interface Comparison {
  readonly compared: number
  readonly differences: readonly string[]
}

/** Compares every step and every run of its sweep, gas at the end of the stack included. */
export function compareResults(result: VmScriptResult, expected: NativeResult): Comparison {
  const actual = JSON.parse(printVmScriptResult(result)) as NativeResult
  const differences: string[] = []
  let compared = 0
  const check = (where: string, got: unknown, want: unknown): void => {
    compared++
    if (isDeepStrictEqual(got, want)) return
    const [shownGot, shownWant] = [canonical(got), canonical(want)]
    differences.push(`${where}: expected ${shownWant.slice(0, 200)}, got ${shownGot.slice(0, 200)}`)
  }
  check('wasm_sha256', actual.wasm_sha256, expected.wasm_sha256)
  check('number of steps', actual.steps.length, expected.steps.length)
  expected.steps.forEach((want, i) => {
    const got = actual.steps[i] ?? {}
    const where = `step ${i} "${want.name}"`
    check(`${where} error`, errorOf(got), errorOf(want))
    for (const field of STEP_FIELDS) check(`${where} ${field}`, got[field], want[field])
    const runs = new Map(got.sweep?.map((run) => [run.gas_limit, run]))
    for (const wantRun of want.sweep ?? []) {
      const gotRun = runs.get(wantRun.gas_limit) ?? {}
      const at = `${where} at limit ${String(wantRun.gas_limit)}`
      check(`${at} error`, errorOf(gotRun), errorOf(wantRun))
      for (const field of SWEEP_FIELDS) check(`${at} ${field}`, gotRun[field], wantRun[field])
    }
  })
  return { compared, differences }
}

/** A script, and its results, without the lower limits of the step that spends 900,000 SDK gas: five times what the step takes. */
export function withoutLongSweep(text: string, expected: NativeResult): [script: string, expected: NativeResult] {
  const script = JSON.parse(text) as { readonly steps: readonly { readonly name?: string }[] }
  const isLong = ({ name = '' }: { readonly name?: string }): boolean => name.endsWith('spend_gas 900000')
  return [
    JSON.stringify({ ...script, steps: script.steps.map((step) => (isLong(step) ? { ...step, sweep: false } : step)) }),
    { ...expected, steps: expected.steps.map((step) => (isLong(step) ? { ...step, sweep: [] } : step)) },
  ]
}
