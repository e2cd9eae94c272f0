import { pendingQueries } from '../chains/pending-queries.js'
import { attributeValues, type ActionInput, type PendingPacket } from '../../sandbox/internal.js'
import { getChannel, Order } from '../../modules/ibc/index.js'
import { accountOf, ERROR_CODE, filterOf } from '../model/index.js'
import { packetKey } from '../deliveries.js'
import { isImpostors } from '../impostor/impostor.js'
import type { Start } from '../setup.js'
import { roughKindOf } from '../step-kind.js'
import type { ExecutedStep } from '../view.js'
import {
  judgeNew,
  performAll,
  placeOf,
  twin,
  unjudged,
  type Invariant,
  type Judgement,
  type Situation,
  type Violation,
} from './judge.js'
import { belongings, partiesOf, touched, type Party, type Touched } from './marks.js'
import { isTransaction } from '../chains/transaction.js'

type Outcome = 'result' | 'error' | 'timeout' | 'as it is'
const OUTCOMES = ['result', 'error', 'timeout'] as const

/** A request of the action sequence that was not answered yet, and its possible answers. */
interface Request {
  readonly step: ExecutedStep
  readonly packet?: PendingPacket
  /** For each outcome, the actions that deliver it; the last one delivers the answer. */
  readonly answers: ReadonlyMap<Outcome, readonly ActionInput[]>
}

/**
 * The answer to an earlier request is delivered twice: before the last step, which made another request, and after it. It has to change what belongs to
 * the first request both times. Honest designs let a later request supersede an earlier one, or settle all of them at once: that is a note.
 */
export const I14: Invariant = {
  id: 'I14',
  title: 'a response settles its own request',
  when: 'twin',
  steady: true,
  judge: async (situation) => {
    const { start, story, before } = situation
    const { last } = story
    if (before === undefined || !isTransaction(last.action) || last.error !== undefined)
      return unjudged('no message made a request')
    const later = requestsOf(start, [last]).at(0)
    if (later === undefined) return unjudged('no message made a request')
    const open = await twin(situation, async () => requestsOf(start, story.steps.slice(0, -1)), before)
    const pairs = open.flatMap((earlier) => {
      // Results of queries and of packets are delivered differently, so only requests of one kind are compared.
      const parties =
        (earlier.packet === undefined) === (later.packet === undefined)
          ? partiesOf(start, earlier.step, last)
          : undefined
      return parties === undefined
        ? []
        : [...earlier.answers.keys()].map((outcome) => ({ earlier, later, parties, outcome }))
    })
    if (pairs.length === 0) return unjudged('no other request was pending that can be distinguished from it')
    const kindOfPair = ({ earlier, outcome }: Pair): string =>
      `${roughKindOf(earlier.step)}, ${roughKindOf(last)} ${outcome}`
    return judgeNew(situation, pairs, kindOfPair, (pair) => judge(situation, pair), 1)
  },
}

interface Pair {
  readonly earlier: Request
  readonly later: Request
  readonly parties: readonly [Party, Party]
  readonly outcome: Outcome
}

async function judge(situation: Situation, { earlier, later, parties, outcome }: Pair): Promise<Judgement> {
  const { start, before } = situation
  const first = earlier.answers.get(outcome)!
  // What is due after a timeout of the first is the timeout of the second.
  const second =
    later.answers.get(outcome)?.slice(outcome === 'timeout' ? -1 : 0) ?? later.answers.values().next().value!
  const alone = await twin(situation, () => answered(start, parties, first), before)
  if (alone === undefined) return REFUSED
  const [mine, theirs] = alone.touched
  if (mine !== 'yes' || theirs !== 'no')
    return unjudged('the response alone changed nothing that shows whose request it was')
  const both = await twin(situation, async () => {
    const one = await answered(start, parties, first)
    const other = one && (await answered(start, parties, second))
    return one && { one, other }
  })
  if (both === undefined || both.one.kinds !== alone.kinds) return REFUSED
  const what = wrong(parties, both.one.touched, both.other?.touched)
  if (what === undefined) return undefined
  const reversed = isOrdered(start, earlier, later)
    ? undefined
    : [...first.slice(0, -1), ...(later.answers.get(outcome) ?? second).slice(first.length > 1 ? -1 : 0), first.at(-1)!]
  const isPossible = reversed !== undefined && (await twin(situation, () => performAll(start, reversed))) !== undefined
  return {
    ...what,
    further: [...first, ...(both.other === undefined ? [] : second)],
    ...(isPossible && { other: reversed }),
    wrong: first.length - 1,
    about: both.one.about,
  }
}

const REFUSED = unjudged('the response was refused, or differed after the second request')

/** @param one what the answer to the first request changed, while both were waiting @param other what the answer to the second changed then */
function wrong(
  parties: readonly [Party, Party],
  one: readonly [Touched, Touched],
  other: readonly [Touched, Touched] | undefined,
): Pick<Violation, 'text' | 'level' | 'account' | 'key'> | undefined {
  const [a, b] = parties.map(({ sender }) => sender) as [string, string]
  const account = accountOf(a)
  const isSame = account === accountOf(b)
  const [first, second] = isSame
    ? [`the first of two requests of ${a}`, 'the second']
    : [`the request of ${a}`, `the later request of ${b}`]
  if (one[0] === 'no' && one[1] === 'yes')
    return {
      text: `the response to ${first} settled ${second} instead; if it arrives before ${second} is made, it settles its own request`,
      account,
      key: 'another',
    }
  if (other === undefined) return undefined
  if (!isSame && one.every((is) => is === 'no') && other[0] === 'no')
    return {
      text: `the response to ${first} settled nothing; if it arrives before ${second} is made, it settles its own request`,
      account,
      key: 'none',
      level: 'note',
    }
  if (one[0] === 'yes' && one[1] === 'yes' && other[1] === 'no')
    return {
      text: `the response to ${first} also settled ${second}, and the response to the second request then settled nothing`,
      account,
      key: 'both',
      level: 'note',
    }
  return undefined
}

/** Delivers an answer. @returns what it changed of both parties; undefined if it was refused, or reached no contract */
async function answered(start: Start, parties: readonly [Party, Party], actions: readonly ActionInput[]) {
  const prepared = await performAll(start, actions.slice(0, -1))
  const before = belongings(start)
  const steps = prepared && before && (await performAll(start, actions.slice(-1)))
  const step = steps?.at(-1)
  const callbacks = step?.callbacks.filter(({ contract }) => start.subjects.some(({ address }) => address === contract))
  const after = belongings(start)
  if (step === undefined || callbacks === undefined || callbacks.length === 0 || after === undefined) return undefined
  if (callbacks.some(({ node }) => node.error !== undefined) || step.results.some(({ code }) => code !== 0))
    return undefined
  return {
    touched: touched(parties, before!, after, start.fees),
    kinds: callbacks.map(({ kind }) => kind).join(),
    about: placeOf(start, step),
  }
}

/** The requests of steps that are not answered. */
function requestsOf({ sandbox }: Start, steps: readonly ExecutedStep[]): readonly Request[] {
  const packets = new Map(
    sandbox.relayer
      .pending()
      .flatMap((packet) => (isImpostors({ sandbox }, packet) ? [] : [[packetKey(packet), packet]])),
  )
  const queries = new Set(
    pendingQueries(sandbox).flatMap(({ queryId, type }) => (type === 'kv' ? [queryId.toString()] : [])),
  )
  return steps.flatMap((step): readonly Request[] => {
    const found: Request[] = []
    const packet = step.sent.map((key) => packets.get(key)).find((one) => one !== undefined && one.state !== 'received')
    if (packet !== undefined) found.push({ step, packet, answers: answersTo(packet) })
    const query = step.results
      .flatMap((result) => attributeValues(result, 'neutron', 'query_id'))
      .find((id) => queries.has(id))
    if (query !== undefined) found.push({ step, answers: new Map([['result', [{ action: 'deliverQueries', query }]]]) })
    return found
  })
}

function answersTo(packet: PendingPacket): Request['answers'] {
  const deliver = { action: 'relay', filter: filterOf(packet) } as const
  if (packet.state !== 'sent') return new Map([['as it is', [deliver]]])
  const how: Readonly<Record<(typeof OUTCOMES)[number], readonly ActionInput[]>> = {
    result: [deliver],
    error: [{ ...deliver, receiver: { errorCode: ERROR_CODE } }],
    timeout: [{ action: 'skipPastTimeout', chain: packet.to }, deliver],
  }
  return new Map(OUTCOMES.map((outcome) => [outcome, how[outcome]]))
}

function isOrdered({ sandbox }: Start, { packet: one }: Request, { packet: other }: Request): boolean {
  if (one === undefined || other === undefined) return false
  const { from, sourcePort, sourceChannel } = one
  if (from !== other.from || sourcePort !== other.sourcePort || sourceChannel !== other.sourceChannel) return false
  return getChannel(sandbox.chain(from)!.host.app.context, sourcePort, sourceChannel)?.ordering === Order.ORDER_ORDERED
}
