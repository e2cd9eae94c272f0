import type { ActionInput, PacketFilterInput, PendingPacket } from '../../sandbox/index.js'
import type { Choice, Scene } from './scene.js'

/** The error code that a receiver at fault answers with. */
export const ERROR_CODE = 7
const MOST = 6

/** What can become of packets: a result, an error, a timeout, or nothing for now; and handshakes of channels that go on. */
export function packetChoices(scene: Scene): readonly Choice[] {
  const { packets, mood, start } = scene
  const some = packets.length <= MOST ? packets : [...packets.slice(0, MOST / 2), ...packets.slice(-MOST / 2)]
  const share = 1 / Math.sqrt(Math.max(1, some.length))
  const choices = some.flatMap((packet) =>
    outcomes(packet, mood).map(([weight, make]): Choice => [weight * share, make]),
  )
  choices.push([0.5 * mood.deliver, () => ({ action: 'relay' })])
  for (const chain of new Set(packets.filter(({ state }) => state === 'sent').map(({ to }) => to)))
    choices.push([0.8 * mood.timeouts, () => ({ action: 'skipPastTimeout', chain })])
  if (start.config.paranoid)
    for (const packet of some.filter(({ state }) => state === 'acknowledged'))
      choices.push([0.5, () => ({ action: 'relay', filter: filterOf(packet), force: 'ack', times: 2 })])
  return choices
}

export const filterOf = ({ from, sourcePort, sourceChannel, sequence }: PendingPacket): PacketFilterInput => ({
  from,
  port: sourcePort,
  channel: sourceChannel,
  sequence: sequence.toString(),
})

function outcomes(packet: PendingPacket, mood: Scene['mood']): readonly Choice[] {
  const filter = filterOf(packet)
  const relay =
    (more: Omit<Extract<ActionInput, { action: 'relay' }>, 'action'> = {}) =>
    (): ActionInput => ({
      action: 'relay',
      filter,
      ...more,
    })
  const receiver = { errorCode: ERROR_CODE }
  switch (packet.state) {
    case 'sent':
      return [
        [3 * mood.deliver, relay()],
        [2 * mood.errors, relay({ receiver })],
        [1 * mood.partial, relay({ filter: { ...filter, kind: 'recv' } })],
        [0.5 * mood.partial * mood.errors, relay({ filter: { ...filter, kind: 'recv' }, receiver })],
      ]
    case 'acknowledged':
      return [[2 * mood.deliver, relay()]]
    case 'timedOut':
    case 'closed':
      return [[3 * mood.timeouts + 0.3, relay()]]
    case 'received':
      break
  }
  return []
}
