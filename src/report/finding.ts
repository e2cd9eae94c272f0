import type { StateView, WatchedFinding } from '../fuzz/internal.js'
import type { Fixture } from '../replay/internal.js'
import type { AmountChange, FindingData, FindingSubject, Series, StoredSeries, Verdict } from './model.js'
import { Amounts, type Amount } from './record/amounts.js'

/** The owner of what all contracts have, in packets and on the other chain too. */
const CONTRACTS = 'all contracts'
const HAS = 'has'
const MAY_CLAIM = 'may claim'

/** The amounts of balances and claims. */
function* amountsOf({ balances, claims }: StateView): Iterable<Amount> {
  for (const [unit, amount] of balances.inside) yield { where: 'have', of: CONTRACTS, unit, amount }
  const all = new Map<string, bigint>()
  for (const of of claims.values())
    for (const coins of Object.values(of))
      for (const [unit, amount] of Object.entries(coins)) all.set(unit, (all.get(unit) ?? 0n) + amount)
  for (const [unit, amount] of all) yield { where: MAY_CLAIM, of: 'all actors', unit, amount }
  for (const [of, sums] of balances.actors) for (const [unit, amount] of sums) yield { where: HAS, of, unit, amount }
  for (const [contract, of] of claims)
    for (const [actor, coins] of Object.entries(of))
      for (const [unit, amount] of Object.entries(coins))
        yield { where: `${MAY_CLAIM} of ${contract}`, of: actor, unit, amount }
}

const namedAmounts = (state: StateView, named: WatchedFinding['named']): readonly Amount[] =>
  [...amountsOf(state)].map((amount) => ({ ...amount, unit: named(amount.unit) }))

/** What an invariant about money looks at, over the steps of a fixture. */
export interface FindingNumbers {
  readonly numbers: readonly Series[]
  /** By the step of the fixture. */
  readonly claims: ReadonlyMap<number, readonly AmountChange[]>
}

/** @param setup how many steps of the fixture come before the action sequence */
export function findingNumbers({ states, named }: WatchedFinding, setup: number): FindingNumbers {
  const amounts = new Amounts()
  const claims = new Map<number, readonly AmountChange[]>()
  for (const [i, state] of states.entries()) {
    const step = setup + i - 1
    const changes = amounts.note(i === 0 ? -1 : step, namedAmounts(state, named))
    if (i > 0) claims.set(step, changes)
  }
  // The start of the chart is the end of the setup.
  const numbers = amounts.series.map((series) => ({
    ...series,
    points: series.points.map(([step, amount]) => [step < 0 ? setup - 1 : step, amount] as const),
  }))
  return { numbers, claims }
}

/** Who and what a finding is about. */
export const subjectOf = ({ account, asset, key }: Violation = {}): FindingSubject => ({
  ...(account !== undefined && { account }),
  ...(asset !== undefined && { asset }),
  ...(key !== undefined && { key }),
})

type Violation = NonNullable<NonNullable<Fixture['campaign']>['violation']>

/** The data of a finding. @param text of the fixture */
export function findingData(
  { campaign }: Fixture,
  watched: WatchedFinding,
  { numbers }: FindingNumbers,
  storage: readonly StoredSeries[],
  about: { readonly text: string; readonly file?: string; readonly commands: readonly string[] },
): FindingData {
  const { invariant, text, seed, setup, violation } = campaign!
  return {
    invariant,
    ...(watched.rule !== undefined && { rule: watched.rule }),
    text,
    seed: String(seed),
    ...(about.file !== undefined && { file: about.file }),
    commands: about.commands,
    setup,
    lines: watched.lines,
    ...(watched.wrong !== undefined && { wrong: watched.wrong }),
    ...(violation?.at !== undefined && { about: violation.at }),
    subject: subjectOf(
      violation && { ...violation, ...(violation.asset !== undefined && { asset: watched.named(violation.asset) }) },
    ),
    numbers,
    storage,
    fixture: about.text,
  }
}

/** Whether a finding is still there, in words. */
export function findingVerdict({ judged }: WatchedFinding, { campaign }: Fixture): Verdict {
  const { invariant, text } = campaign!
  if (judged.verdict === 'fixed') return { state: 'good', text: `${invariant} is no longer violated` }
  if (judged.verdict === 'unknown') return { state: 'unknown', text: `${invariant} was not judged: ${judged.reason}` }
  // The title says how, as long as it is still the same.
  return { state: 'bad', text: `${invariant} is violated${judged.text === text ? '' : `: ${judged.text}`}` }
}
