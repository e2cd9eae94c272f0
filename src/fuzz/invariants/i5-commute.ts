import { pendingQueries } from '../chains/pending-queries.js'
import { getChannel, Order } from '../../modules/ibc/index.js'
import type { ActionInput, PendingPacket } from '../../sandbox/internal.js'
import { ERROR_CODE, filterOf } from '../model/index.js'
import { ibcPort } from '../../modules/wasm/index.js'
import { claimsOf } from '../money/claims.js'
import { isError } from '../money/money.js'
import { packetKey } from '../deliveries.js'
import { isImpostors } from '../impostor/impostor.js'
import { storageOfAll } from '../money/storage.js'
import type { Start } from '../setup.js'
import { roughKindOf } from '../step-kind.js'
import { stateOf, type Story } from '../story.js'
import type { StateView } from '../view.js'
import { wayBack, type PacketId } from './coming-back.js'
import {
  changes,
  firstOf,
  judgeNew,
  performAll,
  placeOf,
  twin,
  unjudged,
  type Invariant,
  type Change,
  type Judgement,
  type Situation,
  type Violation,
} from './judge.js'

/** Two events that can reach the contract in either order, and the actions that have to come first. */
interface Pair {
  /** What the two events are. */
  readonly kind: string
  readonly first: readonly ActionInput[]
  readonly events: readonly [ActionInput, ActionInput]
  /** Actions after both events, before the results are compared. */
  readonly further: readonly ActionInput[]
  /** A packet that arrives at a contract in one of the events. */
  readonly arriving?: PacketId
}

/** The number of pairs that a campaign tries per step. */
const SOME = 2

/**
 * Two events that may come in either order leave everybody the same coins. Honest designs number what arrives, or list it in order: only coins and claims are
 * compared. Where the first to arrive gets more by design, such as the last place of a sale, an exception says so.
 */
export const I5: Invariant = {
  id: 'I5',
  title: 'independent events commute',
  when: 'twin',
  steady: true,
  judge: async (situation) => {
    const all = pairs(situation)
    if (all.length === 0) return unjudged('no two events were waiting that may come in either order')
    return judgeNew(
      situation,
      all,
      ({ kind }) => kind,
      (pair) => twin(situation, () => bothOrders(situation, pair)),
      SOME,
    )
  },
}

const REFUSED = unjudged('one of the two events was refused')

async function bothOrders(situation: Situation, { first, events, further, arriving }: Pair): Promise<Judgement> {
  const { start } = situation
  if ((await performAll(start, first)) === undefined) return REFUSED
  const reversed = [...events].reverse()
  const ends: End[] = []
  let about: string | undefined
  try {
    for (const order of [events, reversed]) {
      const end = await twin(situation, async () => {
        const steps = await performAll(start, order)
        if (steps === undefined) return undefined
        about ??= placeOf(start, steps[1]!)
        const refused = arriving && isRefused(start, arriving)
        return (await performAll(start, further)) && { ...(await endOf(start)), refused }
      })
      if (end === undefined) return REFUSED
      ends.push(end)
    }
    const [one, other] = ends as [End, End]
    const reported = ({ text, ...identity }: Pick<Violation, 'text' | 'account' | 'asset' | 'key'>): Violation => ({
      ...identity,
      text: `the order of two independent events makes a difference: ${text}`,
      further: [...first, ...events, ...further],
      other: [...first, ...reversed, ...further],
      wrong: first.length + 1,
      about,
      level: one.refused === other.refused ? undefined : 'warning',
    })
    if (one.refused !== other.refused)
      return reported({
        text: 'a packet that arrives is accepted in one order and refused in the other',
        key: 'refused',
      })
    return await different(situation, one, other, reported)
  } finally {
    for (const { snapshot } of ends) start.sandbox.forget(snapshot)
  }
}

/** A difference. Contracts with equal storage have equal claims, so the claims, which are expensive to query, are compared only if storage differs. */
async function different(
  situation: Situation,
  one: End,
  other: End,
  reported: (of: Change) => Violation,
): Promise<Violation | undefined> {
  const { fees } = situation.start
  const found = firstOf(situation, [...changes(one.state, other.state, fees)].map(reported))
  if (found !== undefined || (one.storage !== undefined && one.storage === other.storage)) return found
  const [here, there] = [await withClaims(situation, one), await withClaims(situation, other)]
  return firstOf(situation, [...changes(here, there, fees)].map(reported))
}

/** The state after one order of events, without claims, which are queried only if necessary. */
interface End {
  readonly state: StateView
  readonly storage: string | undefined
  readonly snapshot: number
  /** Whether the packet that arrived was answered with an error. */
  readonly refused?: boolean | undefined
}

const isRefused = ({ sandbox }: Start, packet: PacketId): boolean =>
  isError(sandbox.relayer.pending().find((one) => packetKey(one) === packetKey(packet))?.acknowledgement)

const NO_CLAIMS: StateView['claims'] = new Map()

const endOf = async (start: Start): Promise<End> => ({
  state: await stateOf(start, NO_CLAIMS),
  storage: storageOfAll(start),
  snapshot: await start.sandbox.snapshot(),
})

const withClaims = async (situation: Situation, { state, snapshot }: End): Promise<StateView> => ({
  ...state,
  claims: await twin(situation, () => claimsOf(situation.start), snapshot),
})

function pairs({ start, story }: Situation): readonly Pair[] {
  const { sandbox } = start
  const open = sandbox.relayer.pending().filter((packet) => packet.state !== 'received' && !isImpostors(start, packet))
  const found: Pair[] = []
  const couples: (readonly [PendingPacket, PendingPacket])[] = []
  if (open.length >= 2) couples.push([open.at(-2)!, open.at(-1)!])
  if (open.length >= 3) couples.push([open[0]!, open.at(-1)!])
  for (const [one, other] of couples) {
    if (isOrdered(start.sandbox, one) && sameChannel(one, other)) continue
    const outcomes = [one, other].map((packet) => (packet.state === 'sent' ? ['result', 'error'] : ['as it is']))
    for (const a of outcomes[0]!)
      for (const b of outcomes[1]!)
        if (a !== 'error' || b !== 'error')
          found.push({
            kind: `${kindOfPacket(story, one)} ${a}, ${kindOfPacket(story, other)} ${b}`,
            first: [...executed(one, a), ...executed(other, b)],
            events: [delivery(one), delivery(other)],
            further: [],
          })
  }
  found.push(...arrivals(story, open))
  const last = open.at(-1)
  if (last !== undefined)
    for (const { queryId, type } of pendingQueries(sandbox).slice(0, 2)) {
      if (type !== 'kv') continue
      const query = queryId.toString()
      const first = last.state === 'sent' ? executed(last, 'result') : []
      // The query result is from the state after the packet was executed.
      const height = String(sandbox.chain(start.config.remote.chain)!.height + (first.length > 0 ? 1n : 0n))
      found.push({
        kind: `${kindOfPacket(story, last)}, result of a query`,
        first,
        events: [delivery(last), { action: 'deliverQueries', query, height }],
        further: [{ action: 'deliverQueries', query }],
      })
    }
  return found
}

/**
 * A packet that a contract receives, and the acknowledgement of one that it sent: a relayer may deliver either first. The packet is one that is
 * pending, or one that brings back what was sent.
 */
function arrivals(story: Story, open: readonly PendingPacket[]): readonly Pair[] {
  const { start } = story
  const ports = new Set(start.subjects.map(({ config, address }) => `${config.chain}/${ibcPort(address)}`))
  const leaving = open.findLast(
    ({ state, from, sourcePort }) =>
      (state === 'sent' || state === 'acknowledged') && ports.has(`${from}/${sourcePort}`),
  )
  if (leaving === undefined) return []
  const pair = (arriving: PacketId, more: readonly ActionInput[]): Pair => ({
    kind: `${kindOfPacket(story, leaving)}, ${more.length === 0 ? 'another' : 'what it sent'} arrives`,
    first: [...executed(leaving, 'result'), ...more],
    events: [delivery(leaving), { action: 'relay', filter: { ...filterOf(arriving), kind: 'recv' } }],
    further: [delivery(arriving)],
    arriving,
  })
  const coming = open.findLast(
    ({ state, to, destinationPort }) => state === 'sent' && ports.has(`${to}/${destinationPort}`),
  )
  const back = wayBack(start, leaving)
  return [
    ...(coming === undefined ? [] : [pair(coming, [])]),
    ...(back === undefined ? [] : [pair(back.packet, [back.transfer])]),
  ]
}

/** The message that sent a packet, and the state of the packet. */
function kindOfPacket({ steps }: Story, packet: PendingPacket): string {
  const key = packetKey(packet)
  const step = steps.find(({ sent }) => sent.includes(key))
  return `${step === undefined ? packet.sourcePort : roughKindOf(step)} ${packet.state}`
}

const executed = (packet: PendingPacket, outcome: string): readonly ActionInput[] =>
  packet.state !== 'sent'
    ? []
    : [
        {
          action: 'relay',
          filter: { ...filterOf(packet), kind: 'recv' },
          ...(outcome === 'error' && { receiver: { errorCode: ERROR_CODE } }),
        },
      ]

const delivery = (packet: PacketId): ActionInput => ({ action: 'relay', filter: filterOf(packet) })

const sameChannel = (one: PendingPacket, other: PendingPacket): boolean =>
  one.from === other.from && one.sourcePort === other.sourcePort && one.sourceChannel === other.sourceChannel

function isOrdered(
  sandbox: Situation['start']['sandbox'],
  { from, sourcePort, sourceChannel }: PendingPacket,
): boolean {
  const { app } = sandbox.chain(from)!.host
  return getChannel(app.context, sourcePort, sourceChannel)?.ordering === Order.ORDER_ORDERED
}
