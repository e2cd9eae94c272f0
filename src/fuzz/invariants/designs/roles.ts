import type { ActionInput, TraceNode } from '../../../sandbox/internal.js'
import { accountOf, execute, executed } from '../../model/index.js'
import { STRANGER, type Start } from '../../setup.js'
import type { ExecutedStep, StateView } from '../../view.js'
import { attempt, sumOfClaims, twin, wealthOf, type Situation } from '../judge.js'
import { isTransaction } from '../../chains/transaction.js'

/** How contracts refuse whoever lacks a role. */
const NOT_YOU =
  /unauthori[sz]ed|not authori[sz]ed|permission|forbidden|access denied|not allowed|only (the |an? )?[\w ]{1,30}\b(can|may|is allowed)|(not|isn't) (the |an? )?[\w' ]{0,40}\b(owner|admin|minter|operator|governor|governance|authority|manager|member)\b|must be (the |an? )?[\w' ]{0,40}\b(owner|admin|minter|operator|governor|governance|authority|manager)\b|(sender|caller) (is not|isn't|must be)/i

/** Whether steps have messages that need a role. It is the same in all twins. */
const known = new WeakMap<ExecutedStep, boolean>()

/** Whether only a role may send the message of a step: the contract refuses the same message from a stranger because of who sends it. */
export async function needsRole(situation: Situation, step: ExecutedStep): Promise<boolean> {
  let needs = known.get(step)
  if (needs === undefined) known.set(step, (needs = await refusesStrangers(situation, step)))
  return needs
}

async function refusesStrangers(situation: Situation, { action, error }: ExecutedStep): Promise<boolean> {
  const { start } = situation
  const one: ActionInput = action.action === 'repeat' ? action.do : action
  const message = isTransaction(one) ? executed(one) : undefined
  const subject = message && start.subjects.find(({ config }) => config.label === message.contract)
  if (message === undefined || subject === undefined || error !== undefined) return false
  // The stranger may have been given the role.
  const isTheirs = accountOf(message.from) === STRANGER
  for (const from of isTheirs ? start.actors.filter((name) => name !== STRANGER) : [STRANGER])
    // A stranger may lack the coins.
    for (const funds of new Set([message.funds, ''])) {
      const tried = await twin(situation, () => attempt(start, execute(subject, { ...message, from, funds })))
      if (tried?.error !== undefined && errorsOf(tried).some((text) => NOT_YOU.test(text))) return true
    }
  return false
}

/** The texts of a failed step: that of the chain, which may hide what a contract says, and those of the calls. */
const errorsOf = ({ error, results }: ExecutedStep): readonly string[] => [
  ...(error === undefined ? [] : [error.shortMessage]),
  ...results.flatMap(({ trace }) => trace.flatMap(errorsIn)),
]

const errorsIn = ({ error, children }: TraceNode): readonly string[] => [
  ...(error === undefined ? [] : [error]),
  ...children.flatMap(errorsIn),
]

/** What steps changed that only a role may do: by asset, coins and claims that came from nowhere, and claims without coins behind them. */
export interface ByRoles {
  readonly steps: ReadonlySet<ExecutedStep>
  readonly gained: ReadonlyMap<string, bigint>
  readonly uncovered: ReadonlyMap<string, bigint>
}

export const NO_ROLES: ByRoles = { steps: new Set(), gained: new Map(), uncovered: new Map() }

/** The steps in which somebody who has a role created or took coins or claims, and how many. */
export async function byRoles(situation: Situation): Promise<ByRoles> {
  const { steps, states } = situation.story
  const found = {
    steps: new Set<ExecutedStep>(),
    gained: new Map<string, bigint>(),
    uncovered: new Map<string, bigint>(),
  }
  for (const [i, step] of steps.entries()) {
    const [before, after] = [states[i]!, states[i + 1]!]
    const gained = growth(actorsHave(before), actorsHave(after))
    const uncovered = growth(claimsWithoutCoins(before), claimsWithoutCoins(after))
    if (gained.size + uncovered.size === 0 && !takes(before, after)) continue
    if (!(await needsRole(situation, step))) continue
    found.steps.add(step)
    for (const [asset, amount] of gained) add(found.gained, asset, amount)
    for (const [asset, amount] of uncovered) add(found.uncovered, asset, amount)
  }
  return found
}

/** Whether an asset is of a contract's own making (token factory), which it may create as it likes. */
export const isOwnAsset = ({ subjects }: Start, asset: string): boolean =>
  subjects.some(({ config, address }) => asset.startsWith(`${config.chain}:factory/${address}/`))

type Sums = ReadonlyMap<string, bigint>

const add = (sums: Map<string, bigint>, asset: string, amount: bigint): void =>
  void sums.set(asset, (sums.get(asset) ?? 0n) + amount)

function actorsHave(state: StateView): Sums {
  const sums = new Map<string, bigint>()
  for (const actor of state.balances.actors.keys())
    for (const [asset, amount] of wealthOf(state, actor)) add(sums, asset, amount)
  return sums
}

function claimsWithoutCoins(state: StateView): Sums {
  const sums = new Map(sumOfClaims(state))
  for (const [asset, amount] of state.balances.inside) add(sums, asset, -amount)
  return sums
}

/** By how much sums grew, where they did. */
const growth = (before: Sums, after: Sums): Sums =>
  new Map(
    [...after].flatMap(([asset, amount]) => {
      const more = amount - (before.get(asset) ?? 0n)
      return more > 0n ? [[asset, more] as const] : []
    }),
  )

/** Whether an actor has less. */
const takes = (before: StateView, after: StateView): boolean =>
  [...before.balances.actors.keys()].some((actor) => {
    const is = wealthOf(after, actor)
    return [...wealthOf(before, actor)].some(([asset, amount]) => (is.get(asset) ?? 0n) < amount)
  })
