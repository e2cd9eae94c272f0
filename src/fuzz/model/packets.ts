import { ODD_ERRORS, RUBBISH } from '../arbitraries/odd-acknowledgements.js'
import { toBase64 } from '../../base/index.js'
import type {
  Action,
  ActionInput,
  PacketFilterInput,
  PacketResult,
  PendingPacket,
  TxResult,
} from '../../sandbox/internal.js'
import { isError } from '../money/money.js'
import type { Weights, Remote } from './weights.js'
import type { Choice, Scene } from './scene.js'

/** The error code with which a receiver fails. */
export const ERROR_CODE = 7
const MAX = 6

/** The maximum number of deliveries if every packet fails, since a contract that resends after each failure would never stop. */
const MAX_FAILING = 20

/** Outcomes of pending packets: a result, an error, a timeout, or a delivery without the acknowledgement. */
export function packetChoices(scene: Scene): readonly Choice[] {
  const { packets, weights, start } = scene
  const some = packets.length <= MAX ? packets : [...packets.slice(0, MAX / 2), ...packets.slice(-MAX / 2)]
  const share = 1 / Math.sqrt(Math.max(1, some.length))
  const choices = some.flatMap((packet) =>
    [...OUTCOMES[weights.remote](packet, weights), ...oddOutcomes(scene, packet)].map(([weight, make]): Choice => [
      weight * share,
      make,
    ]),
  )
  choices.push([0.5 * weights.deliver, () => ALL[weights.remote]])
  for (const chain of new Set(packets.filter(({ state }) => state === 'sent').map(({ to }) => to)))
    choices.push([0.8 * weights.timeouts, () => ({ action: 'skipPastTimeout', chain })])
  if (start.config.paranoid)
    for (const packet of some.filter(({ state }) => state === 'acknowledged'))
      choices.push([0.5, () => ({ action: 'relay', filter: filterOf(packet), force: 'ack', times: 2 })])
  return choices
}

/**
 * Acknowledgements of a hostile counterparty. Only contracts can write them: the modules of the SDK, such as those of transfers and of interchain accounts, write a result
 * or an error with a code. A contract that trusts the code on the other side may refuse rubbish, but not an error.
 */
function oddOutcomes(scene: Scene, packet: PendingPacket): readonly Choice[] {
  const { weights, random } = scene
  const isFirst = packet.state === 'sent' && packet.destinationPort.startsWith(CONTRACTS)
  if (!isFirst || weights.lies === 0) return []
  const others = otherResults(scene, packet)
  const answered = (all: readonly string[]) => () =>
    relay(packet, { receiver: { acknowledgement: random.pick(all) } })()
  return [
    [0.4 * weights.lies, answered(ODD_ERRORS)],
    [0.2 * weights.lies, answered(RUBBISH)],
    ...(others.length > 0 ? [[0.2 * weights.lies, answered(others.map(toBase64))] as const] : []),
  ]
}

/** The results of other packets to the same port, which a packet can be answered with although it was not executed. */
function otherResults({ story, packets }: Scene, packet: PendingPacket): readonly Uint8Array[] {
  const answered = story.steps
    .flatMap(({ results }) => results as readonly (TxResult & Partial<PacketResult>)[])
    .flatMap((result) =>
      result.kind === 'ack' && result.packet !== undefined ? [{ ...result.packet, ...result }] : [],
    )
  return [...answered, ...packets].flatMap(({ destinationPort, sequence, acknowledgement }) =>
    destinationPort === packet.destinationPort &&
    sequence !== packet.sequence &&
    acknowledgement !== undefined &&
    !isError(acknowledgement)
      ? [acknowledgement]
      : [],
  )
}

/** The ports of contracts begin with this. */
const CONTRACTS = 'wasm.'

/** Whether the other side answered a packet with rubbish, or with the result of another packet, so that books cannot be compared. */
export const isLie = (action: Action | ActionInput): boolean =>
  action.action === 'relay' &&
  action.receiver !== undefined &&
  'acknowledgement' in action.receiver &&
  !ODD_ERRORS.includes(textOf(action.receiver.acknowledgement))

const textOf = (bytes: string | Uint8Array): string =>
  typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('base64')

export const filterOf = ({
  from,
  sourcePort,
  sourceChannel,
  sequence,
}: Pick<PendingPacket, 'from' | 'sourcePort' | 'sourceChannel' | 'sequence'>): PacketFilterInput => ({
  from,
  port: sourcePort,
  channel: sourceChannel,
  sequence: sequence.toString(),
})

type Relay = Extract<ActionInput, { action: 'relay' }>
type Outcomes = (packet: PendingPacket, weights: Weights) => readonly Choice[]

const receiver = { errorCode: ERROR_CODE }

/** Delivers everything that is due, in the way of the action sequence's remote chain. */
const ALL: Readonly<Record<Remote, Relay>> = {
  usual: { action: 'relay' },
  failing: { action: 'relay', limit: MAX_FAILING, receiver },
  silent: { action: 'relay', filter: { kind: 'recv' } },
}

const relay =
  (packet: PendingPacket, more: Omit<Relay, 'action'> = {}, kind?: 'recv') =>
  (): ActionInput => ({
    action: 'relay',
    filter: { ...filterOf(packet), ...(kind !== undefined && { kind }) },
    ...more,
  })

const usual: Outcomes = (packet, weights) => {
  switch (packet.state) {
    case 'sent':
      return [
        [3 * weights.deliver, relay(packet)],
        [2 * weights.errors, relay(packet, { receiver })],
        [1 * weights.partial, relay(packet, {}, 'recv')],
        [0.2 * weights.partial, relay(packet, { times: 2 })],
        [0.5 * weights.partial * weights.errors, relay(packet, { receiver }, 'recv')],
      ]
    case 'acknowledged':
      return [
        [2 * weights.deliver, relay(packet)],
        [0.2 * weights.partial, relay(packet, { times: 2 })],
      ]
    case 'timedOut':
    case 'closed':
      return [[3 * weights.timeouts + 0.3, relay(packet)]]
    case 'received':
      break
  }
  return []
}

const OUTCOMES: Readonly<Record<Remote, Outcomes>> = {
  usual,
  failing: (packet, weights) =>
    packet.state !== 'sent'
      ? usual(packet, weights)
      : [
          [3 * weights.deliver, relay(packet, { receiver })],
          [1 * weights.partial, relay(packet, { receiver }, 'recv')],
        ],
  silent: (packet, weights) =>
    packet.state !== 'sent'
      ? []
      : [
          [2 * weights.deliver, relay(packet, {}, 'recv')],
          [0.5 * weights.errors, relay(packet, { receiver }, 'recv')],
        ],
}
