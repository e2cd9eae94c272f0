import { isDeepStrictEqual } from 'node:util'
import type { VmScriptResult } from 'sudobox/vm'
import { printVmScriptResult } from 'sudobox/vm'

/**
 * Comparison of a result with the native VM's: every member that the native program writes is compared, but for its `NOT_COMPARED`. A member that
 * only one side has is a difference.
 */

type Members = Readonly<Record<string, unknown>>
interface Run extends Members {
  readonly gas_limit?: unknown
}
interface Step extends Run {
  readonly name?: string
  readonly sweep?: readonly Run[]
}
export interface NativeResult extends Members {
  /** `cosmwasm-vm <release>` */
  readonly vm: string
  readonly wasm_sha256: string
  readonly steps: readonly Step[]
}

/** The release that made a result. */
export const versionOf = ({ vm }: NativeResult): string => vm.replace('cosmwasm-vm ', '')

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

/** `script` is the name of the native program's file. Steps, and the runs of a sweep, are compared one by one. */
const NOT_COMPARED = new Set(['script', 'steps', 'sweep'])

/** The member as it is compared: an error without what only the native parser can write. */
function comparable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('text' in value)) return value
  return { ...value, text: withoutParserTail(String(value.text)) }
}

export interface Comparison {
  readonly compared: number
  readonly differences: readonly string[]
}

/** Compares every member of a result, of its steps and of each run of their sweeps, gas at the end of the stack included. */
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
  const checkMembers = (where: string, got: Members, want: Members): void => {
    for (const name of new Set([...Object.keys(want), ...Object.keys(got)]))
      if (!NOT_COMPARED.has(name)) check(`${where} ${name}`, comparable(got[name]), comparable(want[name]))
  }
  checkMembers('script', actual, expected)
  check('number of steps', actual.steps.length, expected.steps.length)
  expected.steps.forEach((want, i) => {
    const got: Step = actual.steps[i] ?? {}
    const where = `step ${i} "${want.name}"`
    checkMembers(where, got, want)
    // The native program left out the sweeps of steps that took it seconds.
    const runs = new Map(got.sweep?.map((run) => [run.gas_limit, run]))
    for (const wantRun of want.sweep ?? [])
      checkMembers(`${where} at limit ${String(wantRun.gas_limit)}`, runs.get(wantRun.gas_limit) ?? {}, wantRun)
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
