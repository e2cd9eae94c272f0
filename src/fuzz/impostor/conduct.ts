import { jsonText } from '../../base/index.js'
import { bankDenom } from '../../modules/transfer/index.js'
import {
  attributeValues,
  jsonIn,
  type Action,
  type ActionInput,
  type PacketResult,
  type Sandbox,
  unpackedText,
} from '../../sandbox/internal.js'
import { getChannel } from '../../modules/ibc/index.js'
import { STRANGER, type Start } from '../setup.js'
import type { ExecutedStep } from '../view.js'
import { hasImpostor, impostorsChannels, namesImpostor } from './impostor.js'

/** The packets that a step sent, by the ends of their channels. */
const packetsIn = ({ results }: ExecutedStep) =>
  results.flatMap((result) => {
    const values = (key: string) => attributeValues(result, 'send_packet', `packet_${key}`)
    const [channels, ports, farChannels, data] = [
      values('src_channel'),
      values('dst_port'),
      values('dst_channel'),
      values('data_hex'),
    ]
    return values('src_port').map((sourcePort, i) => ({
      sourcePort,
      sourceChannel: channels[i]!,
      destinationPort: ports[i]!,
      destinationChannel: farChannels[i]!,
      data: data[i]!,
    }))
  })

/**
 * Whether somebody else chose a channel of the impostor, such as a user who sends coins over it, or an admin who allows it: who does trusts the stranger. Before the channel
 * opens, too.
 */
export function hasStrayed(start: Start, steps: readonly ExecutedStep[]): boolean {
  const channels = start.subjects.flatMap(({ config, address }) =>
    impostorsChannels(start.sandbox, start.sandbox.chain(config.chain)!.host, address).map(
      ({ channelId }) => channelId,
    ),
  )
  return (
    channels.length > 0 &&
    steps.some(
      ({ action, error }) =>
        error === undefined &&
        action.action === 'tx' &&
        action.from !== STRANGER &&
        namesAny(action.messages, channels),
    )
  )
}

/** Whether a message names one of some channels, also in what it holds for others in base64. */
export function namesAny(message: unknown, channels: readonly string[]): boolean {
  const text = unpackedText(jsonText(message)).replaceAll('\\', '')
  return channels.some((channel) => text.includes(`"${channel}"`))
}

/** Whether a relayer delivers over a channel of the impostor. */
export function isOverImpostor({ sandbox }: { readonly sandbox: Sandbox }, action: Action | ActionInput): boolean {
  if (action.action !== 'relay' || !hasImpostor({ sandbox })) return false
  const { from = '', port = '', channel = '' } = action.filter ?? {}
  const host = sandbox.chain(from)?.host
  const end = host && getChannel(host.app.context, port, channel)
  return namesImpostor({ sandbox }, port) || (end !== undefined && namesImpostor({ sandbox }, end.counterparty.portId))
}

/** Whether all that a step did was to deliver packets of the impostor. */
export const isImpostorsDoing = (start: Start, { results }: ExecutedStep): boolean =>
  results.length > 0 &&
  results.every((result) => {
    const { packet } = result as Partial<PacketResult>
    return packet !== undefined && namesImpostor(start, packet.sourcePort)
  })

/**
 * Whether an asset is worth nothing, since it is a voucher of coins that only the impostor says there are. Honest contracts keep those of each channel apart.
 * @param steps of the action sequence
 */
export function impostorsAssets(start: Start, steps: readonly ExecutedStep[]): (asset: string) => boolean {
  if (!hasImpostor(start)) return () => false
  const { sandbox, subjects } = start
  const ends = subjects.flatMap(({ config, address }) =>
    impostorsChannels(sandbox, sandbox.chain(config.chain)!.host, address).flatMap(({ channelId, counterparty }) => [
      channelId,
      counterparty.channelId,
    ]),
  )
  if (ends.length === 0) return () => false
  const hashed = steps.flatMap((step) =>
    packetsIn(step).flatMap(({ sourcePort, destinationPort, destinationChannel, data }) => {
      const denom = namesImpostor(start, sourcePort) ? denomIn(data) : undefined
      return denom === undefined
        ? []
        : [bankDenom({ base: denom, trace: [{ portId: destinationPort, channelId: destinationChannel }] })]
    }),
  )
  const named = new RegExp(`(?:^|[/:.])(?:${[...new Set(ends)].join('|')})(?:[/:.]|$)`)
  return (asset) =>
    namesImpostor(start, asset) ||
    named.test(asset) ||
    hashed.some((denom) => asset.endsWith(`/${denom}`) || asset.endsWith(`:${denom}`))
}

function denomIn(hex: string): string | undefined {
  const json = jsonIn(Buffer.from(hex, 'hex'))
  const denom = typeof json === 'object' && json !== null && 'denom' in json ? json.denom : undefined
  return typeof denom === 'string' ? denom : undefined
}
