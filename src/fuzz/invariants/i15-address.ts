import { channelsOfPort } from '../../modules/ibc/index.js'
import { State } from '../../modules/ibc/relay.js'
import { attributeValues, type Json } from '../../sandbox/internal.js'
import { callbacksOf, kindOf } from '../callbacks.js'
import { answersOf, execute, learnedAround, leaves } from '../model/index.js'
import { accountsOf } from '../money/money.js'
import type { Start, Subject } from '../setup.js'
import { falseStates } from './i15-states.js'
import {
  attempt,
  isUnjudged,
  judgeEach,
  partlyJudged,
  twin,
  unjudged,
  type Invariant,
  type Judgement,
  type Situation,
} from './judge.js'

type Account = ReturnType<typeof accountsOf>[number]

/**
 * What a response says of a channel is so: it does not name an interchain account whose channel is closed, and no callback makes it say of a channel
 * that it is closed while it is open, or the reverse. Honest designs keep the address because the account opens again under it: if a
 * message of the contract opens it again, that is a note. An account that is registered again in the same step, or a response that tells more, is fine.
 *
 * A timeout closes the channel of an interchain account, so its address is of no use until the contract registers the account again. A response that
 * was the same while the channel was open keeps this from whoever asks.
 */
export const I15: Invariant = {
  id: 'I15',
  title: 'what is returned of a channel is so',
  when: 'step',
  judge: async (situation) => {
    const addresses = await closedAddresses(situation)
    if (addresses !== undefined && !isUnjudged(addresses)) return addresses
    const states = await falseStates(situation)
    return states === undefined || !isUnjudged(states) || addresses !== undefined ? states : undefined
  },
}

/** An address of an interchain account that is still returned though its channel is closed. */
async function closedAddresses(situation: Situation): Promise<Judgement> {
  const { start, story, before } = situation
  const ports = story.last.results.flatMap((result) => attributeValues(result, 'channel_close', 'port_id'))
  if (ports.length === 0 || before === undefined) return unjudged('no channel of an interchain account was closed')
  const gone = start.subjects.flatMap((subject) =>
    unreachable(start, subject, ports).map((account) => ({ subject, account })),
  )
  return judgeEach(situation, gone, ({ subject, account }) => judge(situation, before, subject, account))
}

/** The contract's interchain accounts that have no channel since one of these ports was closed. */
function unreachable({ sandbox }: Start, { config, address }: Subject, ports: readonly string[]): readonly Account[] {
  const { host } = sandbox.chain(config.chain)!
  const { context } = host.app
  return accountsOf(host, address)
    .filter(({ portId }) => ports.includes(portId))
    .filter(({ portId }) => channelsOfPort(context, `${portId}/`).every(({ state }) => state === State.STATE_CLOSED))
}

async function judge(
  situation: Situation,
  before: number,
  subject: Subject,
  { address: account, portId }: Account,
): Promise<Judgement> {
  const { start, story } = situation
  const closings = story.last.results
    .filter((result) => attributeValues(result, 'channel_close', 'port_id').includes(portId))
    .flatMap(callbacksOf)
    .filter(({ contract }) => contract === subject.address)
  if (closings.length === 0 || closings.some(({ node }) => node.error !== undefined))
    return unjudged('the contract was not notified that the channel was closed, or failed when it was')
  if (subject.schema.query === undefined) return unjudged('the contract has no known queries')
  const chain = start.sandbox.chain(subject.config.chain)!
  // The same queries in both states.
  const around = learnedAround(start, subject)
  const earlier = await twin(situation, async () => answersOf(chain, subject, around), before)
  const now = answersOf(chain, subject, around)
  const same = [...now].filter(
    ([query, answer]) => names(answer, account) && JSON.stringify(answer) === JSON.stringify(earlier.get(query)),
  )
  if (same.length === 0)
    return [...earlier.values()].some((answer) => names(answer, account)) ? undefined : partlyJudged(NOT_NAMED)
  // A response that is only the address is there to hand it out; a larger one may describe the contract.
  const plain = same.filter(([, answer]) => leaves(answer).length === 1)
  const queries = (plain.length > 0 ? plain : same).map(([query]) => kindOf(query))
  const text = `after the channel of the interchain account ${account} was closed, the address is still returned, as before, by ${[...new Set(queries)].join(', ')}`
  // The owner that the contract gave the account; the address differs from run to run.
  const owner = portId.split('.').slice(1).join('.')
  // One step may deliver many packets, of which one closed the channel.
  const about = `${subject.config.label}/${closings.at(-1)!.kind}`
  if (plain.length === 0) return { text, key: owner, about, level: 'note' }
  return (await opensAgain(situation, subject, portId))
    ? { text: `${text}; the contract can open it again`, key: `${owner}, opens again`, about, level: 'note' }
    : { text, key: owner, about }
}

/** Whether a message that is known to work opens the account again. */
async function opensAgain(situation: Situation, subject: Subject, portId: string): Promise<boolean> {
  const { start, story, memory } = situation
  const { app } = start.sandbox.chain(subject.config.chain)!.host
  const registered = story.steps.filter(({ results }) =>
    results.some((result) => attributeValues(result, 'channel_open_init', 'port_id').includes(portId)),
  )
  const known = memory.recipes(subject.config.label).map((recipe) => execute(subject, recipe))
  for (const action of [...registered.map((step) => step.action), ...known]) {
    const isOpen = await twin(situation, async () => {
      const step = await attempt(start, action)
      if (step === undefined || step.error !== undefined) return false
      await attempt(start, { action: 'relay', limit: HANDSHAKE })
      return channelsOfPort(app.context, `${portId}/`).some(({ state }) => state === State.STATE_OPEN)
    })
    if (isOpen) return true
  }
  return false
}

/** More deliveries than a handshake takes. */
const HANDSHAKE = 20

const NOT_NAMED = 'no query returned the address of the account'

const names = (answer: Json, address: string): boolean => leaves(answer).includes(address)
