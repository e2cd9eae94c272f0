import type { Json } from '../../base/json-value.js'
import { fromBase64, toBase64 } from '../../base/index.js'
import { GenesisReader, walk, type Context } from '../../chain/index.js'
import { EMPTY_KEY, keyBytes, textKey } from '../../store/index.js'
import { decodeInFlight, encodeInFlight, type InFlightPacket } from './in-flight.js'
import { NAME } from './keys.js'

/** Source: packet-forward-middleware v10.1.0 types/genesis.go. */
export const defaultGenesis = (): Json => ({ in_flight_packets: {} })

/** @throws UsageError that names the place. Source: keeper/genesis.go */
export function initGenesis(ctx: Context, state: Json): void {
  const packets = new GenesisReader(state, NAME).at('in_flight_packets')
  if (packets.isAbsent) throw packets.error('in-flight packets cannot be nil')
  for (const [key, packet] of packets.members()) setRecord(ctx, key, packet)
}

/** @param key source channel, source port and sequence of the forwarded packet: `channel-0/transfer/1` */
export const setRecord = (ctx: Context, key: string, json: GenesisReader): void =>
  ctx.store(NAME).set(textKey(key), encodeInFlight(readInFlight(json)))

export function exportGenesis(ctx: Context): Json {
  const rows = Array.from(walk(ctx.store(NAME), EMPTY_KEY), ([key, value]) => {
    return [Buffer.from(keyBytes(key)).toString(), inFlightJson(decodeInFlight(value))] as const
  })
  return { in_flight_packets: Object.fromEntries(rows) }
}

const readInFlight = (json: GenesisReader): InFlightPacket => ({
  originalSender: json.at('original_sender_address').string(),
  refundChannel: json.at('refund_channel_id').string(),
  refundPort: json.at('refund_port_id').string(),
  sourceChannel: json.at('packet_src_channel_id').string(),
  sourcePort: json.at('packet_src_port_id').string(),
  timeoutTimestamp: json.at('packet_timeout_timestamp').integer(),
  timeoutHeight: json.at('packet_timeout_height').string(),
  data: json.at('packet_data').parsed(fromBase64),
  refundSequence: json.at('refund_sequence').integer(),
  retriesRemaining: Number(json.at('retries_remaining').integer()),
  timeout: json.at('timeout').integer(),
  nonrefundable: json.at('nonrefundable').boolean(),
})

const inFlightJson = (packet: InFlightPacket): Json => ({
  original_sender_address: packet.originalSender,
  refund_channel_id: packet.refundChannel,
  refund_port_id: packet.refundPort,
  packet_src_channel_id: packet.sourceChannel,
  packet_src_port_id: packet.sourcePort,
  packet_timeout_timestamp: String(packet.timeoutTimestamp),
  packet_timeout_height: packet.timeoutHeight,
  packet_data: toBase64(packet.data),
  refund_sequence: String(packet.refundSequence),
  retries_remaining: packet.retriesRemaining,
  timeout: String(packet.timeout),
  nonrefundable: packet.nonrefundable,
})
