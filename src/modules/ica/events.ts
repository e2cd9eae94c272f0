import { event, type Attribute, type Event } from '../../chain/index.js'
import { ICA_MODULE } from './keys.js'

const MODULE: Attribute = ['module', ICA_MODULE]

/** Events about the outcome of a packet. Source: ibc-go v10 apps/27-interchain-accounts/{controller,host}/keeper/events.go. */
export const packetHandled = (
  side: 'controller' | 'host',
  channelId: string,
  success: boolean,
  error?: string,
): Event =>
  event(
    'ics27_packet',
    MODULE,
    [`${side}_channel_id`, channelId],
    ['success', String(success)],
    ...(error === undefined ? [] : [['error', error] as const]),
  )

export const hostIsDisabled = (channelId: string, error: string): Event =>
  event('ics27_packet', MODULE, ['host_channel_id', channelId], ['error', error], ['success', 'false'])
