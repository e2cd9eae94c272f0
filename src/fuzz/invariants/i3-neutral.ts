import type { ActionInput } from '../../sandbox/internal.js'
import { difference, type Sums } from '../money/money.js'
import { packetKey } from '../deliveries.js'
import { ERROR_CODE, filterOf } from '../model/index.js'
import { stateOf } from '../story.js'
import { senderOf } from './i1-claims.js'
import {
  attempt,
  judgeEach,
  placeOf,
  twin,
  unjudged,
  wealthOf,
  type Invariant,
  type Judgement,
  type Situation,
} from './judge.js'
import { isGift } from './gift.js'
import { recoveries } from './recovery.js'

/** The number of rounds in which packets that a refund sends are made to fail too. */
const ROUNDS = 4

export const I3: Invariant = {
  id: 'I3',
  title: 'a failed round trip is neutral',
  when: 'twin',
  steady: true,
  judge: async (situation) => {
    const { story } = situation
    if (story.last.action.action !== 'tx' || story.last.error !== undefined || story.last.sent.length === 0)
      return unjudged('no message sent a packet')
    const trips = tripsOf(situation).flatMap((trip) =>
      hopsOf(situation, trip).flatMap((hops) => (['error', 'timeout'] as const).map((how) => ({ trip, how, hops }))),
    )
    return judgeEach(situation, trips, (trip) => twin(situation, () => roundTrip(situation, trip)))
  },
}

const UNDELIVERED = unjudged('its packets could not be delivered as errors or timeouts, or a callback failed')

/** The steps to check: the last one, and the first one whose packets are all pending, since the steps in between must not matter. */
function tripsOf(situation: Situation): readonly number[] {
  const { steps } = situation.story
  const last = steps.length - 1
  const waiting = steps.findIndex(
    ({ action, error, sent }) =>
      action.action === 'tx' &&
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

async function roundTrip(situation: Situation, { trip, how, hops }: RoundTrip): Promise<Judgement> {
  const { start, story } = situation
  const done: ActionInput[] = []
  let end: { readonly about: string | undefined; readonly wrong: number } | undefined
  const act = async (action: ActionInput): Promise<readonly string[] | undefined> => {
    const step = await attempt(start, action)
    if (step === undefined || step.error !== undefined) return undefined
    // Failing callbacks are reported by I2.
    if (step.callbacks.some(({ node }) => node.error !== undefined)) return undefined
    done.push(action)
    if (step.callbacks.length > 0 && action.action === 'relay')
      end = { about: placeOf(start, step), wrong: done.length - 1 }
    return step.sent
  }
  let open = story.steps[trip]!.sent
  const passed: string[] = []
  for (let hop = 0; hop < hops; hop++) {
    const onward: string[] = []
    for (const packet of packetsOf(situation, open)) {
      const sent = await act({ action: 'relay', filter: { ...filterOf(packet), kind: 'recv' } })
      if (sent === undefined) return UNDELIVERED
      onward.push(...sent)
    }
    if (onward.length === 0) return unjudged('its packets were not sent on')
    passed.unshift(...open)
    open = onward
  }
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    const next: string[] = []
    if (how === 'timeout') {
      const to = new Set(packetsOf(situation, open).map((packet) => packet.to))
      for (const chain of to) if ((await act({ action: 'skipPastTimeout', chain })) === undefined) return UNDELIVERED
    }
    for (const packet of packetsOf(situation, open)) {
      const filter = filterOf(packet)
      const sent = await act(
        how === 'timeout'
          ? { action: 'relay', filter }
          : { action: 'relay', filter, receiver: { errorCode: ERROR_CODE } },
      )
      if (sent === undefined) return UNDELIVERED
      next.push(...sent)
    }
    open = next
  }
  if (open.length > 0) return unjudged('its refunds send packets again and again')
  for (const key of passed)
    for (const packet of packetsOf(situation, [key]))
      if ((await act({ action: 'relay', filter: filterOf(packet) })) === undefined) return UNDELIVERED
  let lost = await losses(situation, trip)
  for (const action of lost === undefined ? [] : recoveries(situation, [senderOf(story.steps[trip]!)!])) {
    if ((await act(action)) === undefined) continue
    lost = await losses(situation, trip)
    if (lost === undefined) return undefined
  }
  if (lost === undefined) return undefined
  const isLast = trip === story.steps.length - 1
  if (await isGift(situation, story.steps[trip]!.action, lost.asset, isLast ? situation.before : undefined))
    return undefined
  return {
    text: `a round trip that ended in ${how === 'error' ? 'an error' : 'a timeout'}${hops === 0 ? '' : ' behind a chain that sent it on'} was not neutral: ${lost.text}`,
    further: done,
    ...end,
  }
}

const packetsOf = ({ start }: Situation, keys: readonly string[]) =>
  start.sandbox.relayer.pending().filter((packet) => keys.includes(packetKey(packet)))

/** The first actor who has less or more than if the message had never been sent. */
async function losses(
  { start, story }: Situation,
  trip: number,
): Promise<{ readonly asset: string; readonly text: string } | undefined> {
  const [before, sent] = [story.states[trip]!, story.states[trip + 1]!]
  const after = await stateOf(start)
  for (const actor of start.actors) {
    const undone = plus(wealthOf(story.state, actor), wealthOf(before, actor), wealthOf(sent, actor))
    const found = difference(undone, wealthOf(after, actor), start.fees)
    if (found !== undefined)
      return {
        asset: found.asset,
        text: `${actor} has ${found.after} of ${found.asset} in balance and claims instead of ${found.before}`,
      }
  }
  return undefined
}

/** `sums` + `more` - `less`. */
function plus(sums: Sums, more: Sums, less: Sums): Sums {
  const total = new Map(sums)
  for (const [asset, amount] of more) total.set(asset, (total.get(asset) ?? 0n) + amount)
  for (const [asset, amount] of less) total.set(asset, (total.get(asset) ?? 0n) - amount)
  return total
}
