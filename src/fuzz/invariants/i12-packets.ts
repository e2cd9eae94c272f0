import { parseCoins } from '../../codec/index.js'
import { bankDenom } from '../../modules/transfer/index.js'
import { attributeValues, unpackedText, type Json, type TxResult } from '../../sandbox/internal.js'
import { packetKey } from '../deliveries.js'
import { execute, executed } from '../model/index.js'
import { coinsIn } from '../money/vouchers.js'
import { STRANGER } from '../setup.js'
import { isToken } from '../money/tokens.js'
import { stateOf } from '../story.js'
import type { StateView } from '../view.js'
import { attempt, twin, unjudged, wealthOf, type Invariant, type Situation, type Violation } from './judge.js'
import { isTransaction } from '../chains/transaction.js'

const SECOND = 1_000_000_000n
const MIN_SPAN = 60n
const MAX = 366n * 86_400n

/**
 * A packet has a timeout between a minute and a year. Honest designs let the sender choose the timeout, within bounds or of what the sender pays for, or
 * execute a message that somebody gave them, timeout included: that is a note. A stranger who chooses one out of bounds for coins of the contract is no design.
 */
export const I12: Invariant = {
  id: 'I12',
  title: 'sane packets',
  when: 'step',
  oftenMeant: true,
  judge: async (situation) => {
    const { last } = situation.story
    const called = last.results.some(callsContract)
    if (last.error !== undefined || last.sent.length === 0 || !called) return unjudged('no contract sent a packet')
    for (const result of last.results)
      for (const timeout of callsContract(result) ? timeoutsOf(result) : []) {
        const violation = await insane(situation, result, timeout)
        if (violation !== undefined && !situation.excused(violation)) return violation
      }
    return undefined
  },
}

/** Whether a contract was called, other than to ask its permission. */
const callsContract = ({ trace }: TxResult): boolean => trace.some(({ layer }) => layer !== 'rate-limit')

/** The problem with a timeout. */
async function insane(situation: Situation, result: TxResult, timeout: bigint): Promise<Violation | undefined> {
  if (timeout === 0n) return { text: 'a contract sent a packet that never times out', key: 'never' }
  const { host, time } = situation.start.sandbox.chain(result.chain)!
  // A step may make many blocks, for example when packets are relayed, answered and sent again.
  const sentAt = host.app.baseApp.block(Number(result.height))?.time ?? time
  const span = (timeout - sentAt) / SECOND
  const wrong = outside(span)
  const choice = `the sender of the message chooses the packet's timeout (${span} seconds)`
  const note: Violation = { text: choice, kind: 'the sender chooses the timeout', key: 'chosen', level: 'note' }
  // Finding out executes the message again.
  if (wrong === undefined && situation.excused(note)) return undefined
  const chosen = await chosenBySender(situation, timeout, span, wrong !== undefined)
  // Through other contracts, and in callbacks.
  if (!chosen && wrong !== undefined && namedBefore(situation, timeout, span))
    return { ...note, text: `${wrong.text}; a message before it names that time` }
  if (!chosen) return wrong
  const text = wrong === undefined ? choice : `${wrong.text}; ${choice}`
  const taken = wrong && (await sentByStrangers(situation))
  return taken === undefined
    ? { ...note, text }
    : { text: `${text}; a stranger can send it with ${taken} of the contract's own`, key: 'chosen for others' }
}

/**
 * The coins of the contract that a stranger can send with the last step's message, without paying for them: with it, before, from what the stranger may claim,
 * or in tokens, such as shares.
 */
async function sentByStrangers(situation: Situation): Promise<string | undefined> {
  const { start, story, before } = situation
  const message = executed(story.last.action)
  const subject = message && start.subjects.find(({ config }) => config.label === message.contract)
  if (message === undefined || subject === undefined) return undefined
  const { chain } = subject.config
  return twin(
    situation,
    async () => {
      const step = await attempt(start, execute(subject, { ...message, from: STRANGER }))
      if (step === undefined || step.error !== undefined) return undefined
      const unpaid = new Map<string, bigint>()
      for (const packet of start.sandbox.relayer.pending()) {
        const coins = step.sent.includes(packetKey(packet)) && packet.from === chain ? coinsIn(packet) : undefined
        if (coins === undefined) continue
        const denom = bankDenom(coins.denom)
        unpaid.set(denom, (unpaid.get(denom) ?? 0n) + BigInt(coins.amount))
      }
      for (const { denom, amount } of message.funds === '' ? [] : parseCoins(message.funds))
        if (unpaid.has(denom)) unpaid.set(denom, unpaid.get(denom)! - amount)
      const after = await stateOf(start)
      if (paidInTokens(story.states.at(-2)!, after)) return undefined
      for (const [denom, amount] of unpaid)
        unpaid.set(denom, amount - paidBefore(story.states, after, start.ledger.assetOf(chain, denom)))
      const [denom, amount] = [...unpaid].find(([, sum]) => sum > 0n) ?? []
      return denom === undefined ? undefined : `${amount} of ${start.ledger.assetOf(chain, denom)}`
    },
    before,
  )
}

const lower = (one: ReadonlyMap<string, bigint>, other: ReadonlyMap<string, bigint>, asset: string): bigint => {
  const by = (one.get(asset) ?? 0n) - (other.get(asset) ?? 0n)
  return by > 0n ? by : 0n
}

const balanceOf = ({ balances }: StateView): ReadonlyMap<string, bigint> => balances.actors.get(STRANGER) ?? new Map()

const paidInTokens = (before: StateView, after: StateView): boolean =>
  [...balanceOf(before).keys()].some(
    (asset) => isToken(asset) && lower(balanceOf(before), balanceOf(after), asset) > 0n,
  )

/** What the stranger has paid before the last step, and may claim no more after it. */
function paidBefore(states: readonly StateView[], after: StateView, asset: string): bigint {
  const [first, before] = [states[0]!, states.at(-2)!]
  const claims = (state: StateView): ReadonlyMap<string, bigint> =>
    new Map([[asset, (wealthOf(state, STRANGER).get(asset) ?? 0n) - (balanceOf(state).get(asset) ?? 0n)]])
  return lower(balanceOf(first), balanceOf(before), asset) + lower(claims(before), claims(after), asset)
}

function outside(span: bigint): Violation | undefined {
  if (span < MIN_SPAN) return { text: `a contract sent a packet that times out after ${span} seconds`, key: 'early' }
  return span > MAX
    ? { text: `a contract sent a packet that times out only after ${span / 86_400n} days`, key: 'late' }
    : undefined
}

/** The timeout timestamps of sent packets; packets with a timeout height may have none. */
const timeoutsOf = (result: TxResult): readonly bigint[] => {
  const heights = attributeValues(result, 'send_packet', 'packet_timeout_height')
  return attributeValues(result, 'send_packet', 'packet_timeout_timestamp').flatMap((text, i) =>
    text === '0' && heights[i] !== '0-0' ? [] : [BigInt(text)],
  )
}

/** Whether the sender chooses the timeout: another number in the message gives another one. @param byAdmins whether the choice of an admin counts */
async function chosenBySender(
  situation: Situation,
  timeout: bigint,
  span: bigint,
  byAdmins: boolean,
): Promise<boolean> {
  const { start, story, before } = situation
  const { action } = story.last
  const message = executed(action)
  if (message === undefined || before === undefined || !isTransaction(action)) return false
  if (!byAdmins && start.subjects.some(({ config }) => config.admin === action.from)) return false
  const suspects = (n: bigint): boolean => n === timeout || n === timeout / SECOND || n === span
  const subject = start.subjects.find(({ config }) => config.label === message.contract)
  if (subject === undefined) return false
  for (const msg of shifted(message.msg, suspects)) {
    const changed = execute(subject, { ...message, msg })
    const isOther = await twin(
      situation,
      async () => {
        const step = await attempt(start, changed)
        const timeouts = step?.results.flatMap(timeoutsOf) ?? []
        return timeouts.length > 0 && !timeouts.includes(timeout)
      },
      before,
    )
    if (isOther) return true
  }
  return false
}

/** A member with a time, and its number. */
const TIME = /"[^"]*(?:time|second|expir|deadline|until)[^"]*":"?\+?(\d{1,20})\b/gi

/**
 * Whether a message of the action sequence names the timeout: a proxy executes what it is given, and a receiver of a callback may have been given before what to send.
 * What such a message holds for others in base64 counts too.
 */
function namedBefore({ story }: Situation, timeout: bigint, span: bigint): boolean {
  const suspects = new Set([timeout, timeout / SECOND, span].map(String))
  return story.steps.some(({ action }) => {
    const text = unpackedText(
      JSON.stringify(action, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    )
    return [...text.replaceAll('\\', '').matchAll(TIME)].some(([, number]) => suspects.has(number!))
  })
}

/** Copies of the value, each with another of the suspect numbers increased. */
function* shifted(value: Json, suspect: (n: bigint) => boolean): Iterable<Json> {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) {
    if (suspect(BigInt(value))) yield value + 7
  } else if (typeof value === 'string' && /^\+?\d{1,30}$/.test(value)) {
    if (suspect(BigInt(value))) yield String(BigInt(value) + 7n)
  } else if (Array.isArray(value)) {
    const items: readonly Json[] = value
    for (const [i, item] of items.entries()) for (const other of shifted(item, suspect)) yield items.with(i, other)
  } else if (typeof value === 'object' && value !== null) {
    const members = value as Readonly<Record<string, Json>>
    for (const [name, member] of Object.entries(members))
      for (const other of shifted(member, suspect)) yield { ...members, [name]: other }
  }
}
