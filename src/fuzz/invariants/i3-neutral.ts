import type { ActionInput } from '../../sandbox/index.js'
import { difference } from '../money.js'
import { ERROR_CODE, execute, filterOf, resubmitMessage, type Recipe } from '../model/index.js'
import { standingOf } from '../story.js'
import type { Standing } from '../view.js'
import { senderOf } from './i1-claims.js'
import { attempt, twin, wealthOf, type Invariant, type Situation } from './judge.js'

/** How often what a refund sends again is made to fail as well. */
const ROUNDS = 4

export const I3: Invariant = {
  id: 'I3',
  title: 'a failed round trip is neutral',
  when: 'twin',
  judge: async (situation) => {
    const { story } = situation
    const { last } = story
    if (last.action.action !== 'tx' || last.error !== undefined || last.sent.length === 0) return undefined
    for (const how of ['error', 'timeout'] as const) {
      const shown = await twin(situation, () => roundTrip(situation, how))
      if (shown !== undefined) return shown
    }
    return undefined
  },
}

async function roundTrip(situation: Situation, how: 'error' | 'timeout') {
  const { start, story } = situation
  const done: ActionInput[] = []
  const act = async (action: ActionInput): Promise<readonly string[] | undefined> => {
    const step = await attempt(start, action)
    if (step === undefined || step.error !== undefined) return undefined
    // A callback that fails is told by another invariant.
    if (step.callbacks.some(({ node }) => node.error !== undefined)) return undefined
    done.push(action)
    return step.sent
  }
  let open = story.last.sent
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    const next: string[] = []
    if (how === 'timeout') {
      const to = new Set(packetsOf(situation, open).map((packet) => packet.to))
      for (const chain of to) if ((await act({ action: 'skipPastTimeout', chain })) === undefined) return undefined
    }
    for (const packet of packetsOf(situation, open)) {
      const filter = filterOf(packet)
      const sent = await act(
        how === 'timeout'
          ? { action: 'relay', filter }
          : { action: 'relay', filter, receiver: { errorCode: ERROR_CODE } },
      )
      if (sent === undefined) return undefined
      next.push(...sent)
    }
    open = next
  }
  if (open.length > 0) return undefined
  let lost = await losses(situation)
  for (const action of lost === undefined ? [] : recoveries(situation)) {
    if ((await act(action)) === undefined) continue
    lost = await losses(situation)
    if (lost === undefined) return undefined
  }
  return lost === undefined
    ? undefined
    : { text: `after a round trip that ended in ${how === 'error' ? 'an error' : 'a timeout'} ${lost}`, further: done }
}

const packetsOf = ({ start }: Situation, keys: readonly string[]) =>
  start.sandbox.relayer
    .pending()
    .filter(({ from, sourcePort, sourceChannel, sequence }) =>
      keys.includes(`${from}/${sourcePort}/${sourceChannel}/${sequence}`),
    )

/** Who has less or more than before the message. */
async function losses({ start, story }: Situation): Promise<string | undefined> {
  const before: Standing = story.before
  const after = await standingOf(start)
  for (const actor of start.actors) {
    const found = difference(wealthOf(before, actor), wealthOf(after, actor), start.fees)
    if (found !== undefined)
      return `${actor} has and may claim ${found.after} of ${found.asset} in place of ${found.before}`
  }
  return undefined
}

/** The messages that give back what a failed round trip left behind. */
function recoveries({ start, story, memory }: Situation): readonly ActionInput[] {
  const sender = senderOf(story.last)!
  return start.subjects.flatMap((subject) => {
    const { config, address } = subject
    const senders = [...new Set([sender, ...(config.admin === undefined ? [] : [config.admin])])]
    const messages = config.recover.flatMap((name): readonly Pick<Recipe, 'msg' | 'funds'>[] => {
      const known = memory.recipes(config.label, name)
      return known.length > 0 ? known : [{ msg: { [name]: {} }, funds: '' }]
    })
    const failures = config.resubmit === undefined ? [] : start.sandbox.chain(config.chain)!.failures(address)
    return senders.flatMap((from) => [
      ...failures.map(({ id }) => execute(subject, { from, msg: resubmitMessage(config.resubmit!, id), funds: '' })),
      ...messages.map(({ msg, funds }) => execute(subject, { from, msg, funds })),
    ])
  })
}
