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
 * @param from the snapshot before the message; when left out, the current state, or the start if the message does not work twice
 */
export async function isGift(
  situation: Situation,
  action: ActionInput,
  asset: string,
  from?: number,
): Promise<boolean> {
  const without = withoutAsset(situation, action, asset)
  if (without === undefined) return false
  for (const state of from === undefined ? [undefined, situation.start.snapshot] : [from]) {
    const end = (one: ActionInput) => twin(situation, () => effect(situation, one), state)
    const taken = await end(action)
    if (taken !== undefined) return taken === (await end(without))
  }
  return false
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
