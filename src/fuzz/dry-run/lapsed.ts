import { State } from '../../modules/ibc/relay.js'
import { channelsOfPort } from '../../modules/ibc/index.js'
import type { Start, Subject } from '../setup.js'
import { perform } from '../story.js'

/** Lets the packets on their way time out. @returns whether that closed a channel of the contract, or of one of its interchain accounts */
export async function closesByTimeout(start: Start, subject: Subject): Promise<boolean> {
  const { relayer } = start.sandbox
  const before = openChannels(start, subject)
  const chains = new Set(relayer.pending().flatMap(({ state, to }) => (state === 'sent' ? [to] : [])))
  for (const chain of chains) await perform(start, { action: 'skipPastTimeout', chain })
  await perform(start, { action: 'relay', limit: MAX_TIMEOUTS })
  return openChannels(start, subject) < before
}

/** A contract that sends a packet after each timeout would never stop. */
const MAX_TIMEOUTS = 10

function openChannels({ sandbox }: Start, { config, address }: Subject): number {
  const { context } = sandbox.chain(config.chain)!.host.app
  return channelsOfPort(context, '').filter(
    ({ state, portId }) => state === State.STATE_OPEN && portId.includes(address),
  ).length
}
