import { coinsText, parseCoins } from '../../../codec/index.js'
import { toHex } from '../../../base/index.js'
import type { ActionInput } from '../../../sandbox/internal.js'
import { packetKey } from '../../deliveries.js'
import { execute, executed } from '../../model/index.js'
import { storageOfAll } from '../../money/storage.js'
import { attempt, twin, type Situation } from '../judge.js'

/**
 * Whether a contract ignores the coins of an asset in a message's funds: without them it stores the same and sends the same packets. Such coins are a
 * gift, whatever the outcome of the packets.
 *
 * @param trip the step of the message, which is executed again in the state that it had
 */
export async function isGift(situation: Situation, trip: number, asset: string): Promise<boolean> {
  const { action } = situation.story.steps[trip]!
  const without = withoutAsset(situation, action, asset)
  if (without === undefined) return false
  const end = (one: ActionInput) => inStateOf(situation, trip, () => effect(situation, one))
  const taken = await end(action)
  return taken !== undefined && taken === (await end(without))
}

/** Runs work in the state before a step. There is a snapshot before the last one; the steps before any other are executed again. */
async function inStateOf<T>(situation: Situation, step: number, work: () => Promise<T>): Promise<T> {
  const { start, story, before } = situation
  if (step === story.steps.length - 1 && before !== undefined) return twin(situation, work, before)
  const again = async (): Promise<T> => {
    for (const { action } of story.steps.slice(0, step)) await attempt(start, action)
    return work()
  }
  return twin(situation, again, start.snapshot)
}

function withoutAsset({ start }: Situation, action: ActionInput, asset: string): ActionInput | undefined {
  const message = executed(action)
  const subject = message && start.subjects.find(({ config }) => config.label === message.contract)
  if (message === undefined || subject === undefined) return undefined
  const coins = parseCoins(message.funds)
  const kept = coins.filter(({ denom }) => start.ledger.assetOf(subject.config.chain, denom) !== asset)
  return kept.length === coins.length ? undefined : execute(subject, { ...message, funds: coinsText(kept) })
}

/** The contracts' storage after a message, and the packets that it sends; undefined if it is refused. */
async function effect({ start }: Situation, action: ActionInput): Promise<string | undefined> {
  const step = await attempt(start, action)
  const storage = storageOfAll(start)
  if (step === undefined || step.error !== undefined || storage === undefined) return undefined
  const packets = start.sandbox.relayer.pending().filter((packet) => step.sent.includes(packetKey(packet)))
  return [storage, ...packets.map(({ data }) => toHex(data))].join()
}
