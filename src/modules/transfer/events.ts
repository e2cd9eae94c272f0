import { event, type Attribute, type Event } from '../../chain/index.js'
import { goObject, goString } from '../../codec/go-json/index.js'
import { acknowledgementText, type Acknowledgement } from '../../codec/ibc/index.js'
import { hashText, pathOf, type Denom } from '../../chain/ibc/index.js'
import { denomJson } from './denom.js'
import type { TransferData } from './packet-data.js'

const TRANSFER = event('message', ['module', 'transfer'])

const dataAttributes = ({ sender, receiver, denom, amount, memo }: TransferData): readonly Attribute[] => [
  ['sender', sender],
  ['receiver', receiver],
  ['denom', pathOf(denom)],
  ['amount', amount],
  ['memo', memo],
]

/** Source: ibc-go v10 apps/transfer/internal/events. */
export const transferSent = (data: TransferData): readonly Event[] => [
  event('ibc_transfer', ...dataAttributes(data)),
  TRANSFER,
]

/** @param error text of why the packet was refused @param success of the acknowledgement */
export const packetReceived = (
  data: TransferData,
  error: string | undefined,
  success = error === undefined,
): readonly Event[] => [
  event(
    'fungible_token_packet',
    ...dataAttributes(data),
    ['success', String(success)],
    ...(error === undefined ? [] : [['error', error] as const]),
  ),
  TRANSFER,
]

export function packetAcknowledged(data: TransferData, ack: Acknowledgement): readonly Event[] {
  const events = [
    event('fungible_token_packet', ...dataAttributes(data), ['acknowledgement', acknowledgementText(ack)]),
    TRANSFER,
  ]
  if ('result' in ack) events.push(event('fungible_token_packet', ['success', Buffer.from(ack.result).toString()]))
  if ('error' in ack) events.push(event('fungible_token_packet', ['error', ack.error]))
  return events
}

export const packetTimedOut = ({ sender, denom, amount, memo }: TransferData): readonly Event[] => [
  event(
    'timeout',
    ['receiver', sender],
    ['refund_tokens', goObject({ denom: denomJson(denom), amount: amount === '' ? undefined : goString(amount) })],
    ['memo', memo],
  ),
  TRANSFER,
]

export const denomSeen = (denom: Denom): Event =>
  event('denomination', ['denom_hash', hashText(denom)], ['denom', denomJson(denom)])
