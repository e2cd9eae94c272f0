import type { Action, ActionInput } from '../../sandbox/internal.js'
import { differences, type Sums } from '../money/money.js'
import { isToken } from '../money/tokens.js'
import { namesAttacker } from '../attacker/attacker.js'
import { packetKey } from '../deliveries.js'
import { ERROR_CODE, executed, filterOf } from '../model/index.js'
import { roughKindOf } from '../step-kind.js'
import { stateOf } from '../story.js'
import { senderOf } from './i1-claims.js'
import {
  attempt,
  judgeNew,
  placeOf,
  sentOverImpostor,
  sumOfClaims,
  twin,
  unjudged,
  wealthOf,
  type Invariant,
  type Judgement,
  type Situation,
  type Unjudged,
  type Violation,
} from './judge.js'
import { isGift } from './designs/gift.js'
import { carriedBy, isPayout } from './designs/payout.js'
import { withoutRedemption } from './designs/redemption.js'
import { likelyClaims, type Missing } from './designs/credits.js'
import { recoveries } from './recovery.js'
import { isTransaction } from '../chains/transaction.js'
import type { ExecutedStep, StateView } from '../view.js'

/** The number of rounds in which packets that a refund sends are made to fail too. */
const ROUNDS = 4

/**
 * A message whose packets fail costs nothing but fees. Honest designs credit the refund instead of paying it, or pay it when they are asked: `claims` and
 * `recover` say so. A charge that stays with the contract needs an exception, unless it is in a fee denomination. A message that names the attacker's contract, or goes
 * through another contract, is passed over, since coins may return there. A spender of tokens (cw20) may get the refund in place of the owner.
 */
export const I3: Invariant = {
  id: 'I3',
  title: 'a failed round trip is neutral',
  when: 'twin',
  steady: true,
  judge: async (situation) => {
    const { story } = situation
    if (!isTransaction(story.last.action) || story.last.error !== undefined || story.last.sent.length === 0)
      return unjudged('no message sent a packet')
    const own = tripsOf(situation)
    const open = own.filter(
      (trip) =>
        !isThroughOthers(situation, story.steps[trip]!.action) &&
        !sentOverImpostor(situation.start, story.steps[trip]!),
    )
    if (open.length === 0) return unjudged('coins may return to another contract')
    const trips = open.flatMap((trip) =>
      hopsOf(situation, trip).flatMap((hops) => (['error', 'timeout'] as const).map((how) => ({ trip, how, hops }))),
    )
    return judgeNew(
      situation,
      trips,
      (trip) => kindOfTrip(situation, trip),
      (trip) => twin(situation, () => roundTrip(situation, trip)),
    )
  },
}

/** Whether coins may return to a contract between the sender and the contract, which is the sender of the packet. */
const isThroughOthers = ({ start }: Situation, action: Action): boolean =>
  namesAttacker(start, action) || executed(action)?.from.includes('/') === true

const UNDELIVERED = unjudged('its packets could not be delivered as errors or timeouts, or a callback failed')

/** The steps to check: the last one, and the first one whose packets are all pending, since the steps in between must not matter. */
function tripsOf(situation: Situation): readonly number[] {
  const { steps } = situation.story
  const last = steps.length - 1
  const waiting = steps.findIndex(
    ({ action, error, sent }) =>
      isTransaction(action) &&
      error === undefined &&
      sent.length > 0 &&
      packetsOf(situation, sent).filter(({ state }) => state === 'sent').length === sent.length,
  )
  return waiting < 0 || waiting === last ? [last] : [last, waiting]
}

/** On how many chains the packets of a step may be received before they fail: on none, or on some of those that send them on. */
function hopsOf(situation: Situation, trip: number): readonly number[] {
  const packets = packetsOf(situation, situation.story.steps[trip]!.sent)
  return packets.some(({ data }) => Buffer.from(data).includes('forward')) ? [0, 1, 2] : [0]
}

interface RoundTrip {
  /** The step whose packets fail. */
  readonly trip: number
  readonly how: 'error' | 'timeout'
  /** How many chains send the packets on before they fail. */
  readonly hops: number
}

const kindOfTrip = ({ story }: Situation, { trip, how, hops }: RoundTrip): string =>
  `${roughKindOf(story.steps[trip]!)} ${how} ${hops}`

async function roundTrip(situation: Situation, kind: RoundTrip): Promise<Judgement> {
  const { sandbox } = situation.start
  const here = await sandbox.snapshot()
  try {
    return await roundTripFrom(situation, kind, here)
  } finally {
    sandbox.forget(here)
  }
}

async function roundTripFrom(situation: Situation, { trip, how, hops }: RoundTrip, here: number): Promise<Judgement> {
  const { sent } = situation.story.steps[trip]!
  const delivery = new FailingDelivery(situation, sent)
  const { carried } = delivery
  const unable = (await delivery.sendOn(hops)) ?? (await delivery.fail(how)) ?? (await delivery.reportBack())
  if (unable !== undefined) return unable
  const all = (await lossesAfterRecovery(situation, trip, delivery, here)).map((loss) => ({
    ...loss,
    isPaid: isPayout(situation.story, trip, carried, loss),
  }))
  // What is a note comes last.
  for (const { text, account, asset, isPaid } of all.toSorted((a, b) => Number(a.isPaid) - Number(b.isPaid))) {
    const violation: Violation = {
      ...(isPaid && { level: 'note', key: 'payout' }),
      text: `a round trip that ended in ${how === 'error' ? 'an error' : 'a timeout'}${hops === 0 ? '' : ' after a chain had forwarded it'} was not neutral: ${text}`,
      account,
      asset,
      further: delivery.done,
      ...delivery.end,
    }
    if (situation.excused(violation)) continue
    if (!(await isGift(situation, trip, asset))) return violation
  }
  return undefined
}

/** The delivery of packets of which each ends in a failure. */
class FailingDelivery {
  /** The coins in the packets. */
  readonly carried: Sums
  /** The actions so far. */
  readonly done: ActionInput[] = []
  /** The last callback, and the action that caused it. */
  end: { readonly about: string | undefined; readonly wrong: number } | undefined
  readonly #situation: Situation
  /** The packets that have not ended. */
  #open: readonly string[]
  /** Packets that were received and sent on, the last ones first. */
  readonly #passed: string[] = []

  constructor(situation: Situation, packets: readonly string[]) {
    this.carried = carriedBy(situation.start, packetsOf(situation, packets))
    this.#situation = situation
    this.#open = packets
  }

  /** The packets that an action sent; undefined if it failed, or a callback in it. */
  async act(action: ActionInput): Promise<readonly string[] | undefined> {
    const { start } = this.#situation
    const step = await attempt(start, action)
    if (step === undefined || step.error !== undefined) return undefined
    // Failing callbacks are reported by I2.
    if (step.callbacks.some(({ node }) => node.error !== undefined)) return undefined
    this.done.push(action)
    if (step.callbacks.length > 0 && action.action === 'relay')
      this.end = { about: placeOf(start, step), wrong: this.done.length - 1 }
    return step.sent
  }

  /** The packets that all these actions sent; undefined after the first that failed. */
  async #actAll(actions: readonly ActionInput[]): Promise<readonly string[] | undefined> {
    const sent: string[] = []
    for (const action of actions) {
      const more = await this.act(action)
      if (more === undefined) return undefined
      sent.push(...more)
    }
    return sent
  }

  /** Delivers the packets on so many chains, which send them on. */
  async sendOn(hops: number): Promise<Unjudged | undefined> {
    for (let hop = 0; hop < hops; hop++) {
      const onward = await this.#actAll(
        this.#packets().map((packet) => ({ action: 'relay', filter: { ...filterOf(packet), kind: 'recv' } })),
      )
      if (onward === undefined) return UNDELIVERED
      if (onward.length === 0) return unjudged('its packets were not forwarded')
      this.#passed.unshift(...this.#open)
      this.#open = onward
    }
    return undefined
  }

  /** Makes the packets fail, and those that their refunds send. */
  async fail(how: RoundTrip['how']): Promise<Unjudged | undefined> {
    for (let round = 0; round < ROUNDS && this.#open.length > 0; round++) {
      if (how === 'timeout') {
        const chains = new Set(this.#packets().map(({ to }) => to))
        const timeouts = [...chains].map((chain) => ({ action: 'skipPastTimeout', chain }) as const)
        if ((await this.#actAll(timeouts)) === undefined) return UNDELIVERED
      }
      const receiver = how === 'timeout' ? {} : { receiver: { errorCode: ERROR_CODE } }
      const sent = await this.#actAll(
        this.#packets().map((packet) => ({ action: 'relay', filter: filterOf(packet), ...receiver })),
      )
      if (sent === undefined) return UNDELIVERED
      this.#open = sent
    }
    return this.#open.length > 0 ? unjudged('its refunds send packets again and again') : undefined
  }

  /** Delivers the failures to the chains that sent the packets on, back to the first. */
  async reportBack(): Promise<Unjudged | undefined> {
    for (const key of this.#passed)
      for (const packet of packetsOf(this.#situation, [key]))
        if ((await this.act({ action: 'relay', filter: filterOf(packet) })) === undefined) return UNDELIVERED
    return undefined
  }

  #packets(): ReturnType<typeof packetsOf> {
    return packetsOf(this.#situation, this.#open)
  }
}

/** What is missing even after the messages that recover coins. */
async function lossesAfterRecovery(
  situation: Situation,
  trip: number,
  delivery: FailingDelivery,
  here: number,
): Promise<readonly Loss[]> {
  let lost = await losses(situation, trip, delivery.carried)
  if (lost.length === 0) return []
  for (const action of recoveries(situation, [senderOf(situation.story.steps[trip]!)!])) {
    if ((await delivery.act(action)) === undefined) continue
    lost = await losses(situation, trip, delivery.carried)
    if (lost.length === 0) return []
  }
  return lossesAfterClaims(situation, trip, delivery, lost, here)
}

/** What is missing even after messages that pay out a refund which the contract may have credited. @param here the state before the packets failed */
async function lossesAfterClaims(
  situation: Situation,
  trip: number,
  delivery: FailingDelivery,
  lost: readonly Loss[],
  here: number,
): Promise<readonly Loss[]> {
  let [left, claims]: [readonly Loss[], readonly ActionInput[]] = [lost, []]
  for (const loss of lost)
    for (const claim of likelyClaims(situation, loss)) {
      if (left.length === 0) break
      const more = [...claims, claim]
      // What was credited earlier is paid out too.
      const then = await twin(situation, () => stateAfter(situation, more))
      if (!then.accepted) continue
      const now = await twin(situation, () => stateAfter(situation, more), here)
      const still = lossesBetween(situation, trip, delivery.carried, now.state, then.state)
      if (still.length < left.length) [left, claims] = [still, more]
    }
  for (const claim of claims) await delivery.act(claim)
  return left
}

/** The state after messages, and whether the last one is accepted. */
async function stateAfter(
  { start }: Situation,
  actions: readonly ActionInput[],
): Promise<{ readonly state: StateView; readonly accepted: boolean }> {
  let step: ExecutedStep | undefined
  for (const action of actions) step = await attempt(start, action)
  return { state: await stateOf(start), accepted: step !== undefined && step.error === undefined }
}

const packetsOf = ({ start }: Situation, keys: readonly string[]) =>
  start.sandbox.relayer.pending().filter((packet) => keys.includes(packetKey(packet)))

interface Loss extends Missing {
  readonly text: string
  /** Whether the contracts have what may be claimed then. */
  readonly isCovered: boolean
}

/** The actors who have less or more than if the message had never been sent. */
const losses = async (situation: Situation, trip: number, carried: Sums): Promise<readonly Loss[]> =>
  lossesBetween(situation, trip, carried, situation.story.state, await stateOf(situation.start))

/** @param now the state before the packets failed @param after the one after they did */
function lossesBetween(
  { start, story }: Situation,
  trip: number,
  carried: Sums,
  now: StateView,
  after: StateView,
): readonly Loss[] {
  const [before, sent] = [story.states[trip]!, story.states[trip + 1]!]
  const undone = new Map(
    start.actors.map((account) => [
      account,
      plus(wealthOf(now, account), wealthOf(before, account), wealthOf(sent, account)),
    ]),
  )
  const sumOf = (asset: string, of: (account: string) => Sums): bigint =>
    start.actors.reduce((sum, account) => sum + (of(account).get(asset) ?? 0n), 0n)
  const isMoved = (asset: string): boolean =>
    isToken(asset) &&
    sumOf(asset, (account) => undone.get(account)!) === sumOf(asset, (account) => wealthOf(after, account))
  const claimed = sumOfClaims(after)
  const all = start.actors.flatMap((account): readonly Loss[] => {
    const changed = [...differences(undone.get(account), wealthOf(after, account), start.fees)]
    return changed
      .filter(({ asset }) => !isMoved(asset))
      .map(({ asset, before: was, after: is }) => ({
        account,
        asset,
        amount: was - is,
        isCovered: (after.balances.inside.get(asset) ?? 0n) >= (claimed.get(asset) ?? 0n),
        text: `${account} has ${is} of ${asset} in balance and claims instead of ${was}`,
      }))
  })
  return withoutRedemption(start, senderOf(story.steps[trip]!), carried, all)
}

/** `sums` + `more` - `less`. */
function plus(sums: Sums, more: Sums, less: Sums): Sums {
  const total = new Map(sums)
  for (const [asset, amount] of more) total.set(asset, (total.get(asset) ?? 0n) + amount)
  for (const [asset, amount] of less) total.set(asset, (total.get(asset) ?? 0n) - amount)
  return total
}
