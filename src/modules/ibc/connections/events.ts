import type { ConnectionEnd, Counterparty } from 'cosmjs-types/ibc/core/connection/v1/connection'
import { event, type Attribute, type Event } from '../../../chain/index.js'

const CONNECTION = event('message', ['module', 'ibc_connection'])

const pair = (type: string, id: string, clientId: string, rest: readonly Attribute[]): readonly Event[] => [
  event(type, ['connection_id', id], ['client_id', clientId], ...rest),
  CONNECTION,
]
const both = ({ clientId, connectionId }: Counterparty): readonly Attribute[] => [
  ['counterparty_client_id', clientId],
  ['counterparty_connection_id', connectionId],
]

/** Events of handshakes, in pairs. Source: ibc-go v10 03-connection/keeper/events.go. */
export const openedInit = (id: string, clientId: string, counterparty: Counterparty): readonly Event[] =>
  pair('connection_open_init', id, clientId, [['counterparty_client_id', counterparty.clientId]])
export const openedTry = (id: string, clientId: string, counterparty: Counterparty): readonly Event[] =>
  pair('connection_open_try', id, clientId, both(counterparty))
export const openedAck = (id: string, { clientId, counterparty }: ConnectionEnd): readonly Event[] =>
  pair('connection_open_ack', id, clientId, both(counterparty))
export const openedConfirm = (id: string, { clientId, counterparty }: ConnectionEnd): readonly Event[] =>
  pair('connection_open_confirm', id, clientId, both(counterparty))
