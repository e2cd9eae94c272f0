import type { Channel } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { event, type Attribute, type Event } from '../../../chain/index.js'
import { orderText } from './state.js'

const CHANNEL = event('message', ['module', 'ibc_channel'])
export { CHANNEL as CHANNEL_MESSAGE }

type Step = 'open_init' | 'open_try' | 'open_ack' | 'open_confirm' | 'close_init' | 'close_confirm'

/** Events of handshakes, in pairs. Source: ibc-go v10 04-channel/keeper/events.go. */
export function channelStep(step: Step, portId: string, channelId: string, channel: Channel): readonly Event[] {
  const { counterparty, connectionHops, version } = channel
  const attributes: Attribute[] = [
    ['port_id', portId],
    ['channel_id', channelId],
    ['counterparty_port_id', counterparty.portId],
  ]
  if (step !== 'open_init') attributes.push(['counterparty_channel_id', counterparty.channelId])
  attributes.push(['connection_id', connectionHops[0]!])
  if (step === 'open_init' || step === 'open_try') attributes.push(['version', version])
  return [event(`channel_${step}`, ...attributes), CHANNEL]
}

/** A timeout closed an ordered channel. */
export const channelClosed = (portId: string, channelId: string, channel: Channel): readonly Event[] => [
  event(
    'channel_close',
    ['port_id', portId],
    ['channel_id', channelId],
    ['counterparty_port_id', channel.counterparty.portId],
    ['counterparty_channel_id', channel.counterparty.channelId],
    ['connection_id', channel.connectionHops[0]!],
    ['packet_channel_ordering', orderText(channel.ordering)],
  ),
  CHANNEL,
]
