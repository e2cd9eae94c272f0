import { VM_GAS } from '../../vm/tools/index.js'
import type { CallTrace } from '../call-trace.js'
import { storageAt, type StorageUse } from '../storage.js'
import type { DebugValue, DebugVariable } from '../values.js'
import { jsonValue } from './watch.js'

/** A call that is opened for a client. */
export interface Debugged {
  readonly trace: CallTrace
  /** Such as `sudo lab`. */
  readonly title: string
  /** SDK gas that the call may use, and that it used before its code began; undefined where there is no limit. */
  readonly gasLimit: bigint | undefined
  readonly gasBefore: bigint
}

/** What a key holds. */
export const storedValue = (text: string | undefined): DebugValue =>
  text === undefined ? { text: 'nothing', type: 'none', children: () => [] } : jsonValue(text)

/** The keys that the call has used when a step begins. */
export const storageVariables = (uses: readonly StorageUse[], step: number): readonly DebugVariable[] =>
  Array.from(storageAt(uses, step), ([name, value]) => ({ name, value: storedValue(value) }))

/** SDK gas when a step begins, rounded up as the chain does. */
export function gasVariables({ trace, gasLimit, gasBefore }: Debugged, step: number): readonly DebugVariable[] {
  const { used, isExact } = trace.gas(step)
  const rows: readonly (readonly [string, string])[] = [
    ['used', String(gasBefore + BigInt(Math.ceil(used / VM_GAS)))],
    ['limit', gasLimit === undefined ? 'none' : String(gasLimit)],
    ['of', gasSource(trace.isTwin, isExact)],
  ]
  return rows.map(([name, text]) => ({ name, value: { text, type: 'gas', children: () => [] } }))
}

function gasSource(isTwin: boolean, isExact: boolean): string {
  if (!isTwin) return 'the contract itself, exact'
  return isExact
    ? 'the contract that the chain runs, exact here'
    : 'the contract that the chain runs: exact at its last call to the chain, and since then spread as the debug twin spends it'
}
