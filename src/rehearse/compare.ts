import { jsonText, SudoboxError } from '../base/index.js'
import { partsOf, type StepReport } from '../replay/internal.js'
import type { EventResult, TxResult } from '../sandbox/internal.js'
import type { StepFacts } from './facts.js'

type DifferenceKind = 'result' | 'error' | 'event' | 'stored bytes' | 'gas'

/** One difference of a step. */
export interface StepDifference {
  readonly what: DifferenceKind
  /** From 1. */
  readonly step: number
  readonly name: string
  /** The action sequence that the step is in, where several are rehearsed. */
  readonly story?: string
  /** On both sides, in words; the bytes of stored values in hex. */
  readonly before: string
  readonly after: string
  /** What it is about: a contract and a key, or what gas was paid for. */
  readonly about?: string
}

/** What depends on the place of a block alone, or on all of the state; and what is compared by itself. */
const NOT_COMPARED = new Set([
  'height',
  'hash',
  'appHash',
  'gasUsed',
  'gasWanted',
  'events',
  'eventsHash',
  'sudo',
  'rawLog',
])

/** The differences between a step on both sides. */
export function differencesOf(old: StepFacts, now: StepFacts): readonly StepDifference[] {
  const head = { step: old.step.index + 1, name: old.step.name }
  const [before, after] = [partsOf(old.step), partsOf(now.step)]
  const found: Omit<StepDifference, 'step' | 'name'>[] = []
  const add = (what: DifferenceKind, a: string, b: string, about?: string): void => {
    if (a !== b) found.push({ what, before: a, after: b, ...(about !== undefined && { about }) })
  }
  if (before.length === 0 && after.length === 0) add('result', viewText(old.step), viewText(now.step))
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [a, b] = [before[i]?.result, after[i]?.result]
    const about = (before[i] ?? after[i])!.title || undefined
    add('result', resultText(a, old.step), resultText(b, now.step), about)
    if (a === undefined || b === undefined) continue
    if (a.code !== 0 && b.code !== 0) add('error', a.rawLog, b.rawLog, about)
    if (a.code === 0 && b.code === 0) for (const [x, y] of eventPairs(a.events, b.events)) add('event', x, y, about)
  }
  if (isSameOutcome(old.step, now.step)) {
    for (const key of new Set([...old.stored.keys(), ...now.stored.keys()]))
      add('stored bytes', old.stored.get(key) ?? 'none', now.stored.get(key) ?? 'none', key)
    for (const item of new Set([...old.gas.keys(), ...now.gas.keys()]))
      add('gas', amount(old.gas.get(item)), amount(now.gas.get(item)), item)
  }
  return found.map((one) => ({ ...head, ...one }))
}

/** SDK gas; of a contract's own code in thousandths. */
const amount = (gas = 0): string => String(Math.round(gas * 1000) / 1000)

/** Whether the step ended alike: what only one side did is also stored, and paid for, by that one alone. */
export const isSameOutcome = (a: StepReport, b: StepReport): boolean =>
  a.outcome instanceof SudoboxError === b.outcome instanceof SudoboxError &&
  partsOf(a)
    .map(({ result }) => result.code === 0)
    .join() ===
    partsOf(b)
      .map(({ result }) => result.code === 0)
      .join()

function resultText(result: TxResult | undefined, step: StepReport): string {
  if (result === undefined) return step.outcome instanceof SudoboxError ? step.outcome.shortMessage : 'does not happen'
  if (result.code !== 0) return `fails with ${result.codespace}/${result.code}`
  const failures = result.sudo.flatMap(({ failure }) => (failure === undefined ? [] : [failure.error]))
  const data = result.data.length === 0 ? '' : `, data ${Buffer.from(result.data).toString('hex')}`
  return `succeeds${data}${failures.length === 0 ? '' : `, callbacks fail: ${failures.join('; ')}`}`
}

const viewText = ({ view }: StepReport): string =>
  typeof view === 'object' && view !== null && !Array.isArray(view)
    ? jsonText(Object.fromEntries(Object.entries(view).filter(([member]) => !NOT_COMPARED.has(member))))
    : jsonText(view)

/** Pairs of events that differ, in their order; one that only one side has stands alone. */
function eventPairs(old: readonly EventResult[], now: readonly EventResult[]): readonly (readonly [string, string])[] {
  const [a, b] = [old.map(eventText), now.map(eventText)]
  const [lost, fresh] = [without(a, b), without(b, a)]
  return Array.from({ length: Math.max(lost.length, fresh.length) }, (_, i) => [lost[i] ?? 'none', fresh[i] ?? 'none'])
}

function without(all: readonly string[], known: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const one of known) left.set(one, (left.get(one) ?? 0) + 1)
  return all.filter((one) => {
    const count = left.get(one) ?? 0
    left.set(one, count - 1)
    return count <= 0
  })
}

const eventText = ({ type, attributes }: EventResult): string =>
  [type, ...attributes.map(([key, value]) => `${key}=${value}`)].join(' ')
