import { own, UsageError } from '../../base/index.js'
import type { ActionInput } from '../../sandbox/internal.js'
import type { InvariantId } from '../config.js'
import type { FindingLevel } from '../findings/level.js'
import type { RandomSource } from '../random-source.js'
import { kindOf } from '../callbacks.js'
import { packetKey } from '../deliveries.js'
import { isImpostors } from '../impostor/impostor.js'
import { executed, type Memory } from '../model/index.js'
import { CONTRACTS, type Identity } from '../findings/identity.js'
import { differences, type Difference } from '../money/money.js'
import type { Start } from '../setup.js'
import { perform, type Story } from '../story.js'
import type { StateView, ExecutedStep } from '../view.js'

/** A violation of an invariant. Its `about` is what the last step called when left out. */
export interface Violation extends Identity {
  /** One sentence. */
  readonly text: string
  /** Actions after the action sequence that show it. */
  readonly further?: readonly ActionInput[]
  /** The actions in the other order, if the violation depends on order. */
  readonly other?: readonly ActionInput[]
  /** Which of `further` is the first wrong step, from 0; the last one when left out. */
  readonly wrong?: number
  /** How many of the action sequence's last steps `further` replaces. */
  readonly instead?: number
  /** Less than an error: a warning if nothing is lost by it, a note if it is a fact of the design. The campaign may say otherwise. */
  readonly level?: FindingLevel | undefined
  /** The kind of violation, where texts of one kind differ in more than amounts and names; the text when left out. */
  readonly kind?: string
}

/** Why an invariant could not judge, or only in part. */
export interface Unjudged {
  /** A few words, the same for all situations of the kind: they are counted. */
  readonly why: string
  readonly partly: boolean
}

/** The result of a check; undefined: the invariant holds. */
export type Judgement = Violation | Unjudged | undefined

/** The invariant says nothing about this situation. */
export const unjudged = (why: string): Unjudged => ({ why, partly: false })
/** Only a part of the invariant was judged, and it holds. */
export const partlyJudged = (why: string): Unjudged => ({ why, partly: true })

export const isUnjudged = (judgement: Judgement): judgement is Unjudged => judgement !== undefined && 'why' in judgement

/** The state that an invariant is checked in. */
export interface Situation {
  readonly start: Start
  readonly story: Story
  readonly memory: Memory
  readonly random: RandomSource
  /** The sandbox before the last step; undefined before the first. */
  readonly before: number | undefined
  /** Whether to try every possibility, as shrinking does; a campaign tries a random one each time. */
  readonly thorough: boolean
  /** The refused message to check, as `label/variant`. */
  readonly refused?: string | undefined
  /** Whether a possibility is new in this state, so that it is worth judging; if so, it counts as judged. @param what its kind */
  readonly isNew: (what: string) => boolean
  /** Called at the end of each twin, in its state. */
  readonly onTwin?: (() => void) | undefined
  /** Whether a violation is excepted or known, so that an invariant looks for others. */
  readonly excused: (violation: Violation) => boolean
}

export interface Invariant {
  readonly id: InvariantId
  /** The rule, in a few words. */
  readonly title: string
  /** Once violated, it is violated after each further step. */
  readonly lasts?: true
  /** Contracts violate it on purpose as often as by mistake: its findings rank below others of their level. */
  readonly oftenMeant?: true
  /** It compares states between which only its own steps may happen, so it is not judged while schedules run, or an attacker's contract waits to call back. */
  readonly steady?: true
  /** After each step; after some steps, in a twin of the sandbox; at the end of some action sequences. */
  readonly when: 'step' | 'twin' | 'end'
  readonly judge: (situation: Situation) => Judgement | Promise<Judgement>
}

/** Judges one possibility after the other, up to the first that violates the invariant. @returns unjudged only if none could be judged */
export async function judgeEach<T>(
  { excused }: Situation,
  all: Iterable<T>,
  judge: (one: T) => Promise<Judgement>,
): Promise<Judgement> {
  let could = false
  let why: Unjudged | undefined
  for (const one of all) {
    const judgement = await judge(one)
    if (isUnjudged(judgement)) why = judgement
    else if (judgement === undefined || excused(judgement)) could = true
    else return judgement
  }
  return could ? undefined : why
}

/** The result of a check whose possibilities were all judged before, in states of this shape. It counts neither as judged nor as not judged. */
export const REPEATED: Unjudged = unjudged('it was judged in such a state before')

/** The possibilities that are new in this state. Each is looked up when its turn comes. @param most at most so many, unless the situation is thorough */
function* newOnes<T>(
  { isNew, thorough }: Situation,
  all: Iterable<T>,
  kindOf: (one: T) => string,
  most = Infinity,
): Iterable<T> {
  let taken = 0
  for (const one of all) {
    if (taken >= most && !thorough) return
    if (!isNew(kindOf(one))) continue
    taken++
    yield one
  }
}

/** Judges the possibilities that are new in this state, as {@link judgeEach} does. @returns {@link REPEATED} if none is */
export async function judgeNew<T>(
  situation: Situation,
  all: Iterable<T>,
  kindOf: (one: T) => string,
  judge: (one: T) => Promise<Judgement>,
  most?: number,
): Promise<Judgement> {
  let any = false
  const judgement = await judgeEach(situation, newOnes(situation, all, kindOf, most), (one) => {
    any = true
    return judge(one)
  })
  return any ? judgement : REPEATED
}

/** The first violation; in a thorough situation the first that is not excused. */
export function firstOf({ thorough, excused }: Situation, all: Iterable<Violation>): Violation | undefined {
  for (const violation of all) if (!thorough || !excused(violation)) return violation
  return undefined
}

/** Runs work in a twin of the sandbox: from the current state or a snapshot, and restores the current state afterwards. */
export async function twin<T>(
  { start: { sandbox }, onTwin }: Situation,
  work: () => Promise<T>,
  from?: number,
): Promise<T> {
  const now = await sandbox.snapshot()
  try {
    if (from !== undefined) await sandbox.restore(from)
    const result = await work()
    onTwin?.()
    return result
  } finally {
    await sandbox.restore(now)
    sandbox.forget(now)
  }
}

/** Whether a step sent packets over a channel of the impostor, who may do with them what it likes. */
export const sentOverImpostor = (start: Start, { sent }: ExecutedStep): boolean =>
  sent.length > 0 &&
  start.sandbox.relayer.pending().some((packet) => isImpostors(start, packet) && sent.includes(packetKey(packet)))

/** The place of a step, as `label/name`: the first callback that failed, otherwise the last callback, otherwise the message. */
export function placeOf({ subjects }: Start, { action, callbacks }: ExecutedStep): string | undefined {
  const labelOf = (contract: string): string | undefined =>
    subjects.find(({ address }) => address === contract)?.config.label
  const seen = callbacks.filter(({ contract }) => labelOf(contract) !== undefined)
  const last = seen.find(({ node }) => node.error !== undefined) ?? seen.at(-1)
  if (last !== undefined) return `${labelOf(last.contract)}/${last.kind}`
  const message = executed(action.action === 'repeat' ? action.do : action)
  return message && `${message.contract}/${kindOf(JSON.stringify(message.msg))}`
}

/** Executes actions until one fails. @returns the steps; undefined if one failed or was impossible */
export async function performAll(
  start: Start,
  actions: readonly ActionInput[],
): Promise<readonly ExecutedStep[] | undefined> {
  const steps: ExecutedStep[] = []
  for (const action of actions) {
    const step = await attempt(start, action)
    if (step === undefined || step.error !== undefined) return undefined
    steps.push(step)
  }
  return steps
}

/** Executes an action; undefined if it is impossible in this state. */
export async function attempt(start: Start, action: ActionInput): Promise<ExecutedStep | undefined> {
  try {
    return await perform(start, action)
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

/** What an actor has and may claim, by asset. */
export function wealthOf({ balances, claims }: StateView, actor: string): ReadonlyMap<string, bigint> {
  const sums = new Map(balances.actors.get(actor))
  for (const of of claims.values())
    for (const [asset, amount] of Object.entries(own(of, actor) ?? {}))
      sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  return sums
}

/** What all actors together may claim, by asset. */
export function sumOfClaims({ claims }: StateView): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const of of claims.values())
    for (const coins of Object.values(of))
      for (const [asset, amount] of Object.entries(coins)) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  return sums
}

/** A difference between two states in balances or claims, in one sentence. */
export type Change = Pick<Violation, 'text' | 'account' | 'asset'>

/** The differences between two states in balances and claims. @param passOver assets to ignore */
export function* changes(one: StateView, other: StateView, passOver?: ReadonlySet<string>): Iterable<Change> {
  const reported = (account: string, { asset, before, after }: Difference, who: string, where = ''): Change => ({
    text: `${who} ${before} or ${after} of ${asset}${where}`,
    account,
    asset,
  })
  for (const of of differences(one.balances.inside, other.balances.inside, passOver))
    yield reported(CONTRACTS, of, 'the contracts have')
  for (const actor of one.balances.actors.keys())
    for (const of of differences(one.balances.actors.get(actor), other.balances.actors.get(actor), passOver))
      yield reported(actor, of, `${actor} has`)
  for (const [label, claims] of one.claims)
    for (const [actor, sums] of Object.entries(claims)) {
      const after = own(other.claims.get(label) ?? {}, actor) ?? {}
      for (const of of differences(new Map(Object.entries(sums)), new Map(Object.entries(after)), passOver))
        yield reported(actor, of, `${actor} may claim`, ` of ${label}`)
    }
}

/** The first of the {@link changes}. */
export function change(one: StateView, other: StateView, passOver?: ReadonlySet<string>): Change | undefined {
  for (const first of changes(one, other, passOver)) return first
  return undefined
}
