import type { Json } from '../../../base/json-value.js'
import { fromBase64, toBase64 } from '../../../base/index.js'
import { walk, type Context, type GenesisReader } from '../../../chain/index.js'
import { asciiKey, type Key } from '../../../store/index.js'
import { readEnum } from '../json.js'
import {
  CHANNELS_PREFIX,
  NEXT_CHANNEL_KEY,
  nextAckKey,
  nextReceiveKey,
  nextSendKey,
  STORE,
  uint64Of,
  type PacketRecord,
} from '../keys.js'
import { nextSequence, setSequence } from '../sequence.js'
import { Channel, channelStateText, Order, orderText, setChannel, setRecord, State } from './state.js'

/** Source: ibc-go v10 04-channel/genesis.go. */
export const DEFAULT_CHANNEL_GENESIS: Json = {
  channels: [],
  acknowledgements: [],
  commitments: [],
  receipts: [],
  send_sequences: [],
  recv_sequences: [],
  ack_sequences: [],
  next_channel_sequence: '0',
}

const RECORDS: readonly (readonly [member: string, record: PacketRecord])[] = [
  ['acknowledgements', 'acks'],
  ['commitments', 'commitments'],
  ['receipts', 'receipts'],
]
const SEQUENCES: readonly (readonly [member: string, prefix: string, key: typeof nextSendKey])[] = [
  ['send_sequences', 'nextSequenceSend', nextSendKey],
  ['recv_sequences', 'nextSequenceRecv', nextReceiveKey],
  ['ack_sequences', 'nextSequenceAck', nextAckKey],
]

/** @throws UsageError that names the place */
export function initChannelGenesis(ctx: Context, genesis: GenesisReader): void {
  const place = (json: GenesisReader) => [json.at('port_id').string(), json.at('channel_id').string()] as const
  for (const channel of genesis.at('channels').list()) setChannel(ctx, ...place(channel), readChannel(channel))
  for (const [member, record] of RECORDS)
    for (const row of genesis.at(member).list()) {
      const value = record === 'receipts' ? Uint8Array.of(1) : fromBase64(row.at('data').string())
      setRecord(ctx, record, ...place(row), row.at('sequence').integer(), value)
    }
  for (const [member, , key] of SEQUENCES)
    for (const row of genesis.at(member).list()) setSequence(ctx, key(...place(row)), row.at('sequence').integer())
  setSequence(ctx, NEXT_CHANNEL_KEY, genesis.at('next_channel_sequence').integer())
}

/** A channel in the chain's JSON, with or without port and id. @throws UsageError */
export function readChannel(json: GenesisReader): Channel {
  const other = json.at('counterparty')
  return {
    state: readEnum(json.at('state'), State),
    ordering: readEnum(json.at('ordering'), Order),
    counterparty: { portId: other.at('port_id').string(), channelId: other.at('channel_id').string() },
    connectionHops: json
      .at('connection_hops')
      .list()
      .map((hop) => hop.string()),
    version: json.at('version').string(),
  }
}

export function exportChannelGenesis(ctx: Context): Json {
  const members: Record<string, Json> = {
    channels: rows(ctx, CHANNELS_PREFIX).map(({ place, value }) => {
      const { state, ordering, counterparty, connectionHops, version } = Channel.decode(value)
      return {
        state: channelStateText(state),
        ordering: orderText(ordering),
        counterparty: { port_id: counterparty.portId, channel_id: counterparty.channelId },
        connection_hops: connectionHops,
        version,
        ...place,
      }
    }),
  }
  for (const [member, record] of RECORDS)
    members[member] = rows(ctx, asciiKey(record)).map(({ place, sequence, value }) => ({
      ...place,
      sequence,
      data: toBase64(value),
    }))
  for (const [member, prefix] of SEQUENCES)
    // Send sequences of clients, which have no ports, belong to IBC v2.
    members[member] = rows(ctx, asciiKey(`${prefix}/ports/`)).map(({ place, value }) => ({
      ...place,
      sequence: String(uint64Of(value)),
    }))
  return { ...members, next_channel_sequence: String(nextSequence(ctx, NEXT_CHANNEL_KEY, 'channel')) }
}

/** Rows below a prefix whose keys continue with `/ports/<port>/channels/<channel>`. */
function rows(ctx: Context, prefix: Key) {
  return Array.from(walk(ctx.store(STORE), prefix), ([key, value]) => {
    const parts = key.split('/')
    return { place: { port_id: parts[2]!, channel_id: parts[4]! }, sequence: parts.at(-1)!, value }
  })
}
