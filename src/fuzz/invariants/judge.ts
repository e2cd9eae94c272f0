import { UsageError } from '../../base/errors.js'
import type { ActionInput } from '../../sandbox/index.js'
import type { InvariantId } from '../config.js'
import type { RandomSource } from '../random-source.js'
import { kindOf } from '../callbacks.js'
import { executed, type Memory } from '../model/index.js'
import { difference } from '../money/money.js'
import type { Start } from '../setup.js'
import { perform, type Story } from '../story.js'
import type { Standing, ToldStep } from '../view.js'

/** How an invariant is broken. */
export interface Violation {
  /** In a sentence. */
  readonly text: string
  /** What shows it beyond the story. */
  readonly further?: readonly ActionInput[]
  /** The same in the other order, where order is what it is about. */
  readonly other?: readonly ActionInput[]
  /** Which of `further` is the first wrong step, from 0; the last one when left out. */
  readonly wrong?: number
  /** Which message or callback it is about, as `label/name`; what the last step called when left out. */
  readonly about?: string | undefined
  /** How many of the story's last steps `further` stands for. */
  readonly instead?: number
}

/** What an invariant judges. */
export interface Situation {
  readonly start: Start
  readonly story: Story
  readonly memory: Memory
  readonly random: RandomSource
  /** The sandbox before the last step; undefined before the first. */
  readonly before: number | undefined
  /** Whether to try every possibility, as shrinking does; a campaign tries a random one each time. */
  readonly thorough: boolean
  /** The message to judge, as `label/variant`, where one was refused. */
  readonly refused?: string | undefined
  /** Whether it is excepted, or known already: then what else there is counts. */
  readonly excused: (violation: Violation) => boolean
}

export interface Invariant {
  readonly id: InvariantId
  /** The rule, in a few words. */
  readonly title: string
  /** Once it is broken, it is so at each step that follows. */
  readonly lasts?: true
  /** Contracts break it on purpose as often as by mistake. */
  readonly maybeMeant?: true
  /** After each step; after some steps, with the sandbox run ahead and taken back; at the end of some stories. */
  readonly when: 'step' | 'twin' | 'end'
  readonly judge: (situation: Situation) => Violation | undefined | Promise<Violation | undefined>
}

/** Runs the sandbox ahead, from now or from a snapshot; afterwards it is where it was. */
export async function twin<T>({ start: { sandbox } }: Situation, work: () => Promise<T>, from?: number): Promise<T> {
  const now = await sandbox.snapshot()
  try {
    if (from !== undefined) await sandbox.restore(from)
    return await work()
  } finally {
    await sandbox.restore(now)
    sandbox.forget(now)
  }
}

/** What a step called last of the contracts: a callback, one that failed first; else the message that was sent. As `label/name`. */
export function placeOf({ subjects }: Start, { action, callbacks }: ToldStep): string | undefined {
  const labelOf = (contract: string): string | undefined =>
    subjects.find(({ address }) => address === contract)?.config.label
  const seen = callbacks.filter(({ contract }) => labelOf(contract) !== undefined)
  const last = seen.find(({ node }) => node.error !== undefined) ?? seen.at(-1)
  if (last !== undefined) return `${labelOf(last.contract)}/${last.kind}`
  const message = executed(action.action === 'repeat' ? action.do : action)
  return message && `${message.contract}/${kindOf(JSON.stringify(message.msg))}`
}

/** Performs actions as long as each succeeds. @returns the steps; undefined when one failed or could not be done */
export async function performAll(
  start: Start,
  actions: readonly ActionInput[],
): Promise<readonly ToldStep[] | undefined> {
  const steps: ToldStep[] = []
  for (const action of actions) {
    const step = await attempt(start, action)
    if (step === undefined || step.error !== undefined) return undefined
    steps.push(step)
  }
  return steps
}

/** Performs an action; undefined when it cannot be done. */
export async function attempt(start: Start, action: ActionInput): Promise<ToldStep | undefined> {
  try {
    return await perform(start, action)
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

/** What an actor has and may claim, by asset. */
export function wealthOf({ books, claims }: Standing, actor: string): ReadonlyMap<string, bigint> {
  const sums = new Map(books.actors.get(actor))
  for (const of of claims.values())
    for (const [asset, amount] of Object.entries(of[actor] ?? {})) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  return sums
}

/** The first difference between two standings in books or claims, as a sentence. */
export function change(one: Standing, other: Standing, passOver?: ReadonlySet<string>): string | undefined {
  const inside = difference(one.books.inside, other.books.inside, passOver)
  if (inside !== undefined) return `the contracts have ${inside.before} or ${inside.after} of ${inside.asset}`
  for (const actor of one.books.actors.keys()) {
    const own = difference(one.books.actors.get(actor), other.books.actors.get(actor), passOver)
    if (own !== undefined) return `${actor} has ${own.before} or ${own.after} of ${own.asset}`
  }
  for (const [label, claims] of one.claims)
    for (const [actor, sums] of Object.entries(claims)) {
      const after = other.claims.get(label)?.[actor] ?? {}
      const claim = difference(new Map(Object.entries(sums)), new Map(Object.entries(after)), passOver)
      if (claim !== undefined)
        return `${actor} may claim ${claim.before} or ${claim.after} of ${claim.asset} of ${label}`
    }
  return undefined
}
