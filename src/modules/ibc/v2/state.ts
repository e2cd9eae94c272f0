import { CounterpartyInfo } from 'cosmjs-types/ibc/core/client/v2/counterparty'
import { Config } from 'cosmjs-types/ibc/core/client/v2/config'
import { Packet } from 'cosmjs-types/ibc/core/channel/v2/packet'
import type { Context } from '../../../chain/index.js'
import { byteKey, joinKeys, textKey, uint64Key, type Key } from '../../../store/index.js'
import { ErrCounterpartyNotFound } from './errors.js'
import { clientConfigKey, clientKey, STORE } from '../keys.js'
import { getSequence, setSequence } from '../sequence.js'

export { Packet }

/** Keys and values of packets between clients. Source: ibc-go v10.5.0 24-host/v2, 02-client/v2/types/keys.go, 04-channel/v2/types/keys.go. */

const RECORDS = { commitments: byteKey(1), receipts: byteKey(2), acks: byteKey(3), async: textKey('async_packet') }
export type Record2 = keyof typeof RECORDS

export const recordPrefix = (record: Record2, clientId: string): Key => joinKeys(textKey(clientId), RECORDS[record])
export const recordKey = (record: Record2, clientId: string, sequence: bigint): Key =>
  joinKeys(recordPrefix(record, clientId), uint64Key(sequence))

/** Undefined when absent. */
export function getRecord2(ctx: Context, record: Record2, clientId: string, sequence: bigint): Uint8Array | undefined {
  const bytes = ctx.store(STORE).get(recordKey(record, clientId, sequence))
  return bytes === undefined || bytes.length === 0 ? undefined : bytes
}
export const hasReceipt = (ctx: Context, clientId: string, sequence: bigint): boolean =>
  ctx.store(STORE).has(recordKey('receipts', clientId, sequence))
export const setRecord2 = (
  ctx: Context,
  record: Record2,
  clientId: string,
  sequence: bigint,
  value: Uint8Array,
): void => ctx.store(STORE).set(recordKey(record, clientId, sequence), value)
export const deleteRecord2 = (ctx: Context, record: Record2, clientId: string, sequence: bigint): void =>
  ctx.store(STORE).delete(recordKey(record, clientId, sequence))

/** A packet that waits for its asynchronous acknowledgement. */
export function getAsyncPacket(ctx: Context, clientId: string, sequence: bigint): Packet | undefined {
  const bytes = getRecord2(ctx, 'async', clientId, sequence)
  return bytes && Packet.decode(bytes)
}

const nextSendKey2 = (clientId: string): Key => textKey(`nextSequenceSend/${clientId}`)
export const getNextSend = (ctx: Context, clientId: string): bigint | undefined =>
  getSequence(ctx, nextSendKey2(clientId))
export const setNextSend = (ctx: Context, clientId: string, sequence: bigint): void =>
  setSequence(ctx, nextSendKey2(clientId), sequence)

const counterpartyKey = (clientId: string): Key => clientKey(clientId, 'counterparty')

/** This chain's client on the other side. */
export function getCounterparty(ctx: Context, clientId: string): CounterpartyInfo | undefined {
  const bytes = ctx.store(STORE).get(counterpartyKey(clientId))
  return bytes === undefined || bytes.length === 0 ? undefined : CounterpartyInfo.decode(bytes)
}
export const setCounterparty = (ctx: Context, clientId: string, counterparty: CounterpartyInfo): void =>
  ctx.store(STORE).set(counterpartyKey(clientId), CounterpartyInfo.encode(counterparty).finish())
/** @throws ChainError clientv2/35 */
export function counterpartyOf(ctx: Context, clientId: string): CounterpartyInfo {
  const counterparty = getCounterparty(ctx, clientId)
  if (counterparty === undefined) throw ErrCounterpartyNotFound.error(`counterparty not found for client: ${clientId}`)
  return counterparty
}

/** Who may relay for a client; anyone when the list is empty. */
export function getConfig(ctx: Context, clientId: string): Config {
  const bytes = ctx.store(STORE).get(clientConfigKey(clientId))
  return bytes === undefined || bytes.length === 0 ? { allowedRelayers: [] } : Config.decode(bytes)
}
export const setConfig = (ctx: Context, clientId: string, config: Config): void =>
  ctx.store(STORE).set(clientConfigKey(clientId), Config.encode(config).finish())
