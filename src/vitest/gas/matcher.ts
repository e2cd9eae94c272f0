import { asLines, UsageError } from '../../base/index.js'
import { TxError, type TxResult } from '../../sandbox/internal.js'
import { type MatcherContext, resultText, type Settled, type Verdict, wrongSubject } from '../matchers/context.js'
import type { GasEntry } from './entry.js'
import { gasFileOf, readGas, writeGas } from './file.js'
import { functionsOf } from './functions.js'
import { changedFunctions, functionsFileOf, readFunctions, writeFunctions } from './functions-file.js'

export interface GasMatchers<R = unknown> {
  /**
   * The gas used equals the committed snapshot; a missing entry is written. `vitest -u` writes what changed, and a run in
   * CI writes nothing. Subjects: a result, a receipt of the EVM, or gas as a number.
   * @param name appended to the test's name, for several entries in one test
   */
  toMatchGasSnapshot(this: Settled<R>, name?: string): R
}

/** How often a test used a name, in the current retry. */
const uses = new WeakMap<object, { try: number; readonly counts: Map<string, number> }>()

function gasOf(received: unknown): bigint {
  if (typeof received === 'bigint' && received >= 0n) return received
  if (typeof received === 'number' && Number.isSafeInteger(received) && received >= 0) return BigInt(received)
  const result = received instanceof TxError ? received.result : received
  if (typeof result === 'object' && result !== null && 'gasUsed' in result) {
    const { gasUsed } = result
    if (typeof gasUsed === 'bigint') return gasUsed
    if (typeof gasUsed === 'string' && /^(?:0x[0-9a-fA-F]+|\d+)$/.test(gasUsed)) return BigInt(gasUsed)
  }
  throw wrongSubject(
    'toMatchGasSnapshot',
    'a result, a receipt, or gas as a number',
    'expect(result).toMatchGasSnapshot()',
    received,
  )
}

function entryName(context: MatcherContext, given: string | undefined): string {
  const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ').trim()
  const name = [context.currentTestName ?? '', given ?? ''].filter(Boolean).map(oneLine).join(' > ')
  if (!context.task) return name
  const attempt = context.task.result?.retryCount ?? 0
  let used = uses.get(context.task)
  if (used?.try !== attempt) uses.set(context.task, (used = { try: attempt, counts: new Map() }))
  const count = (used.counts.get(name) ?? 0) + 1
  used.counts.set(name, count)
  return count === 1 ? name : `${name} ${count}`
}

function note(context: MatcherContext, entry: GasEntry): void {
  if (context.task) (context.task.meta.sudoboxGas ??= []).push(entry)
}

/** The change in words: `+1200, +1.25 %`. */
export function changeText(was: bigint, is: bigint): string {
  const sign = is >= was ? '+' : ''
  const percent = was === 0n ? '' : `, ${sign}${((Number(is - was) / Number(was)) * 100).toFixed(2)} %`
  return `${sign}${is - was}${percent}`
}

const resultOf = (received: unknown): TxResult | undefined => {
  const result = received instanceof TxError ? received.result : received
  return typeof result === 'object' && result !== null && 'trace' in result ? (result as TxResult) : undefined
}

/** What is known of the functions whose gas changed. */
function changesText(file: string, name: string, result: TxResult | undefined): string {
  const is = result && functionsOf(result)
  if (is === undefined) return ''
  const before = readFunctions(file, name)
  if (before === undefined) return `\n(the snapshot has no functions to compare with; vitest -u writes them to ${file})`
  return `\n${asLines(['functions whose own gas changed:', ...changedFunctions(before, is)])}`
}

export const gasMatchers = {
  toMatchGasSnapshot(this: MatcherContext, received: unknown, given?: string): Verdict {
    if (this.isNot) throw new UsageError('toMatchGasSnapshot() cannot be negated')
    if (this.testPath === undefined)
      throw new UsageError(
        'toMatchGasSnapshot() can only be used in a test, because the path of the snapshot depends on the test file',
      )
    const gas = gasOf(received)
    const file = gasFileOf(this.testPath)
    const name = entryName(this, given)
    const stored = readGas(file)
    const was = stored.get(name)
    const mode = this.snapshotState.snapshotUpdateState
    const writes = was === undefined ? mode !== 'none' : was !== gas && mode === 'all'
    const functionsFile = functionsFileOf(file)
    const result = resultOf(received)
    if (writes) {
      writeGas(file, new Map([...stored, [name, gas]]))
      writeFunctions(functionsFile, name, result && functionsOf(result))
    }
    const status = was === gas ? 'same' : writes ? 'written' : was === undefined ? 'missing' : 'differs'
    note(this, { file, name, was: was?.toString(), is: gas.toString(), status })
    const shown =
      typeof received === 'object' && received !== null && 'trace' in received
        ? `; ${resultText(received as never)}`
        : ''
    return {
      pass: status === 'same' || status === 'written',
      message: () =>
        was === undefined
          ? `${file} has no entry "${name}", and new entries are not written in CI: run the test on your machine, and commit the file`
          : `expected "${name}" to use ${was} gas as in ${file}, but it used ${gas} (${changeText(was, gas)}); vitest -u accepts the new value${shown}${changesText(functionsFile, name, result)}`,
    }
  },
}
