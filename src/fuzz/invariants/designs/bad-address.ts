import { jsonText } from '../../../base/index.js'
import type { TraceNode } from '../../../sandbox/internal.js'
import { getChannel, Order } from '../../../modules/ibc/index.js'
import { ATTACKER } from '../../attacker/attacker.js'
import { packetKey, type Unsettled } from '../../deliveries.js'
import type { ExecutedStep } from '../../view.js'
import type { Situation } from '../judge.js'
import { senderOf } from '../i1-claims.js'
import { needsRole } from './roles.js'

const MISSING = /\b([a-z]+1[02-9ac-hj-np-z]{38,}): no such contract/
const UNREADABLE = /Error parsing into type/

/**
 * Who named the address at which a callback failed, if that is a fact of the design: there is no contract, or one of another kind, and the address comes from the
 * setup, from a role, or from the sender of a packet that holds up nobody else. So it is if the attacker's contract uses up all gas there, unless the packet stays open
 * that its sender sent. Undefined for any other failure.
 */
export async function namedBadAddress(situation: Situation, one: Unsettled): Promise<string | undefined> {
  const { start, story } = situation
  const missing = MISSING.exec(one.error)?.[1]
  const address = one.trapped ? attackerIn(situation, one.node) : (missing ?? unreadable(one.node))
  if (address === undefined) return undefined
  const namings = story.steps.filter((step) => senderOf(step) !== undefined && jsonText(step.action).includes(address))
  if (namings.length === 0)
    return missing !== undefined && start.setup.some((action) => jsonText(action).includes(address))
      ? 'the setup'
      : undefined
  const own = story.steps.find(({ sent }) => one.packet !== undefined && sent.includes(one.packet))
  const isOwn = (naming: ExecutedStep): boolean =>
    one.trapped
      ? one.packet === undefined && naming.sent.length > 0
      : own !== undefined && senderOf(own) === senderOf(naming) && !isOrdered(situation, one.packet!)
  for (const naming of namings.toReversed())
    if (isOwn(naming) || (await needsRole(situation, naming))) return senderOf(naming)
  return undefined
}

/** The attacker's contract, if a call of it used up the gas of a callback. */
function attackerIn({ start: { sandbox } }: Situation, { children }: TraceNode): string | undefined {
  const attackers = Object.values(sandbox.chains).map(({ host }) => host.addressOf(ATTACKER))
  const walk = (node: TraceNode): string | undefined =>
    node.error !== undefined && attackers.includes(node.contract)
      ? node.contract
      : node.children.map(walk).find((one) => one !== undefined)
  return children.map(walk).find((one) => one !== undefined)
}

/** The contract that was called and could not parse its message. */
function unreadable({ children }: TraceNode): string | undefined {
  for (const child of children.toReversed()) {
    const deeper = unreadable(child)
    if (deeper !== undefined) return deeper
    if (child.entryPoint === 'execute' && child.error !== undefined && UNREADABLE.test(child.error))
      return child.contract
  }
  return undefined
}

/** Whether a packet that stays open holds up the others of its channel. */
function isOrdered({ start: { sandbox } }: Situation, key: string): boolean {
  const packet = sandbox.relayer.pending().find((one) => packetKey(one) === key)
  if (packet === undefined) return false
  const { app } = sandbox.chain(packet.from)!.host
  return getChannel(app.context, packet.sourcePort, packet.sourceChannel)?.ordering === Order.ORDER_ORDERED
}
